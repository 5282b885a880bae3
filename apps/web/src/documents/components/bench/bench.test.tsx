import 'fake-indexeddb/auto'
import type { Component, ExecutionFault, ExecutionResult } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../../test-support/fake-live.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleLinks, exampleUsed } from '../components.examples.ts'

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

  it('CMP-020/ui what is left empty is an empty object', async () => {
    const { server } = await drawn({}, { testPayload: '', testContext: ' \n' })
    await press('Run test')
    await waitFor(() => expect(server.of(execute)).toMatchObject([{ body: { payload: {}, rt_context: {} } }]))
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

  it('CMP-018/ui what the code logs is shown while it runs, and stays when it is stopped', async () => {
    const { bench } = await drawn({ [execute]: () => new Promise(() => undefined) } as Answers)
    await press('Run test')
    const { logs } = result()
    act(() => fakeLive.pushRunLines(logs))
    expect(await part('Logs').findByText('two bikes')).toBeVisible()
    await press('Stop')
    expect(await bench.findByText(/^Stopped after/)).toBeVisible()
    expect(part('Logs').getByText('two bikes')).toBeVisible()
    expect(fakeLive.filters('testRuns')).toEqual([])
  })

  it('records are gone through one by one, each run by itself', async () => {
    const { server } = await drawn({}, { testPayload: '{"catalogue": [{"sku": "B1"}, {"sku": "B2"}], "local": [1]}' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Records that are run' }), 'catalogue')
    const steps = within(screen.getByRole('group', { name: 'Records' }))
    expect(steps.getByText('1 of 2')).toBeVisible()
    await userEvent.click(steps.getByRole('button', { name: 'Next record' }))
    await waitFor(() => expect(server.of(execute)).toHaveLength(1))
    expect(server.of(execute)[0]?.body).toMatchObject({ payload: { catalogue: [{ sku: 'B2' }], local: [1] } })
    expect(steps.getByText('2 of 2')).toBeVisible()
    expect(steps.getByRole('button', { name: 'Next record' })).toBeDisabled()
    // What is kept of the run is what went in.
    await press('Keep as test case')
    const dialog = within(await screen.findByRole('dialog', { name: 'New test case' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.of('POST /components/test-cases')).toHaveLength(1))
    expect(server.of('POST /components/test-cases')[0]?.body).toMatchObject({ payload: { catalogue: [{ sku: 'B2' }] } })
  })

  it('the values of all links are listed, and those inside instances where they are wanted', async () => {
    await drawn({ [execute]: result({ links: exampleLinks() }) })
    await press('Run test')
    const table = () =>
      within(screen.getByRole('table', { name: 'Values of the links' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent))
    await screen.findByRole('table', { name: 'Values of the links' })
    expect(table()).toEqual([
      ['catalogue to rows', '2', '', '[{"sku":"B1"},{"sku":"B2"}]'],
      ['rows to overlay', '2', '3 ms', '[{"sku":"B1","price":1},{"sku":"B2"}] …'],
      ['local to overlay', '0', '', 'nothing'],
    ])
    await press('Show 1 inside instances')
    expect(table().at(-1)).toEqual(['rowsToProducts: row to price', '2', '', '{"sku":"B2"}'])
    await press('Unfold the value of rows to overlay')
    expect(screen.getByText('Long lists and texts are cut.')).toBeVisible()
  })

  it('CMP-022/ui the line of a link that failed is marked in its code, and the way to it is a click', async () => {
    const fault: ExecutionFault = {
      message: 'TypeError: no price',
      component: 'Bikes catalogue / overlay',
      source: "link 'rows to overlay' of Bikes catalogue",
      line: 1,
      column: 3,
      record: 2,
      items: [],
    }
    await drawn({ [execute]: result({ output: { error: fault.message }, fault }) })
    await press('Run test')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent("link 'rows to overlay' of Bikes catalogue, line 1, record 2: TypeError: no price")
    await press('Go to the line')
    const marked = await screen.findByText('TypeError: no price', { selector: '.cm-runFault' })
    const code = marked.closest<HTMLElement>('[role=textbox]')
    expect(code).toHaveFocus()
    expect(marked.previousElementSibling).toHaveTextContent('ctx.output = ctx.input;')
  })

  it('an error inside an instance names it, and leads to its component', async () => {
    const fault: ExecutionFault = {
      message: 'no price',
      component: 'Bikes catalogue / overlay',
      source: 'Overlay locale',
      line: 7,
      column: 1,
      record: null,
      items: [],
    }
    await drawn({ [execute]: result({ output: { error: fault.message }, fault }) })
    await press('Run test')
    expect(await screen.findByRole('alert')).toHaveTextContent('overlay, line 7: no price')
    expect(screen.getByRole('link', { name: 'Open the component' })).toHaveAttribute(
      'href',
      expect.stringContaining('id=overlay3'),
    )
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
