import 'fake-indexeddb/auto'
import type { Component, ComponentInput } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import {
  exampleBlock,
  exampleComponent,
  exampleComponentForm,
  exampleComponentTree,
  exampleUsed,
} from '../components.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
vi.mock('../diagram/layout/elk.ts', () => import('../../../test-support/elk-here.ts'))
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

const all = [...exampleUsed(), exampleBlock()]
const drawn = async (more: Partial<Component> = {}, answers: Answers = {}) => {
  const component = exampleComponent({ _id: `component-${Math.random()}`, ...more })
  const find = (id: string) => all.find(({ _id }) => _id === id)
  const versions = component.versions.map((version) => ({ ...version, _id: component._id }))
  const server = fakeServer({
    'GET /components/find': ({ query }: { query: { id?: string } }) =>
      find(query.id ?? '') ?? { ...component, versions },
    'GET /components': all,
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': exampleComponentTree(component._id),
    'GET /components/test-cases': { cases: [], needed: false },
    'POST /components': ({ body }: { body: unknown }) => ({ ...component, ...(body as object), _id: 'made' }),
    ...answers,
  })
  renderScreen(() => <ComponentEditor id={component._id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await screen.findByRole('toolbar', { name: 'Edit the diagram' })
  return { server, component }
}
const list = () => screen.getByRole('tree', { name: /^Everything drawn/ })
const rows = () =>
  within(list())
    .getAllByRole('treeitem')
    .filter((item) => item.getAttribute('aria-level') === '2')
    .map(({ textContent }) => textContent)
const row = (name: RegExp) => within(list()).getByRole('treeitem', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const undo = () => screen.getByRole('button', { name: 'Undo' })

it('a ready-made block is found in the palette, with what it does and what can be set, and added', async () => {
  const { component } = await drawn()
  list().focus()
  await userEvent.keyboard('{Insert}')
  const dialog = await screen.findByRole('dialog', { name: 'Add a component' })
  const options = () =>
    within(dialog)
      .queryAllByRole('option')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(options()).toEqual(['Filter', 'Rows to productsComponents / Bikes']))
  expect(options().join()).not.toContain(component.name)
  await userEvent.keyboard('fil{ArrowDown}')
  expect(options()).toEqual(['Filter'])
  const about = await within(dialog).findByRole('region', { name: 'About Filter' })
  expect(about).toHaveTextContent('Parts records by conditions')
  expect(about).toHaveTextContent('What is asked of each record.')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toContain('▸filter Filter'))
  expect(row(/^filter/)).toHaveAttribute('aria-selected', 'true')
  expect(undo()).toHaveAttribute('title', 'Undo new instance filter (Ctrl Z)')
})

it('the settings of a block are a form of its schema, and become a constant', async () => {
  const { server } = await drawn({ instances: [{ name: 'filter', instanceOf: 'filter1' }], links: [] })
  await userEvent.click(row(/^filter/))
  row(/^filter/).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Settings of filter' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Field/ }), 'Status')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }))
  expect(undo()).toHaveAttribute('title', 'Undo change of the settings of filter (Ctrl Z)')
  await press('Save')
  await press('Yes')
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(1))
  const sent = server.of('POST /components')[0]?.body as ComponentInput
  expect(sent.instances?.[0]?.values).toEqual({ settings: { field: 'Status' } })
})

it('CMP-030/ui two ports are connected by keys alone; those that fit come first', async () => {
  await drawn()
  await userEvent.click(row(/^rowsToProducts/))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('l')
  const dialog = await screen.findByRole('dialog', { name: 'Connect two ports' })
  expect(within(dialog).getByRole('combobox', { name: 'From' })).toHaveValue('rowsToProducts › products')
  const to = within(dialog).getByRole('combobox', { name: 'To' })
  expect(
    within(to)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['products', 'overlay › local'])
  await userEvent.selectOptions(to, 'overlay › local')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(row(/^rowsToProducts to overlay /)).toHaveAttribute('aria-selected', 'true')
})

it('F2 renames, Delete takes links along, Ctrl Z and Ctrl Y undo and redo it', async () => {
  await drawn()
  await userEvent.click(row(/^rowsToProducts/))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{F2}')
  const dialog = await screen.findByRole('dialog', { name: 'Rename' })
  await userEvent.clear(within(dialog).getByRole('textbox'))
  await userEvent.type(within(dialog).getByRole('textbox'), 'overlay{Enter}')
  expect(await within(dialog).findByText('There is another overlay already.')).toBeVisible()
  await userEvent.clear(within(dialog).getByRole('textbox'))
  await userEvent.type(within(dialog).getByRole('textbox'), 'clean{Enter}')
  row(/^clean Rows/).focus()
  await userEvent.keyboard('{Delete}')
  expect(rows().join()).not.toContain('clean')
  expect(within(list()).getByRole('treeitem', { name: /^Links/ })).toHaveTextContent('2')
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(row(/^rowsToProducts Rows/)).toBeVisible()
  await userEvent.keyboard('{Control>}yy{/Control}')
  expect(within(list()).queryByRole('treeitem', { name: /^clean/ })).toBeNull()
})

