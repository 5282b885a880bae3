import type { Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decideNavigation } from '../../routing/guard.ts'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { examplePipeline, exampleTypes } from '../pipelines/pipelines.examples.ts'
import { type Answers, type FakeRequest, fakeServer } from '../../test-support/fake-server.ts'
import { ComponentsPage, PipelinesPage, SchemasPage } from './ManagePages.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const pages = [
  ['PIP-012/ui', '/manage/pipeline', PipelinesPage, 'pipeline', 'Pipelines'],
  ['SCH-003/ui', '/manage/schemas', SchemasPage, 'schema', 'Data Models'],
  ['CMP-025/ui', '/manage/components', ComponentsPage, 'component', 'Components'],
] as const
const roles: readonly Role[] = ['user', 'manager', 'admin', 'super-admin']
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': exampleTags(),
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline({ _id: 'fr', name: 'Bikes fr-FR' })] },
    ...answers,
  })

afterEach(() => vi.unstubAllGlobals())

describe.each(pages)('%s %s', (id, at, Page, kind, explorer) => {
  it(`${id} PRM-009/ui an admin has the explorer alone, as wide as the page`, async () => {
    const server = serve()
    const { address } = renderScreen(Page, { at, as: 'admin' })
    const region = await screen.findByRole('region', { name: `${explorer} explorer` })
    await userEvent.click(await within(region).findByRole('treeitem', { name: /Bikes fr-FR/ }))
    expect(screen.queryByRole('separator')).toBeNull()
    expect(screen.queryByText('Lies in')).toBeNull()
    expect(server.of('GET /folders/tree').map(({ query }) => query)).toEqual([{ kind }])
    await waitFor(() => expect(address()).toBe(`${at}?id=fr4`))
  })

  it.each(['manager', 'super-admin'] as const)(
    'NAV-028/ui PRM-009/ui %s has the document of the address beside it',
    async (role) => {
      serve()
      renderScreen(Page, { at: `${at}?id=fr&view=details`, as: role })
      expect(await screen.findByRole('separator', { name: 'Resize the explorer' })).toBeVisible()
      expect(await screen.findByRole('heading', { name: 'Bikes fr-FR' })).toBeVisible()
      expect(screen.getByText('Pipelines / Bikes', { selector: 'dd' })).toBeVisible()
      const bar = screen.getByRole('group', { name: 'Version of Bikes fr-FR' })
      expect(within(bar).getByText('Version 3 (Prod)')).toBeVisible()
    },
  )

  it(`${id === 'PIP-012/ui' ? 'PIP-007/ui ' : ''}FLD-010/ui the folders stand to the left, 300 px wide`, async () => {
    serve()
    renderScreen(Page, { at, as: 'manager' })
    const divider = await screen.findByRole('separator', { name: 'Resize the explorer' })
    expect(divider).toHaveAttribute('aria-valuenow', '300')
    const tree = screen.getByRole('region', { name: `${explorer} explorer` })
    expect(tree.compareDocumentPosition(divider) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('PRM-008/ui opens for every role but user', () => {
    expect(roles.filter((role) => decideNavigation(at, at, role).go === 'on')).toEqual([
      'manager',
      'admin',
      'super-admin',
    ])
  })
})

describe('the panel of a document', () => {
  it('tells the rules in words to a super-admin, and nothing of badges to a manager', async () => {
    const [root] = exampleTree()
    if (root === undefined) throw new Error('no root')
    root.tags = { read: [['eu']], write: [] }
    for (const leaf of root.children?.[0]?.children ?? []) leaf.inheritTags = [{ read: [], write: [] }, root.tags]
    serve({ 'GET /folders/tree': [root] })
    const { unmount } = renderScreen(PipelinesPage, { at: '/manage/pipeline?id=fr&view=details', as: 'super-admin' })
    expect(
      await screen.findByText('Read: the rule of the folder Pipelines: people who hold Europe.', {
        selector: 'dd p',
      }),
    ).toBeVisible()
    unmount()
    serve()
    renderScreen(PipelinesPage, { at: '/manage/pipeline?id=fr&view=details', as: 'manager' })
    await screen.findByText('Lies in')
    expect(screen.queryByText('Who may')).toBeNull()
  })

  it('VER-019/ui PRM-023/ui a locked version leaves writing to super-admins, and says so to others', async () => {
    // What may be written is worked out by the server (D-51).
    const treeFor = (draggable: boolean) => {
      const [root] = exampleTree()
      for (const leaf of root?.children?.[0]?.children ?? []) leaf.draggable = draggable
      return root === undefined ? [] : [root]
    }
    serve({ 'GET /folders/tree': treeFor(false) })
    const { unmount } = renderScreen(PipelinesPage, { at: '/manage/pipeline?id=fr&view=details', as: 'manager' })
    expect(await screen.findByText(/A version is locked, .* so you may not change it/)).toBeVisible()
    unmount()
    serve({ 'GET /folders/tree': treeFor(true) })
    renderScreen(PipelinesPage, { at: '/manage/pipeline?id=fr&view=details', as: 'super-admin' })
    expect(await screen.findByText('You may read and change it.')).toBeVisible()
  })

  it('NAV-029/ui goes to another version with the address, and leads to what a pipeline is used for', async () => {
    serve()
    const { address } = renderScreen(PipelinesPage, { at: '/manage/pipeline?id=fr&view=details', as: 'manager' })
    expect(await screen.findByRole('link', { name: 'Upload new file' })).toHaveAttribute(
      'href',
      '/import/upload?pipeline=fr&step=2',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Select a version' }))
    await userEvent.click(await screen.findByRole('button', { name: /Version 4/ }))
    await waitFor(() => expect(address()).toBe('/manage/pipeline?id=fr4&view=details'))
  })

  it('says what to do first, and when the address leads nowhere', async () => {
    serve()
    const { unmount } = renderScreen(SchemasPage, { at: '/manage/schemas', as: 'manager' })
    expect(await screen.findByText('Choose a data model, or make one with New item.')).toBeVisible()
    unmount()
    serve()
    renderScreen(SchemasPage, { at: '/manage/schemas?id=gone', as: 'manager' })
    expect(await screen.findByText(/You do not have access to this .*, or it no longer exists/)).toBeVisible()
  })

  it('an empty tree says so', async () => {
    serve({ 'GET /folders/tree': ({ query }: FakeRequest) => (query.kind === 'component' ? [] : exampleTree()) })
    renderScreen(ComponentsPage, { at: '/manage/components', as: 'admin' })
    expect(await screen.findByText('There are no components yet.')).toBeVisible()
  })
})
