import 'fake-indexeddb/auto'
import type { Component } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { ComponentEditor } from './ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleUsed } from './components.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('./diagram/layout/elk.ts', () => import('../../test-support/elk-here.ts'))
// What the editor fetches later: loading it takes a busy machine longer than a screen is waited for.
beforeAll(() => Promise.all([import('./ComponentForm.tsx'), import('./diagram/DiagramSection.tsx')]), 60_000)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onOpened.mockReset()
  sessionStorage.clear()
})

const onOpened = vi.fn<(id: string | null) => void>()
const drawn = async (more: Partial<Component> = {}, answers: Answers = {}) => {
  const component = exampleComponent({ _id: `component-${Math.random()}`, ...more })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': exampleUsed(),
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
    'POST /components': ({ body }: { body: unknown }) => ({
      ...component,
      ...(body as Partial<Component>),
      sys_version: 5,
    }),
    ...answers,
  })
  const page = renderScreen(() => <ComponentEditor id={component._id} onOpened={onOpened} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await screen.findByRole('group', { name: `Form of ${component.name}` })
  return { server, component, ...page }
}
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
}

it('CMP-010/ui CMP-029/ui the form of rt-component shows a component, and saves what was changed', async () => {
  const { server, component } = await drawn()
  expect(server.of('GET /schemas/byname')[0]?.query).toEqual({ name: 'rt-component' })
  const form = screen.getByRole('group', { name: `Form of ${component.name}` })
  for (const title of ['Kind', 'Description', 'Inputs', 'Outputs', 'Instances', 'Links'])
    expect(within(form).getByText(title)).toBeVisible()
  const description = screen.getByRole('textbox', { name: 'Description' })
  expect(description).toHaveValue(component.description)
  await userEvent.type(description, ' Twice.')
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('title', 'Undo change of description (Ctrl Z)')
  await save()
  expect(await screen.findByText('Component saved')).toBeVisible()
  const sent = server.of('POST /components')[0]?.body as Component
  expect(sent).toMatchObject({ _id: component._id, sys_version: 4, name: component.name })
  expect(sent.description).toBe(`${component.description} Twice.`)
  expect(sent.links).toHaveLength(4)
  // The schemas of links come from their ports (CMP-028).
  expect(sent.links[0]).not.toHaveProperty('inputSchema')
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull())
})

