import 'fake-indexeddb/auto'
import type { Schema } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { exampleSchema } from './schemas.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
beforeEach(() => {
  // Rows are drawn as far as they are in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let id = ''
const drawn = async (more: Partial<Schema> = {}, answers: Answers = {}) => {
  id = `schema-${Math.random()}`
  const schema = exampleSchema({ _id: id, ...more })
  const server = fakeServer({
    'GET /schemas/find': schema,
    'GET /schemas/list': [],
    'GET /folders/tree': [],
    ...answers,
  })
  const page = renderScreen(() => <SchemaEditor id={id} onOpened={() => undefined} />, {
    at: '/manage/schemas',
    as: 'manager',
  })
  await screen.findByRole('tree', { name: 'Schema Bike' })
  return { server, schema, ...page }
}
const row = (name: RegExp | string) => screen.getByRole('treeitem', { name })
const button = (name: string) => screen.getByRole('button', { name })
const saved = (server: ReturnType<typeof fakeServer>) => server.of('POST /schemas').map(({ body }) => body)
const save = async () => {
  await userEvent.click(button('Save'))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
}
const accept = {
  'POST /schemas': ({ body }: { body: unknown }) => ({
    ...exampleSchema(),
    ...(body as Partial<Schema>),
    sys_version: 5,
  }),
}

describe('the tree of a schema', () => {
  it('SCH-004/ui SCH-006/ui shows every part with what it is', async () => {
    await drawn()
    for (const name of [
      /^Bike/,
      /^properties/,
      /^sku.*Text.*Article number/,
      /^price.*Number/,
      /^colour.*List of values/,
      /^maker.*Reference/,
      /^sizes.*List/,
      /^required.*sku, price/,
      /^definitions/,
    ])
      expect(row(name)).toBeVisible()
    expect(within(row(/^sku/)).getByTitle('Required')).toBeVisible()
    expect(within(row(/^colour/)).queryByTitle('Required')).toBeNull()
  })

  it('is walked and changed by keys alone: arrows, F2, Delete, Alt and an arrow', async () => {
    const { server } = await drawn({}, accept)
    row(/^Bike/).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(row(/^price/)).toHaveFocus())
    fireEvent.keyDown(row(/^price/), { key: 'ArrowUp', altKey: true })
    await userEvent.keyboard('{F2}cost{Enter}')
    await waitFor(() => expect(row(/^cost/)).toBeVisible())
    await userEvent.click(row(/^colour/))
    fireEvent.keyDown(row(/^colour/), { key: 'Delete' })
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^colour/ })).toBeNull())
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(1))
    const { jsonSchema } = saved(server)[0] as Schema
    expect(Object.keys(jsonSchema.properties as object)).toEqual(['cost', 'sku', 'maker', 'sizes'])
    expect(jsonSchema.required).toEqual(['sku', 'cost'])
  })
})

