import 'fake-indexeddb/auto'
import type { Component, ExecutionResult } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleUsed } from '../components.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
beforeEach(() => localStorage.setItem('section.component-bench', 'open'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.innerWidth = 1024
})

const execute = 'POST /components/{id}/execute'
const result = (more: Partial<ExecutionResult> = {}): ExecutionResult => ({
  output: { products: [{ sku: 'B1' }, { sku: 'B2' }] },
  logs: [{ logDate: '2026-11-20T10:00:00.000Z', level: 'info', message: 'two bikes' }],
  rt_context: { locale: 'fr' },
  ...more,
})

const drawn = async (answers: Answers = {}, more: Partial<Component> = {}) => {
  const component = exampleComponent({
    _id: `component-${Math.random()}`,
    testPayload: '{"catalogue": [{"sku": "B1"}], "local": []}',
    testContext: '{"locale": "fr"}',
    ...more,
  })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': exampleUsed(),
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
    'POST /components/test-cases': ({ body }: { body: unknown }) => body as never,
    [execute]: result(),
    ...answers,
  } as Answers)
  renderScreen(() => <ComponentEditor id={component._id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  const opened = localStorage.getItem('section.component-bench') === 'open'
  await screen.findByRole('button', { name: opened ? 'Run test' : 'Test component' })
  return { server, component, bench: within(screen.getByRole('region', { name: 'Test component' })) }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const part = (name: string) => within(screen.getByRole('region', { name }))
const text = (name: string) => screen.getByRole('textbox', { name }).textContent

describe('the test bench', () => {
  it('CMP-014/ui CMP-015/ui four editors lie side by side, folded away until they are wanted', async () => {
    window.innerWidth = 1920
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
    localStorage.clear()
    await drawn()
    expect(screen.queryByRole('region', { name: 'Payload (ctx.input)' })).toBeNull()
    await press('Test component')
    expect(await screen.findByRole('region', { name: 'Payload (ctx.input)' })).toBeVisible()
    for (const name of ['Result (ctx.output)', 'Context (ctx.rt_context)', 'Logs'])
      expect(screen.getByRole('region', { name })).toBeVisible()
    const widths = ['Resize the payload', 'Resize the result', 'Resize the context'].map((name) =>
      screen.getByRole('separator', { name }).getAttribute('aria-valuenow'),
    )
    expect(widths).toEqual(['300', '500', '400'])
  })

  it('CMP-018/ui runs with payload and context, and shows result, logs, context and duration', async () => {
    const { server, component, bench } = await drawn({ [execute]: result({ rt_context: { locale: 'de' } }) })
    await press('Run test')
    expect(await bench.findByText(/^Ran \d/)).toBeVisible()
    expect(server.of(execute)).toMatchObject([
      {
        params: { id: component._id },
        body: { payload: { catalogue: [{ sku: 'B1' }], local: [] }, rt_context: { locale: 'fr' } },
      },
    ])
    expect(text('Result (ctx.output)')).toContain('"products"')
    expect(part('Logs').getByText('two bikes')).toBeVisible()
    expect(text('Context after the run')).toContain('"de"')
    await userEvent.click(screen.getByRole('tab', { name: 'products (2 records)' }))
    expect(text('Result (ctx.output)')).not.toContain('"products"')
    expect(text('Result (ctx.output)')).toContain('"B2"')
  })

  it('CMP-021/ui CMP-022/ui what is no JSON is not sent: its line is the result and stands in the logs', async () => {
    const { server } = await drawn({}, { testContext: '{\n  "a": nope\n}' })
    await press('Run test')
    expect(await part('Result (ctx.output)').findByRole('alert')).toHaveTextContent(/^Context, line 2: /)
    expect(part('Logs').getByText(/^Context, line 2, column 8: /)).toBeVisible()
    expect(server.of(execute)).toEqual([])
  })

  it('a number that would change in silence is not sent either', async () => {
    const { server } = await drawn({}, { testPayload: '{"n":\n 9007199254740993}' })
    await press('Run test')
    expect(await part('Result (ctx.output)').findByRole('alert')).toHaveTextContent(
      'Payload, line 2: 9007199254740993 would become 9007199254740992: write it as a text.',
    )
    expect(server.of(execute)).toEqual([])
  })

  it('CMP-022/ui what the code throws is the result, with its stack in the logs', async () => {
    const message = 'Bikes catalogue / overlay, line 3: no price\n    at line 3'
    const logs: ExecutionResult['logs'] = [{ logDate: '2026-11-20T10:00:00.000Z', level: 'error', message }]
    await drawn({ [execute]: result({ output: { error: 'no price' }, logs }) })
    await press('Run test')
    expect(await part('Result (ctx.output)').findByRole('alert')).toHaveTextContent('no price')
    expect(part('Logs').getByText(/at line 3/)).toBeVisible()
  })

  it('CMP-022/ui why the server ran nothing is the result as well', async () => {
    await drawn({
      [execute]: () => {
        throw new RefusedCallError(40900, 'The test took too long.')
      },
    } as Answers)
    await press('Run test')
    expect(await part('Result (ctx.output)').findByRole('alert')).toHaveTextContent('The test took too long.')
    expect(part('Logs').getByText('The test took too long.')).toBeVisible()
    expect(screen.getByText(/^Failed after/)).toBeVisible()
  })

  it('Stop gives the request up, which ends the run', async () => {
    const { server, bench } = await drawn({ [execute]: () => new Promise(() => undefined) } as Answers)
    await press('Run test')
    await press('Stop')
    expect(await bench.findByText(/^Stopped after/)).toBeVisible()
    const signals = server.fetch.mock.calls.filter(([url]) => String(url).includes('/execute')).map(([, init]) => init)
    expect(signals.map((init) => init?.signal?.aborted)).toEqual([true])
    expect(screen.getByRole('button', { name: 'Run test' })).toBeEnabled()
  })

  it('the saved component is run: other changes have to be saved first, the payload does not', async () => {
    const { server } = await drawn()
    const payload = screen.getByRole('textbox', { name: 'Payload (ctx.input)' })
    await userEvent.click(payload)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.of(execute)).toHaveLength(1))
    // The keys ran the test and wrote no line.
    expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '!')
    expect(screen.getByRole('button', { name: 'Run test' })).toBeEnabled()
    await userEvent.selectOptions(screen.getAllByRole('combobox', { name: 'To instance' })[0] as HTMLElement, 'overlay')
    expect(screen.getByRole('button', { name: 'Run test' })).toBeDisabled()
    expect(screen.getByText(/^Save your changes first/)).toBeVisible()
  })

  it('a run is kept as a test case with two clicks', async () => {
    const { server, component } = await drawn()
    await press('Run test')
    await press('Keep as test case')
    const dialog = within(await screen.findByRole('dialog', { name: 'New test case' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.of('POST /components/test-cases')).toHaveLength(1))
    expect(server.of('POST /components/test-cases')[0]?.body).toMatchObject({
      id: component._id,
      payload: { catalogue: [{ sku: 'B1' }], local: [] },
      rt_context: { locale: 'fr' },
      expected: { products: [{ sku: 'B1' }, { sku: 'B2' }] },
    })
  })
})
