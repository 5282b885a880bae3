import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, type FakeRequest, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { setPlatformZone } from '../../ui/format.ts'
import { VersionBar } from './VersionBar.tsx'
import { exampleDocument } from './versions.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const onOpened = vi.fn<(id: string | null) => void>()
const draw = (answers: Answers = {}) => {
  const server = fakeServer(answers)
  const shown = exampleDocument()
  const drawn = renderScreen(() => <VersionBar kind="schema" document={shown} onOpened={onOpened} />, {
    at: '/manage/schemas',
    as: 'super-admin',
  })
  setPlatformZone('UTC')
  return { server, ...drawn }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => onOpened.mockReset())
afterEach(() => vi.unstubAllGlobals())

describe('Select a version', () => {
  const open = async () => {
    draw({ 'POST /schemas/version/new': { _id: 'v5', version: 5, vLocked: false } })
    await press('Select a version')
    return screen.findByRole('dialog', { name: 'Select a version' })
  }

  it('VER-003/ui VER-004/ui VER-005/ui CMP-023/ui lists them newest first beside their drawing', async () => {
    const dialog = await open()
    expect(dialog).toHaveStyle('--dialog-width: 75vw')
    const list = within(dialog).getByRole('list', { name: 'Versions of Bike' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'V 4 - 2026-11-24 16:02Version 4 (Draft)copied from version 1',
      'V 3 - 2026-11-23 16:02Version 3 (Draft)copied from version 2',
      'V 2 - 2026-11-22 16:02Version 2 (Prod)copied from version 1Restore as new draft',
      'V 1 - 2026-11-21 16:02Version 1 (Prod)Restore as new draft',
    ])
    const drawn = [...dialog.querySelectorAll<HTMLElement>('[aria-hidden] button')]
    expect(drawn.map(({ textContent }) => textContent?.trim())).toEqual(['V 1', 'V 2', 'V 3', 'V 4'])
    // Version 4 is a copy of version 1: its line leaves the first row before it meets version 2.
    const lines = [...dialog.querySelectorAll('path')].map((path) => path.getAttribute('d'))
    expect(lines).toContain('M 102 27 H 115 V 79 H 364')
    const lefts = drawn.map(({ style }) => Number.parseInt(style.left))
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    expect(
      drawn.filter((node) => node.hasAttribute('data-current')).map(({ textContent }) => textContent?.trim()),
    ).toEqual(['V 4'])
  })

  it('CMP-023/ui CMP-024/ui by keys and by double click in the drawing it closes and switches', async () => {
    let dialog = await open()
    expect(within(dialog).getByRole('button', { name: /^V 4/ })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onOpened.mock.lastCall).toEqual(['v3'])
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('Select a version')
    dialog = await screen.findByRole('dialog', { name: 'Select a version' })
    await userEvent.dblClick(dialog.querySelector('[aria-hidden] button') as Element)
    expect(onOpened.mock.lastCall).toEqual(['v1'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('VER-009/ui an older locked version is restored as a new draft', async () => {
    const dialog = await open()
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Restore as new draft' })[1] as Element)
    expect(await screen.findByText('Do you want to create an unlocked copy of schema version 1?')).toBeVisible()
    await press('Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('v5'))
  })
})

describe('Usages', () => {
  it('tells who uses which version, leads there, and counts those one does not see', async () => {
    const { address } = draw({
      'GET /documents/usages': {
        users: [
          {
            _id: 'p',
            name: 'Bikes fr-FR',
            version: 3,
            vLocked: true,
            type: 'pipeline',
            uses: [
              { _id: 'v2', version: 2 },
              { _id: 'v1', version: 1 },
            ],
          },
        ],
        unseen: 2,
      },
    })
    await press('Usages')
    const section = await screen.findByRole('region', { name: 'Pipelines' })
    expect(section).toHaveTextContent('Bikes fr-FRVersion 3 (Prod)uses version 2, 1')
    expect(screen.getByText('And by 2 documents that you do not see.')).toBeVisible()
    await userEvent.click(within(section).getByRole('link', { name: 'Bikes fr-FR' }))
    await waitFor(() => expect(address()).toBe('/manage/pipeline?id=p'))
  })

  it('says so where nothing does', async () => {
    draw({ 'GET /documents/usages': { users: [], unseen: 0 } })
    await press('Usages')
    expect(await screen.findByText(/^Nothing uses Bike/)).toBeVisible()
  })
})

describe('Compare', () => {
  const contents: Record<string, object> = {
    v1: { jsonSchema: { type: 'object', title: 'An old bike', properties: { gears: { type: 'integer' } } } },
    v2: { jsonSchema: { type: 'object', title: 'A bike', properties: {} } },
    v4: {
      jsonSchema: {
        type: 'object',
        title: 'A new bike',
        properties: { gears: { type: 'integer' }, bell: { type: 'boolean' } },
      },
    },
  }
  const answers: Answers = {
    'GET /documents/content': ({ query }: FakeRequest) => ({
      _id: query.id,
      name: 'Bike',
      version: 1,
      vLocked: true,
      type: 'schema',
      sys_version: 1,
      content: contents[query.id ?? ''],
    }),
    'POST /schemas/version/new': { _id: 'v5', version: 5, vLocked: false },
  }
  const states = () =>
    screen.getAllByRole('listitem').flatMap((item) => {
      const line = item.querySelector('[data-state]')
      const state = line?.getAttribute('data-state')
      return state === 'same' ? [] : [`${state} ${line?.querySelector('[title]')?.getAttribute('title')}`]
    })

  it('tells what differs from the version it was copied from, by structure, with counts', async () => {
    draw(answers)
    await press('Compare')
    expect(await screen.findByText('1 added, 1 changed')).toBeVisible()
    expect(states()).toEqual(['changed /jsonSchema/title', 'added /jsonSchema/properties/bell'])
    const marked = (tag: string) => [...document.querySelectorAll(tag)].map(({ textContent }) => textContent)
    expect(marked('del')).toEqual(['An', 'old'])
    expect(marked('ins').slice(0, 2)).toEqual(['A', 'new'])
  })

  it('shows all lines, inline, and other versions when asked to', async () => {
    draw(answers)
    await press('Compare')
    await screen.findByText('1 added, 1 changed')
    const before = screen.getAllByRole('listitem').length
    await userEvent.click(screen.getByLabelText('Only differences'))
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(before)
    await userEvent.click(screen.getByLabelText('Inline'))
    await userEvent.selectOptions(screen.getByLabelText('From'), 'v2')
    await waitFor(() => expect(states()).toContain('added /jsonSchema/properties/gears'))
    await userEvent.selectOptions(screen.getByLabelText('To'), 'v2')
    expect(await screen.findByText('No differences')).toBeVisible()
  })

  it('restores the older one, where it is locked', async () => {
    draw(answers)
    await press('Compare')
    await press('Restore version 1 as new draft')
    await press('Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('v5'))
  })
})