describe('edits', () => {
  it('SCH-017/ui are undone and done again by buttons that name them, and by keys', async () => {
    await drawn()
    expect(button('Undo')).toBeDisabled()
    await userEvent.click(row(/^Bike/))
    await userEvent.click(button('Whole number'))
    expect(row(/^field Whole number/)).toBeVisible()
    expect(button('Undo')).toHaveAttribute('title', 'Undo new field field (Ctrl Z)')
    await userEvent.click(button('Undo'))
    expect(screen.queryByRole('treeitem', { name: /^field / })).toBeNull()
    expect(button('Redo')).toHaveAttribute('title', 'Redo new field field (Ctrl Shift Z)')
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true, shiftKey: true })
    expect(await screen.findByRole('treeitem', { name: /^field Whole number/ })).toBeVisible()
  })

  it('SCH-021/ui SCH-022/ui what does not fit the selection says why and adds nothing', async () => {
    await drawn()
    await userEvent.click(row(/^sku/))
    const part = button('Required fields')
    expect(part).toHaveAttribute('aria-disabled', 'true')
    expect(part).toHaveAttribute('title', 'Only an object has required fields.')
    await userEvent.click(part)
    expect(button('Save')).toBeDisabled()
  })

  it.each([
    ['SCH-007/ui', /^sku/, 'minLength', '3', { minLength: 3 }],
    ['SCH-007/ui', /^sku/, 'pattern', '^C', { pattern: '^C' }],
    ['SCH-007/ui', /^price/, 'maximum', '9.5', { maximum: 9.5 }],
    ['SCH-009/ui', /^sku/, 'placeholder', 'B1', { ui: { placeholder: 'B1' } }],
    ['SCH-010/ui', /^sku/, 'columns', '12', { ui: { columns: 12 } }],
    ['SCH-024/ui', /^colour/, 'enum, one JSON value a line', '"red"\n7', { enum: ['red', 7] }],
  ])('%s %s: %s is set to %s', async (_, name, attribute, typed, expected) => {
    const { server } = await drawn({}, accept)
    await userEvent.click(row(name))
    const field = screen.getByRole('textbox', { name: attribute })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(1))
    const fields = (saved(server)[0] as Schema).jsonSchema.properties as Record<string, object>
    const key = name.source.slice(1)
    expect(fields[key]).toMatchObject(expected)
  })

  it.each([
    ['SCH-010/ui', /^sku/, 'columns', '13', 'From 1 to 12.'],
    ['SCH-023/ui', /^sizes/, 'minItems', '-1', 'A whole number from 0 up.'],
    ['SCH-007/ui', /^sku/, 'minLength', 'x', 'Type a number.'],
    ['SCH-007/ui', /^sku/, 'pattern', '(', /is not a regular expression/],
    ['SCH-024/ui', /^price/, 'enum, one JSON value a line', '"ten"', /^"ten": .*number/],
    ['SCH-024/ui', /^colour/, 'enum, one JSON value a line', 'red', 'red is no JSON: write text in double quotes.'],
  ])('%s %s: %s cannot be %s', async (_, name, attribute, typed, reason) => {
    await drawn()
    await userEvent.click(row(name))
    const field = screen.getByRole('textbox', { name: attribute })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    expect(screen.getByText(reason)).toBeVisible()
    expect(button('Save')).toBeDisabled()
  })

  it('SCH-007/ui a text is made a key', async () => {
    const { server } = await drawn({}, accept)
    await userEvent.click(row(/^price/))
    expect(screen.queryByRole('combobox', { name: 'key' })).toBeNull()
    await userEvent.click(row(/^sku/))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'key' }), 'yes')
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(1))
    expect((saved(server)[0] as Schema).jsonSchema.properties).toMatchObject({ sku: { key: true } })
  })

  it('SCH-020/ui a field becomes required by its switch', async () => {
    const { server } = await drawn({}, accept)
    await userEvent.click(row(/^maker.*Reference/))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Required' }))
    await save()
    await waitFor(() =>
      expect((saved(server)[0] as Schema | undefined)?.jsonSchema.required).toEqual(['sku', 'price', 'maker']),
    )
  })

  it.each([
    ['Duplicate', /^sku/, ['sku', 'sku2', 'price', 'colour', 'maker', 'sizes']],
    ['Move down', /^sku/, ['price', 'sku', 'colour', 'maker', 'sizes']],
    ['Remove', /^price/, ['sku', 'colour', 'maker', 'sizes']],
  ])('%s by a button', async (label, name, expected) => {
    const { server } = await drawn({}, accept)
    await userEvent.click(row(name))
    await userEvent.click(button(label))
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(1))
    expect(Object.keys((saved(server)[0] as Schema).jsonSchema.properties as object)).toEqual(expected)
  })

  it('offers for a reference to put the definition there, and for others to make one', async () => {
    await drawn()
    await userEvent.click(row(/^maker.*Reference/))
    expect(button('Put the definition here')).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Make a definition of it' })).toBeNull()
    await userEvent.click(row(/^sku/))
    expect(button('Make a definition of it')).toBeEnabled()
  })

  it.each([
    ['a reference to nothing', { $ref: '#/definitions/gone' }, /can't resolve reference #\/definitions\/gone/],
    ['a pattern that is none', { type: 'string', pattern: '(' }, /is not a regular expression/],
    ['a value of another type', { type: 'string', enum: ['a', 7] }, /schema\/properties\/wrong\/enum\/1 is 7/],
  ])('%s is told at once, and leads to its row', async (_, wrong, message) => {
    await drawn({ jsonSchema: { type: 'object', properties: { fine: {}, wrong } } })
    expect(await screen.findByText(message)).toBeVisible()
    await userEvent.click(button('Show it'))
    await waitFor(() => expect(row(/^wrong/)).toHaveAttribute('aria-selected', 'true'))
  })
})

it('all faults are listed at once, each leading to its row, which is marked', async () => {
  await drawn({
    jsonSchema: {
      type: 'object',
      properties: {
        fine: {},
        gone: { $ref: '#/definitions/gone' },
        wrong: { type: 'string', pattern: '(', minLength: -1 },
        slow: { type: 'string', pattern: '^(a+)+$' },
      },
    },
  })
  const list = await screen.findByRole('region', { name: '4 faults' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^The schema is not valid: .*Show it$/),
    expect.stringMatching(/can't resolve reference #\/definitions\/gone/),
    expect.stringMatching(/is not a regular expression/),
    expect.stringMatching(/may need exponential time/),
  ])
  const [, , , slow] = within(list).getAllByRole('button', { name: 'Show it' })
  await userEvent.click(slow as HTMLElement)
  await waitFor(() => expect(row(/^slow/)).toHaveAttribute('aria-selected', 'true'))
  expect(within(row(/^wrong/)).getByRole('img')).toBeVisible()
  expect(within(row(/^fine/)).queryByRole('img')).toBeNull()
})

