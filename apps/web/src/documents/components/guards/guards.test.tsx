import 'fake-indexeddb/auto'
import type { Component, TestCase } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleTestCase, exampleUsed } from '../components.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const green = { _id: 'case1', name: 'Two bikes', state: 'green', message: null, differences: [], total: 0, ms: 5 }
const red = {
  ...green,
  state: 'red',
  differences: [
    { pointer: '/products/0/price', expected: 2, actual: 3 },
    { pointer: '/at', actual: 1 },
  ],
  total: 7,
}
const drawn = async (answers: Answers = {}, more: Partial<Component> = {}) => {
  const component = exampleComponent({ _id: `component-${Math.random()}`, ...more })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': exampleUsed(),
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [exampleTestCase()], needed: false },
    'POST /components/test-cases/run': [green],
    'POST /components/test-cases': ({ body }: { body: unknown }) => ({ ...exampleTestCase(), ...(body as TestCase) }),
    'POST /components/test-cases/needed': { needed: true },
    'DELETE /components/test-cases': { deleted: 'case1' },
    'POST /components/{id}/execute': { output: { products: [1] }, logs: [], rt_context: {} },
    'POST /components/version/lock': { _id: component._id, version: 2, vLocked: true, locked: [] },
    ...answers,
  } as Answers)
  renderScreen(() => <ComponentEditor id={component._id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  const section = within(await screen.findByRole('region', { name: 'Test cases' }))
  return { server, component, section }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('test cases', () => {
  it('are run together; what differs is told by field', async () => {
    const { section, component, server } = await drawn({ 'POST /components/test-cases/run': [red] } as Answers)
    expect(await section.findByText('1 not run on this version since it was saved')).toBeVisible()
    await press('Run all')
    expect(server.of('POST /components/test-cases/run')[0]?.body).toEqual({ id: component._id })
    const table = within(await section.findByRole('table', { name: 'Differences of Two bikes' }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['/products/0/price23', '/atnothing1'])
    expect(section.getByText('and 5 more')).toBeVisible()
    expect(section.getByText('0 of 1 green')).toBeVisible()
    // What was saved is run: with unsaved changes there is nothing to run.
    await userEvent.type(await screen.findByRole('textbox', { name: 'Description' }), '!')
    expect(section.getByRole('button', { name: 'Run all' })).toBeDisabled()
  })

  it('a new one begins with the test payload and expects what comes out of a run', async () => {
    const { server, component } = await drawn({}, { testPayload: '{"local":[]}' })
    await press('New test case')
    const dialog = within(await screen.findByRole('dialog', { name: 'New test case' }))
    const name = dialog.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Case')
    await userEvent.clear(name)
    await userEvent.type(name, 'Empty')
    await userEvent.type(dialog.getByRole('textbox', { name: /Fields that may differ/ }), 'updatedAt\n/products/*/id')
    await userEvent.click(dialog.getByRole('button', { name: 'Run and expect what comes out' }))
    await waitFor(() => expect(server.of('POST /components/{id}/execute')).toHaveLength(1))
    expect(server.of('POST /components/{id}/execute')[0]).toMatchObject({
      params: { id: component._id },
      body: { payload: { local: [] }, rt_context: {} },
    })
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled())
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.of('POST /components/test-cases')[0]?.body).toEqual({
      id: component._id,
      from: null,
      name: 'Empty',
      payload: { local: [] },
      rt_context: {},
      expected: { products: [1] },
      ignored: ['updatedAt', '/products/*/id'],
    })
  })

  it('a changed one is to be run again, and a deleted one asks first', async () => {
    const { server, section } = await drawn()
    await press('Run all')
    expect(await section.findByText('1 of 1 green')).toBeVisible()
    await press('Edit Two bikes')
    const dialog = within(await screen.findByRole('dialog', { name: 'Test case Two bikes' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' more')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await section.findByText('Not run')).toBeVisible()
    expect(server.of('POST /components/test-cases')[0]?.body).toMatchObject({ _id: 'case1', name: 'Two bikes more' })
    await press('Delete Two bikes')
    expect(await screen.findByText('Do you want to delete the test case Two bikes?')).toBeVisible()
    await press('Yes')
    await waitFor(() => expect(server.of('DELETE /components/test-cases')[0]?.query).toEqual({ id: 'case1' }))
  })

  it('a component that needs green ones runs them before it is locked, and says which is not', async () => {
    let results: object[] = [red]
    const { server } = await drawn({
      'GET /components/test-cases': { cases: [exampleTestCase()], needed: true },
      'POST /components/test-cases/run': () => results,
    } as Answers)
    expect(await screen.findByRole('switch', { name: 'Lock only when all are green' })).toBeChecked()
    await press('Lock')
    await press('Yes')
    expect(await screen.findByRole('alert')).toHaveTextContent('One test case is not green: Two bikes.')
    expect(server.of('POST /components/version/lock')).toEqual([])
    results = [green]
    await press('Yes')
    await waitFor(() => expect(server.of('POST /components/version/lock')).toHaveLength(1))
  })

  it('those of a component of the product are shown and cannot be changed', async () => {
    const { section } = await drawn({}, { readyMade: true, read_only: true, vLocked: true })
    expect(await section.findByRole('button', { name: 'Show Two bikes' })).toBeVisible()
    for (const name of ['New test case', 'Delete Two bikes']) expect(section.queryByRole('button', { name })).toBeNull()
    expect(section.getByRole('switch', { name: 'Lock only when all are green' })).toBeDisabled()
  })
})
