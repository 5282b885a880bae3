import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { fakeServer } from '../../test-support/fake-server.ts'
import { ComponentsPage, PipelinesPage, SchemasPage } from './ManagePages.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

it('LIM-007/ui documents are pipelines, schemas and components; a pipeline is a master or of a country', async () => {
  const server = fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': exampleTags(),
    'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
  })
  const pages = [
    ['/manage/schemas', SchemasPage],
    ['/manage/components', ComponentsPage],
    ['/manage/pipeline', PipelinesPage],
  ] as const
  for (const [at, Page] of pages) {
    cleanup()
    renderScreen(Page, { at, as: 'admin' })
    await screen.findByRole('treeitem', { name: /Bikes fr-FR/ })
  }
  const kinds = server.of('GET /folders/tree').map(({ query }) => query.kind)
  expect(new Set(kinds)).toEqual(new Set(['schema', 'component', 'pipeline']))
  expect(screen.getByRole('treeitem', { name: /Bikes catalogue/ })).toHaveTextContent('Master')
  expect(screen.getByRole('treeitem', { name: /Bikes fr-FR/ })).not.toHaveTextContent('Master')
})

it('where there is no room for both, tabs lead from the explorer to what was chosen and back', async () => {
  vi.stubGlobal('innerWidth', 390)
  fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': exampleTags(),
    'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
  })
  const { address } = renderScreen(PipelinesPage, { at: '/manage/pipeline', as: 'manager' })
  await userEvent.click(await screen.findByRole('treeitem', { name: /Bikes fr-FR/ }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Details and access' }))
  expect(await screen.findByText('Lies in')).toBeVisible()
  expect(screen.queryByRole('treeitem')).toBeNull()
  screen.getByRole('tab', { name: 'Details and access' }).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(await screen.findByRole('treeitem', { name: /Bikes fr-FR/ })).toBeVisible()
  expect(screen.queryByText('Lies in')).toBeNull()
  expect(address()).toBe('/manage/pipeline?id=fr4&view=tree')
  await userEvent.click(screen.getByRole('treeitem', { name: /Bikes fr-FR/ }))
  expect(await screen.findByRole('tab', { name: 'Editor' })).toHaveAttribute('aria-selected', 'true')
})