it('a pattern that may need exponential time is told while it is typed, and can be taken', async () => {
  const { server } = await drawn({}, accept)
  await userEvent.click(row(/^sku/))
  const field = screen.getByRole('textbox', { name: 'pattern' })
  fireEvent.change(field, { target: { value: '^(a+)+$' } })
  expect(screen.getByText(/may need exponential time: it repeats what repeats already/)).toBeVisible()
  fireEvent.change(field, { target: { value: '^(a+-)+$' } })
  expect(screen.queryByText(/may need exponential time/)).toBeNull()
  fireEvent.change(field, { target: { value: '^(a+)+$' } })
  fireEvent.blur(field)
  await save()
  await waitFor(() => expect(saved(server)).toHaveLength(1))
})

it.each([
  ['with a place', 'The schema is not valid: it is wrong (at schema/properties/price/minimum)', /^price/],
  ['without one', 'The schema is not valid: it is too large to compile', /^Bike/],
  ['of a schema that is not there', texts.schemaNotExist, /^far/],
])('the server’s refusal %s is listed, and gone with the next edit', async (_, message, name) => {
  const { jsonSchema } = exampleSchema()
  const properties = { ...(jsonSchema.properties as object), far: { $ref: 'importer://schema/id/far' } }
  await drawn(
    { jsonSchema: { ...jsonSchema, properties } },
    { 'POST /schemas': () => new Response(JSON.stringify({ code: 40000, message, data: null })) },
  )
  await userEvent.click(row(/^Bike/))
  await userEvent.click(button('Text'))
  await save()
  const list = await screen.findByRole('region', { name: '1 fault' })
  expect(within(list).getByText(message)).toBeVisible()
  await userEvent.click(within(list).getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(row(name)).toHaveAttribute('aria-selected', 'true'))
  await userEvent.click(row(/^Bike/))
  await userEvent.click(button('Text'))
  await waitFor(() => expect(screen.queryByRole('region', { name: '1 fault' })).toBeNull())
})