it('after Delete the next row has the focus, for the keys that follow', async () => {
  await drawn()
  await userEvent.click(row(/^rowsToProducts/))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{Delete}')
  expect(row(/^overlay Overlay/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(row(/^Instances/)).toHaveFocus())
})

it('boxes are copied as text and pasted with the links between them; other text says what is missing', async () => {
  await drawn()
  await userEvent.click(row(/^rowsToProducts/))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  const data = new Map<string, string>()
  const clipboardData = {
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, text: string) => data.set(type, text),
  }
  fireEvent.copy(document.activeElement!, { clipboardData })
  expect(data.get('text/plain')).toContain('"instanceOf": "clean1"')
  fireEvent.paste(document.activeElement!, { clipboardData })
  await waitFor(() => expect(row(/^rowsToProducts2 /)).toHaveAttribute('aria-selected', 'true'))
  expect(row(/^rows to overlay2 rowsToProducts2.products → overlay2.master/)).toBeVisible()
  data.set('text/plain', 'Hello')
  fireEvent.paste(document.activeElement!, { clipboardData })
  expect(await screen.findByText('The clipboard holds no boxes of a component. Copy some first.')).toBeVisible()
  // A field that is typed into keeps its own clipboard.
  screen.getByRole('textbox', { name: 'Description' }).focus()
  const typed = fireEvent.paste(document.activeElement!, { clipboardData })
  expect(typed).toBe(true)
})

it('selected boxes become a component beside this one, and Undo takes the instance back', async () => {
  let isTaken = true
  const { server, component } = await drawn(
    {},
    {
      'POST /components': ({ body }: { body: unknown }) => {
        if (isTaken) throw new RefusedCallError(40900, 'The name exists already.')
        return exampleComponent({ ...(body as Partial<Component>), _id: 'clean1' })
      },
    },
  )
  await userEvent.click(row(/^rowsToProducts/))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}g{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Group into a component' })
  await userEvent.type(within(dialog).getByRole('textbox'), 'Clean and join{Enter}')
  expect(await within(dialog).findByText('The name exists already.')).toBeVisible()
  isTaken = false
  await userEvent.type(within(dialog).getByRole('textbox'), ' 2{Enter}')
  await waitFor(() => expect(row(/^cleanAndJoin2/)).toBeVisible())
  const sent = server.of('POST /components').at(-1)?.body as ComponentInput
  expect(sent).toMatchObject({ name: 'Clean and join 2', folder: component.folder, kind: 'workflow' })
  expect(sent.inputs?.map(({ name }) => name)).toEqual(['catalogue', 'local'])
  expect(sent.instances).toHaveLength(2)
  expect(within(list()).getByRole('treeitem', { name: /^Links/ })).toHaveTextContent('3')
  await userEvent.click(undo())
  expect(row(/^overlay Overlay/)).toBeVisible()
})

it('a component dropped on the canvas is added, on a link it is inserted there', async () => {
  await drawn()
  const canvas = await screen.findByRole('application', { name: /^Diagram of/ })
  const dataTransfer = {
    types: ['application/x-millrace-component'],
    getData: (type: string) => (type === 'application/x-millrace-component' ? 'clean1' : ''),
    dropEffect: 'none',
  }
  fireEvent.dragOver(canvas, { dataTransfer })
  expect(dataTransfer.dropEffect).toBe('copy')
  fireEvent.drop(canvas, { dataTransfer })
  await waitFor(() => expect(row(/^rowsToProducts2 /)).toBeVisible())
  const line = await waitFor(() => {
    const found = document.querySelector('[data-id="links:0:local to overlay"] path')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.drop(line, { dataTransfer })
  await waitFor(() => expect(row(/^local to overlay local → rowsToProducts3.rows/)).toBeVisible())
  expect(row(/^rowsToProducts3 to overlay rowsToProducts3.products → overlay.local/)).toBeVisible()
})

it('CMP-040/ui a red toast tells that the ports of links cannot be had', async () => {
  const asked = Promise.withResolvers<never>()
  await drawn({}, { 'GET /components': () => asked.promise })
  // A toast stays five seconds, and drawing the screen may take longer than that.
  asked.reject(new RefusedCallError(50000, 'Something unexpected happened.'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something unexpected happened.')
})

it('a locked component has neither buttons nor keys that change it', async () => {
  const component = exampleComponent({ _id: 'locked', vLocked: true, read_only: true })
  fakeServer({
    'GET /components/find': component,
    'GET /components': all,
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
  })
  renderScreen(() => <ComponentEditor id="locked" onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('treeitem', { name: /^rowsToProducts/ }))
  expect(screen.queryByRole('toolbar', { name: 'Edit the diagram' })).toBeNull()
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{Delete}')
  expect(row(/^rowsToProducts/)).toBeVisible()
})