it('CMP-011/ui CMP-013/ui the inside is hidden and shown by one switch, and its sections fold', async () => {
  await drawn()
  const schematic = () => screen.queryByRole('region', { name: 'View component schematic' })
  const links = () => screen.queryAllByRole('combobox', { name: 'To instance' })
  expect(await screen.findByRole('tree', { name: 'Everything drawn of Bikes catalogue' })).toBeVisible()
  expect(links()).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Hide inside' }))
  expect(schematic()).toBeNull()
  expect(links()).toHaveLength(0)
  expect(screen.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show inside' }))
  await userEvent.click(within(schematic()!).getByRole('button', { name: 'View component schematic' }))
  expect(screen.queryByRole('tree', { name: 'Everything drawn of Bikes catalogue' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Build the component' }))
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
})

it.each([
  ['workflow', true],
  ['forEach', true],
  ['instruction', false],
  ['function', false],
] as const)('CMP-004/ui a component becomes a %s, with what one is made of', async (kind, hasInside) => {
  const { server } = await drawn({ kind: hasInside ? 'function' : 'workflow' })
  const form = within(screen.getByRole('group', { name: /^Form of/ }))
  await userEvent.click(form.getByRole('combobox', { name: 'Kind' }))
  await userEvent.click(await screen.findByTitle(kind))
  await waitFor(() => expect(form.queryAllByRole('combobox', { name: 'To instance' })).toHaveLength(hasInside ? 4 : 0))
  expect(screen.queryAllByRole('button', { name: 'Hide inside' })).toHaveLength(hasInside ? 1 : 0)
  expect(form.getAllByRole('textbox', { name: 'Code' })).toHaveLength(hasInside ? 4 : 1)
  await save()
  await waitFor(() => expect(server.of('POST /components')[0]?.body).toMatchObject({ kind }))
})

it.each([
  [true, 'Version 2 (Prod)'],
  [false, 'Version 2 (Draft)'],
])('CMP-003/ui locked is production, else a draft: %s', async (vLocked, shown) => {
  await drawn({ vLocked, read_only: vLocked })
  const bar = within(await screen.findByRole('group', { name: 'Version of Bikes catalogue' }))
  expect(bar.getByText(shown)).toBeVisible()
  expect(bar.queryAllByRole('button', { name: 'Save' })).toHaveLength(vLocked ? 0 : 1)
})

it.each<[string, (dialog: HTMLElement) => Promise<void>]>([
  ['selecting it', (dialog) => userEvent.click(within(dialog).getByRole('button', { name: /^V 1/ }))],
  ['double click', (dialog) => userEvent.dblClick(dialog.querySelector('[aria-hidden] button')!)],
])('CMP-024/ui another version is chosen by %s, and the dialog closes', async (_, choose) => {
  const [draft] = exampleComponent().versions
  const locked = { ...draft!, _id: 'catalogue1', version: 1, vLocked: true, vParents: [] }
  await drawn({ versions: [draft!, locked] })
  await userEvent.click(screen.getByRole('button', { name: 'Select a version' }))
  await choose(await screen.findByRole('dialog', { name: 'Select a version' }))
  await waitFor(() => expect(onOpened).toHaveBeenLastCalledWith('catalogue1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('CMP-008/ui databases and network are switched on in the form, and saved', async () => {
  const form = exampleComponentForm()
  const flags = {
    isDB: { type: 'boolean', title: 'May use databases' },
    isIO: { type: 'boolean', title: 'May use the network' },
  }
  const properties = { ...(form.jsonSchema['properties'] as object), ...flags }
  const { server } = await drawn(
    { isIO: true },
    { 'GET /schemas/byname': { ...form, jsonSchema: { ...form.jsonSchema, properties } } },
  )
  expect(screen.getByLabelText('May use the network')).toBeChecked()
  await userEvent.click(screen.getByLabelText('May use databases'))
  await userEvent.click(screen.getByLabelText('May use the network'))
  await save()
  await waitFor(() => expect(server.of('POST /components')[0]?.body).toMatchObject({ isDB: true, isIO: false }))
})

it('CMP-027/ui a link saved without code shows the default code that it was given', async () => {
  const { links } = exampleComponent()
  const { server } = await drawn(
    { links: links.slice(0, 1) },
    {
      'POST /components': ({ body }: { body: unknown }) => {
        const sent = body as Component
        return exampleComponent({ ...sent, sys_version: 5, links: links.slice(0, 1) })
      },
    },
  )
  const code = () => screen.getByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(code()).toHaveClass('cm-content'))
  const view = EditorView.findFromDOM(code())!
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length } }))
  expect(code()).toHaveTextContent('')
  await save()
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(1))
  expect(server.of('POST /components')[0]?.body).toMatchObject({ links: [{ jsCode: '' }] })
  await waitFor(() => expect(code()).toHaveTextContent('ctx.output = ctx.input;'))
  expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull()
})

it('a component that holds code alone has no inside to be shown', async () => {
  await drawn({ kind: 'instruction' })
  expect(screen.queryByRole('button', { name: 'Hide inside' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'View component schematic' })).toBeNull()
  expect(screen.getByRole('region', { name: 'build' })).toBeVisible()
})