it('only the reference that leads nowhere is marked: neither one to an older version nor one that was saved before', async () => {
  const { jsonSchema } = exampleSchema()
  const far = (address: string) => ({ $ref: `importer://schema/${address}` })
  const properties = {
    older: far('id/fr'),
    named: far('name/Bikes%20fr-FR'),
    hidden: far('id/hidden'),
  }
  await drawn(
    { jsonSchema: { ...jsonSchema, properties } },
    {
      'GET /folders/tree': exampleTree(),
      'POST /schemas': () => new Response(JSON.stringify({ code: 40000, message: texts.schemaNotExist, data: null })),
    },
  )
  await userEvent.click(button('Edit json'))
  const box = await screen.findByRole('textbox', { name: /^JSON of/ })
  const text = JSON.stringify({ ...jsonSchema, properties: { ...properties, gone: far('id/gone') } })
  const view = EditorView.findFromDOM(box)
  act(() => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
  await waitFor(() => expect(button('Ok')).toBeEnabled())
  await userEvent.click(button('Ok'))
  await save()
  await screen.findByRole('region', { name: '1 fault' })
  const marked = screen
    .getAllByRole('treeitem')
    .filter((item) => within(item).queryByRole('img', { name: texts.schemaNotExist }) !== null)
  expect(marked.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['gone'])
})

it('SCH-030/ui the refusal of a schema that is not there names its address, in the list, at its row and in the toast', async () => {
  const { jsonSchema } = exampleSchema()
  const address = 'importer://schema/name/gone#/properties/key'
  const properties = {
    ...(jsonSchema.properties as object),
    far: { $ref: 'importer://schema/id/far' },
    gone: { $ref: address },
  }
  await drawn(
    { jsonSchema: { ...jsonSchema, properties } },
    {
      'POST /schemas': () => {
        throw new RefusedCallError(40000, texts.schemaNotExist, { address })
      },
    },
  )
  await userEvent.click(row(/^Bike/))
  await userEvent.click(button('Text'))
  await save()
  const list = await screen.findByRole('region', { name: '1 fault' })
  expect(within(list).getByText(`Schema not exist. (${address})`)).toBeVisible()
  await userEvent.click(within(list).getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(row(/^gone/)).toHaveAttribute('aria-selected', 'true'))
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(toasts.getByText(texts.schemaNotExist)).toBeVisible()
  expect(toasts.getByText(address)).toBeVisible()
})

describe('saving', () => {
  const edit = async () => {
    await userEvent.click(row(/^Bike/))
    await userEvent.click(button('Text'))
  }

  it('SCH-031/ui asks, sends everything it does not understand as it was, and says so', async () => {
    const { server, schema } = await drawn({}, accept)
    await edit()
    expect(screen.getByRole('img', { name: 'Not saved' })).toBeVisible()
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Do you want to save the current modifications?')).toBeVisible()
    await userEvent.click(button('Yes'))
    expect(await screen.findByText('Schema saved')).toBeVisible()
    const properties = { ...(schema.jsonSchema.properties as object), field: { type: 'string' } }
    expect(JSON.stringify(saved(server))).toBe(
      JSON.stringify([{ _id: id, name: 'Bike', sys_version: 4, jsonSchema: { ...schema.jsonSchema, properties } }]),
    )
    expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull()
  })

  it('over somebody else’s save merges by field and loses nothing', async () => {
    const refusal = { code: 40900, message: texts.changedBySomebody, data: null }
    let asked = 0
    const theirs = () => ({
      ...exampleSchema({ _id: id }),
      sys_version: 5,
      jsonSchema: { ...exampleSchema().jsonSchema, title: 'By Ann' },
    })
    const { server } = await drawn(
      {},
      {
        'GET /schemas/find': () => (asked++ === 0 ? exampleSchema({ _id: id }) : theirs()),
        'POST /schemas': ({ body }: { body: unknown }) =>
          (body as Schema).sys_version === 4
            ? new Response(JSON.stringify(refusal))
            : { ...theirs(), ...(body as Partial<Schema>) },
      },
    )
    await edit()
    await save()
    expect(await screen.findByRole('dialog', { name: 'Merge changes of Bike' })).toBeVisible()
    await userEvent.click(button('Merge'))
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(2))
    const { sys_version, jsonSchema } = saved(server)[1] as Schema
    expect([sys_version, jsonSchema.title]).toEqual([5, 'By Ann'])
    expect(jsonSchema.properties).toHaveProperty('field')
  })

  it('SCH-018/ui leaving with unsaved changes asks', async () => {
    const { address, back } = await drawn()
    await edit()
    back()
    expect(address()).toBe('/manage/schemas')
  })

  it.each([
    [{ vLocked: true, read_only: true }, /This version is locked and cannot be changed/],
    [{ read_only: true }, /You may read this schema, and not change it/],
  ])('VER-008/ui VER-014/ui %j is only read, and says why', async (more, reason) => {
    await drawn(more)
    expect(screen.getByText(reason)).toBeVisible()
    for (const name of ['Save', 'Undo', 'Import schema', 'Import example', 'Text'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(button('Show json')).toBeEnabled()
  })
})

it('SCH-005/ui Show UI draws the form of the schema', async () => {
  await drawn()
  await userEvent.click(button('Show UI'))
  expect(await screen.findByRole('group', { name: 'Bike' })).toBeVisible()
  expect(button('Show UI')).toHaveAttribute('aria-pressed', 'true')
})

describe('a value in the form of its schema', () => {
  const openDefault = async () => {
    const page = await drawn({}, accept)
    await userEvent.click(row(/^sku/))
    await userEvent.click(button('Edit default in a form'))
    const dialog = await screen.findByRole('dialog', { name: /^Property sku \/ Schema Bike/ })
    return { ...page, dialog }
  }

  it('SCH-012/ui that is not there yet is not accused', async () => {
    const { dialog } = await openDefault()
    const field = within(dialog).getByRole('textbox', { name: /Article number/ })
    // The check follows what is drawn.
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    expect(within(dialog).queryByText(/is not a text/)).toBeNull()
    await userEvent.type(field, 'x')
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
  })

  it('SCH-012/ui is edited in a dialog that names both, and applied by Ok', async () => {
    const { server, dialog } = await openDefault()
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Article number/ }), 'B7')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }))
    await save()
    await waitFor(() => expect(saved(server)).toHaveLength(1))
    expect((saved(server)[0] as Schema).jsonSchema.properties).toMatchObject({ sku: { default: 'B7' } })
  })

  it('SCH-013/ui its close icon asks, and stays open on No', async () => {
    const { dialog } = await openDefault()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Quit ?')).toBeVisible()
    await userEvent.click(button('No'))
    expect(dialog).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Property sku/ })).toBeNull())
  })
})
