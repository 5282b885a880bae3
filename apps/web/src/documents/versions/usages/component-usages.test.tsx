import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { VersionBar } from '../VersionBar.tsx'
import { exampleDocument } from '../versions.examples.ts'
import { exampleHierarchy } from './usages.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const shown = exampleDocument({ name: 'Rows to products' })
const open = async (answers: Answers = {}, as: 'manager' | 'admin' = 'manager') => {
  const server = fakeServer({
    'GET /components/{id}/dependencies': exampleHierarchy(),
    'GET /documents/usages': { users: [], unseen: 0 },
    ...answers,
  })
  const drawn = renderScreen(() => <VersionBar kind="component" document={shown} onOpened={() => undefined} />, {
    at: '/manage/components',
    as,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Usages' }))
  return { server, ...drawn, dialog: within(await screen.findByRole('dialog', { name: 'Usages of Rows to products' })) }
}

describe('Usages of a component', () => {
  it('CMP-012/ui shows components, pipelines and final workflows, and each opens', async () => {
    const { dialog, address } = await open()
    const components = await dialog.findByRole('region', { name: 'Components' })
    const below = within(components).getByRole('list', { name: 'Users of Prices by market' })
    expect(within(below).getByRole('link', { name: 'Bikes catalogue' })).toBeVisible()
    expect(components).toHaveTextContent('Final workflows: Bikes catalogue version 3, Stores version 1.')
    const pipelines = within(dialog.getByRole('region', { name: 'Pipelines' }))
    expect(
      within(pipelines.getByRole('list', { name: 'Users of Bikes' })).getByRole('link', { name: 'Bikes fr-FR' }),
    ).toBeVisible()
    const graph = dialog.getByRole('region', { name: 'Dependency graph' })
    // The trees say the same to screen readers: the drawing is hidden from them.
    expect([...graph.querySelectorAll('a')].map(({ title }) => title)).toEqual([
      'Rows to products, Version 2 (Prod)',
      'Bikes catalogue, Version 3 (Draft)',
      'Prices by market, Version 1 (Prod)',
      'Stores, Version 1 (Prod)',
      'Bikes, Version 1 (Draft)',
      'Bikes fr-FR, Version 1 (Draft)',
      'Stores en-US, Version 1 (Prod)',
    ])
    const lines = [...graph.querySelectorAll('path')].filter((path) => path.closest('a') === null)
    expect(lines).toHaveLength(exampleHierarchy().dependencies.length)
    await userEvent.click(pipelines.getByRole('link', { name: 'Stores en-US' }))
    await waitFor(() => expect(address()).toBe('/manage/pipeline?id=p3'))
  })

  it('CMP-012/ui shows who uses another version once it is chosen', async () => {
    const nobody = { components: [], pipelines: [], dependencies: [], bottomComponents: [] }
    const { server, dialog } = await open({
      'GET /components/{id}/dependencies': ({ params }) =>
        params.id === 'v2' ? { ...exampleHierarchy(), ...nobody } : exampleHierarchy(),
    })
    expect(await dialog.findByText('Components: 3')).toBeVisible()
    const versions = dialog.getByRole('combobox', { name: 'Version' })
    expect(within(versions).getAllByRole('option')).toHaveLength(4)
    await userEvent.selectOptions(versions, 'Version 2 (Prod)')
    expect(await dialog.findByText('No other component uses this version.')).toBeVisible()
    expect(dialog.getByText('No pipeline runs this version.')).toBeVisible()
    expect(dialog.queryByRole('region', { name: 'Dependency graph' })).toBeNull()
    expect(server.of('GET /components/{id}/dependencies').map(({ params }) => params)).toEqual([
      { id: 'v4' },
      { id: 'v2' },
    ])
  })

  it('CMP-040/ui shows a red toast when it cannot be had, and tries again', async () => {
    let fails = true
    const { dialog } = await open({
      'GET /components/{id}/dependencies': () => {
        if (fails) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return exampleHierarchy()
      },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Something unexpected happened.')
    expect(await dialog.findByText('Something unexpected happened.')).toBeVisible()
    fails = false
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByText('Components: 3')).toBeVisible()
  })

  it('tells how many documents one does not see', async () => {
    const { dialog } = await open({ 'GET /documents/usages': { users: [], unseen: 2 } })
    expect(await dialog.findByText(/^2 documents that you do not see use/)).toBeVisible()
  })

  it('of an admin, who opens no documents, is the list of direct users', async () => {
    const { server, dialog } = await open({}, 'admin')
    expect(await dialog.findByText(/^Nothing uses Rows to products/)).toBeVisible()
    expect(server.of('GET /components/{id}/dependencies')).toHaveLength(0)
  })
})