it('CMP-005/ui CMP-030/ui the ends of a link are chosen out of what is there', async () => {
  await drawn()
  const links = screen.getByRole('region', { name: 'Build the component' })
  const [to] = within(links).getAllByRole('combobox', { name: 'To instance' })
  expect(
    within(to!)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['This component', 'rowsToProducts', 'overlay'])
  await userEvent.selectOptions(to!, 'overlay')
  const [port] = within(links).getAllByRole('combobox', { name: 'To port' })
  expect(port).toHaveValue('')
  expect(
    within(port!)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a port', 'master', 'local'])
})

it('CMP-034/ui CMP-035/ui CMP-036/ui what keeps a diagram from being built is told, and it is saved all the same', async () => {
  const { server } = await drawn({ instances: [{ name: 'overlay', instanceOf: 'overlay3' }] })
  const faults = await screen.findByRole('region', { name: 'Faults of the diagram' })
  expect(within(faults).getByText('duplicate or missing port: rowsToProducts')).toBeVisible()
  await userEvent.click(within(faults).getByRole('button', { name: /^Show .*rowsToProducts/ }))
  const list = await screen.findByRole('tree', { name: 'Everything drawn of Bikes catalogue' })
  const selected = () => within(list).getAllByRole('treeitem', { selected: true })
  expect(selected().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^catalogue to rows/),
    expect.stringMatching(/^rows to overlay/),
  ])
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '!')
  await save()
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(1))
})

it('CMP-037/ui the saved component is built, with its code and what looks odd in it, or the fault that keeps it from that', async () => {
  let isBroken = true
  const { server, component } = await drawn(
    {},
    {
      'POST /components/{id}/generate': () => {
        if (isBroken) throw new RefusedCallError(40000, 'duplicate or missing port: overlay')
        return { _id: 'c', jsCode: 'const run = 1', warnings: ['Bikes catalogue: there is no code'] }
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Generate code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Code of Bikes catalogue' })
  expect(await within(dialog).findByText('duplicate or missing port: overlay')).toBeVisible()
  isBroken = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }))
  expect(await within(dialog).findByText('const run = 1')).toBeVisible()
  expect(within(dialog).getByText('Bikes catalogue: there is no code')).toBeVisible()
  expect(server.of('POST /components/{id}/generate')[0]?.params).toEqual({ id: component._id })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '!')
  expect(screen.getByRole('button', { name: 'Generate code' })).toBeDisabled()
})

it('CMP-009/ui the components visited on the way are shown, and go on from the one gone back to', async () => {
  sessionStorage.setItem(
    'visited-components',
    JSON.stringify([
      { id: 'master', name: 'EV catalogue' },
      { id: 'rows', name: 'Rows to products' },
    ]),
  )
  await drawn({ _id: 'rows', name: 'Rows to products' })
  const trail = screen.getByRole('navigation', { name: 'Visited components' })
  expect(
    within(trail)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['EV catalogue', 'Rows to products'])
  expect(within(trail).getByRole('link', { name: 'EV catalogue' })).toHaveAttribute(
    'href',
    expect.stringContaining('id=master'),
  )
})

it('a locked component and one of the product say why they cannot be changed', async () => {
  await drawn({ vLocked: true, read_only: true })
  expect(screen.getByText(/This version is locked/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveAttribute('readonly')
})

it('a save over somebody else’s is merged by field, and nothing is lost', async () => {
  const theirs = exampleComponent({ _id: 'merged', isDB: true, sys_version: 5 })
  let isSaved = false
  const { server } = await drawn(
    { _id: 'merged' },
    {
      'GET /components/find': () => (isSaved ? theirs : exampleComponent({ _id: 'merged' })),
      'POST /components': ({ body }: { body: unknown }) => {
        const given = body as Component
        if (given.sys_version === 4) {
          isSaved = true
          return new Response(JSON.stringify({ code: 40900, message: texts.changedBySomebody, data: null }))
        }
        return { ...theirs, ...given, sys_version: 6 }
      },
    },
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' Mine.')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
  await save()
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(2))
  expect(server.of('POST /components')[1]?.body).toMatchObject({
    isDB: true,
    sys_version: 5,
    description: expect.stringMatching(/ Mine\.$/),
  })
})

it('CMP-010/ui the code of a component is written in an editor for code, and saved', async () => {
  const { server } = await drawn({ kind: 'function', instances: [], links: [], jsCode: 'return {}' })
  const code = () => screen.getByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(code()).toHaveClass('cm-content'))
  const view = EditorView.findFromDOM(code())!
  act(() => view.dispatch({ changes: { from: 8, insert: ' products: []' } }))
  await save()
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(1))
  expect(server.of('POST /components')[0]?.body).toMatchObject({ jsCode: 'return { products: []}' })
})
