import type { Role, TreeNode } from '@millrace/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { PipelinesPage, SchemasPage } from '../manage/ManagePages.tsx'
import { fakeServer } from '../../test-support/fake-server.ts'
import { exampleFolder, exampleLeaf } from './explorer.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

// Comes when it is asked for, with the kit, which takes its time on a busy machine.
beforeAll(() => import('../permissions/DocumentBadgesDialog.tsx'), 120_000)

const tree = (): TreeNode[] => [
  exampleFolder('root', 'All', [
    exampleLeaf('Bike row', [
      ['row2', 2, true],
      ['row1', 1, true],
    ]),
    exampleLeaf('Bike text', [
      ['text2', 2, false],
      ['text1', 1, true],
    ]),
  ]),
]
const draw = (Page: typeof SchemasPage, as: Role) => {
  fakeServer({ 'GET /folders/tree': tree(), 'GET /tags/list': exampleTags() })
  return renderScreen(Page, { at: `/manage/schemas${as === 'admin' ? '' : '?view=details'}`, as })
}
const row = (name: RegExp) => screen.findByRole('treeitem', { name })
const reason = 'Version 2 is locked: its menu is disabled.'
const offered = (of: HTMLElement) =>
  within(of)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

afterEach(() => vi.unstubAllGlobals())

describe('the menu of a locked schema', () => {
  it('FLD-022/ui is disabled by right click, by its button and by Shift F10, and says why', async () => {
    draw(SchemasPage, 'admin')
    const locked = await row(/^Bike row/)
    const button = within(locked).getByRole('button', { name: 'Menu of Bike row' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAttribute('title', expect.stringMatching(/^Locked: the menu is disabled/))
    const ways = [
      () => fireEvent.contextMenu(locked, { clientX: 20, clientY: 20 }),
      () => userEvent.click(button),
      async () => {
        await userEvent.click(locked)
        fireEvent.keyDown(locked, { key: 'F10', shiftKey: true })
      },
    ]
    for (const ask of ways) {
      await ask()
      expect(screen.queryByRole('menu')).toBeNull()
      expect(await screen.findByRole('alert')).toHaveTextContent(reason)
      fireEvent.contextMenu(await row(/^Bike text/), { clientX: 20, clientY: 20 })
      expect(await screen.findByRole('menu', { name: 'Bike text' })).toBeVisible()
      await userEvent.keyboard('{Escape}')
      expect(screen.queryByRole('alert')).toBeNull()
    }
  })

  it('FLD-022/ui what may still be done is offered to an admin below the tree, once the row is chosen', async () => {
    const { address } = draw(SchemasPage, 'admin')
    await userEvent.click(await row(/^Bike row/))
    expect(await screen.findByText(reason)).toBeVisible()
    const actions = screen.getByRole('group', { name: 'Actions of Bike row' })
    expect(offered(actions)).toEqual([
      'Choose version',
      'Rename item',
      'Delete item',
      'Manage badges',
      'Why can this person not see it?',
    ])
    const manage = within(actions).getByRole('button', { name: 'Manage badges' })
    await userEvent.click(manage)
    expect(await screen.findByRole('dialog', { name: 'Manage badges of Bike row' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(manage).toHaveFocus()
    await userEvent.click(within(actions).getByRole('button', { name: 'Choose version' }))
    await userEvent.click(await screen.findByRole('button', { name: /^V 1 - .*Version 1/ }))
    expect(address()).toBe('/manage/schemas?id=row1')
  })

  it('FLD-022/ui a super-admin finds it at the head of the document, too', async () => {
    draw(SchemasPage, 'super-admin')
    await userEvent.click(await row(/^Bike row/))
    const panel = (await screen.findByRole('heading', { name: 'Bike row' })).closest('section') as HTMLElement
    const actions = within(panel).getByRole('group', { name: 'Actions of Bike row' })
    expect(offered(actions)).toEqual([
      'Rename item',
      'Copy',
      'Export as file',
      'Delete item',
      'Manage badges',
      'Why can this person not see it?',
    ])
  })

  it('FLD-022/ui locked pipelines keep theirs', async () => {
    draw(PipelinesPage, 'admin')
    fireEvent.contextMenu(await row(/^Bike row/), { clientX: 20, clientY: 20 })
    expect(await screen.findByRole('menu', { name: 'Bike row' })).toBeVisible()
  })
})
