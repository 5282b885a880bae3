import { sentenceCases } from '@millrace/contract/schemas/cases/sentence.cases'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { FormIssue } from './fault-store.ts'
import type { PickerWidget } from './form-control.ts'
import { JsonForm } from './JsonForm.tsx'

type Options = { readOnly?: boolean; issues?: FormIssue[]; showAll?: boolean; pickers?: Record<string, PickerWidget> }

/** Draws a form that keeps its value. @returns the newest value, and how often it changed */
function draw(schema: object, value?: unknown, { store = {}, ...options }: Options & { store?: object } = {}) {
  const now = { value, changes: 0 }
  function Kept() {
    const [kept, setKept] = useState(value)
    const keep = (next: unknown) => {
      now.value = next
      now.changes++
      setKept(next)
    }
    return (
      <JsonForm
        {...options}
        schema={schema as Record<string, unknown>}
        store={store as Record<string, Record<string, unknown>>}
        value={kept}
        onChange={keep}
      />
    )
  }
  render(<Kept />)
  return now
}
const field = (schema: object) => ({ type: 'object', properties: { f: { title: 'F', ...schema } } })
const box = (name: string | RegExp) => screen.getByRole('textbox', { name })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('widgets', () => {
  it.each<[string, object, () => Promise<void>, unknown]>([
    ['input', { type: 'string' }, () => userEvent.type(box('F'), 'ab'), 'ab'],
    ['textarea', { type: 'string', ui: { widget: 'textarea' } }, () => userEvent.type(box('F'), 'a'), 'a'],
    ['input-number', { type: 'number' }, () => userEvent.type(box('F'), '-1.50'), -1.5],
    [
      'input-number by its keys',
      { type: 'number', multipleOf: 0.1 },
      () => userEvent.type(box('F'), '{ArrowUp}{ArrowUp}{ArrowUp}'),
      0.3,
    ],
    ['a text in a number', { type: 'number' }, () => userEvent.type(box('F'), '1x'), '1x'],
    ['checkbox', { type: 'boolean' }, () => userEvent.click(screen.getByRole('checkbox', { name: 'F' })), true],
    [
      'switch',
      { type: 'boolean', ui: { widget: 'switch' } },
      () => userEvent.click(screen.getByRole('switch', { name: 'F' })),
      true,
    ],
    [
      'radio',
      { enum: [1, '1', null], ui: { widget: 'radio' } },
      () => userEvent.click(screen.getByRole('radio', { name: '(none)' })),
      null,
    ],
    [
      'checkbox of a list',
      { type: 'array', items: { enum: ['a', 2] }, ui: { widget: 'checkbox' } },
      () => userEvent.click(screen.getByRole('checkbox', { name: '2' })),
      [2],
    ],
    ...(['number', 'integer'] as const).map((type): [string, object, () => Promise<void>, unknown] => [
      `slider of ${type}`,
      { type, minimum: 2, maximum: 8, ui: { widget: 'slider' } },
      async () => void fireEvent.change(screen.getByRole('slider', { name: 'F' }), { target: { value: '5' } }),
      5,
    ]),
    [
      'date-picker',
      { type: 'string', ui: { widget: 'date-picker' } },
      async () => {
        await userEvent.click(await screen.findByPlaceholderText('YYYY-MM-DD'))
        await userEvent.type(screen.getByRole('textbox', { name: 'F' }), '2026-11-20{Enter}')
      },
      '2026-11-20',
    ],
    ['color-picker', { type: 'string', ui: { widget: 'color-picker' } }, () => userEvent.type(box('F'), 'red'), 'red'],
    [
      'the only value',
      { const: { a: 1 } },
      () => userEvent.click(screen.getByRole('checkbox', { name: 'F: {"a":1}' })),
      { a: 1 },
    ],
  ])('SCH-011/ui %s', async (_name, schema, use, expected) => {
    const now = draw(field(schema), {})
    await use()
    expect(now.value).toEqual({ f: expected })
  })

  it('SCH-011/ui select chooses among values of any type, and leaves a strange one until then', async () => {
    const now = draw(field({ enum: [1, '1', true] }), { f: 'old' })
    expect(screen.getByText('old')).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: 'F' }))
    await userEvent.click(within(document.querySelector('.ant-select-dropdown') as HTMLElement).getByText('Yes'))
    expect(now.value).toEqual({ f: true })
  })

  it('SCH-011/ui a picker that was handed in', async () => {
    const Picker: PickerWidget = ({ id, onChange }) => (
      <button id={id} onClick={() => onChange('c7')}>
        Pick
      </button>
    )
    const now = draw(
      field({ type: 'string', ui: { widget: 'component-picker' } }),
      {},
      { pickers: { 'component-picker': Picker } },
    )
    await userEvent.click(screen.getByLabelText('F'))
    expect(now.value).toEqual({ f: 'c7' })
  })

  it.each<[object, string]>([
    [{ type: 'date' }, 'date'],
    [{ type: 'object', ui: { widget: 'schema-picker' } }, 'schema-picker'],
  ])('SCH-014/ui %j has no renderer', (schema, type) => {
    draw(field(schema), {})
    expect(screen.getByText(`No renderer for type ${type}`)).toBeVisible()
  })
})

describe('options of a field', () => {
  it('SCH-009/ui label, description, placeholder, columns; hidden ones are not drawn and keep their value', async () => {
    const schema = {
      properties: {
        a: { type: 'string', ui: { label: 'Alpha', description: 'First letter', placeholder: 'type', columns: 4 } },
        b: { type: 'string', ui: { hidden: true } },
        c: { type: 'string', title: 'Gamma', ui: { showLabel: false } },
      },
    }
    const now = draw(schema, { b: 'kept' })
    expect(box('Alpha')).toHaveAccessibleDescription('First letter')
    expect(box('Alpha')).toHaveAttribute('placeholder', 'type')
    expect(box('Alpha').closest('[style]')).toHaveStyle('--span: 4')
    expect(screen.queryByText('Gamma')).toBeNull()
    await userEvent.type(box('Gamma'), 'x')
    expect(now.value).toEqual({ b: 'kept', c: 'x' })
    expect(screen.queryByDisplayValue('kept')).toBeNull()
  })

  it('SCH-009/ui legend of a group, readonly and disabled with all that is in it', () => {
    const inner = { type: 'object', properties: { x: { type: 'string' } } }
    const schema = {
      properties: {
        open: { ...inner, ui: { legend: 'A part' } },
        quiet: { ...inner, ui: { showLegend: false, readonly: true } },
        off: { ...inner, ui: { disabled: true } },
      },
    }
    draw(schema, {})
    expect(within(screen.getByRole('group', { name: 'A part' })).getByRole('textbox')).toBeEnabled()
    expect(within(screen.getByRole('group', { name: 'quiet' })).getByRole('textbox')).toHaveAttribute('readonly')
    expect(within(screen.getByRole('group', { name: 'off' })).getByRole('textbox')).toBeDisabled()
    expect(screen.queryByText('quiet')).toBeNull()
  })
})

describe('values', () => {
  it('are left alone as long as nobody touches them, whatever the schema says', () => {
    const value = { list: { not: 'a list' }, text: 5, flag: 'yes', part: [1], unknown: { deep: 1 } }
    const schema = {
      properties: {
        list: { type: 'array' },
        text: { type: 'string', default: 'd' },
        flag: { type: 'boolean' },
        part: { type: 'object', properties: { x: { default: 1 } } },
        missing: { default: 1 },
      },
    }
    const now = draw(schema, value)
    expect(now.changes).toBe(0)
  })

  it('of a day that no calendar has are shown as they are', () => {
    draw(field({ type: 'string', format: 'date' }), { f: '2026-02-30' })
    expect(box('F')).toHaveValue('2026-02-30')
  })

  it('begin with the defaults where there is none yet', () => {
    const now = draw({ properties: { a: { default: 1 }, b: { type: 'string' } } })
    expect(now.value).toEqual({ a: 1 })
  })

  it('keep what the schema does not know and the order of what is there', async () => {
    const now = draw({ properties: { a: { type: 'string' }, b: { type: 'string' } } }, { z: 1, b: 'x', y: { q: [] } })
    await userEvent.type(box('b'), 'y')
    expect(JSON.stringify(now.value)).toBe('{"z":1,"b":"xy","y":{"q":[]}}')
  })

  it('are gone when emptied, null where null is meant, an empty text in a list', async () => {
    const now = draw(
      {
        properties: { a: { type: 'string' }, b: { type: ['string', 'null'] }, c: { items: { type: 'string' } } },
        required: ['b'],
      },
      { a: 'x', b: 'x', c: ['x'] },
    )
    for (const name of ['a', /^b/, 'c 1']) await userEvent.clear(box(name))
    expect(now.value).toEqual({ b: null, c: [''] })
  })

  it('of another type are shown and stay until somebody replaces them', async () => {
    const now = draw(field({ type: 'object', properties: { x: { type: 'string' } } }), { f: [1, 2] })
    expect(screen.getByText('[1,2]')).toBeVisible()
    await press('Replace')
    expect(now.value).toEqual({ f: {} })
  })

  it('that may be left out but need much are added with what they must hold, and taken away', async () => {
    const part = {
      type: 'object',
      title: 'Part',
      required: ['kind'],
      properties: { kind: { const: 'a', ui: { hidden: true } }, n: { type: 'string' } },
    }
    const now = draw({ properties: { f: part } }, {})
    await press('Add Part')
    expect(now.value).toEqual({ f: { kind: 'a' } })
    await press('Remove Part')
    expect(now.value).toEqual({})
  })

  it('nested in themselves are drawn as deep as they go', async () => {
    const tree = { type: 'object', title: 'Node', properties: { name: { type: 'string' }, next: { $ref: '#' } } }
    const now = draw(tree, { name: 'a', next: { name: 'b' } })
    expect(screen.getAllByRole('textbox', { name: 'name' })).toHaveLength(2)
    await press('Add Node')
    expect(screen.getAllByRole('textbox', { name: 'name' })).toHaveLength(3)
    expect(now.value).toEqual({ name: 'a', next: { name: 'b', next: {} } })
  })
})

describe('parts that depend', () => {
  it('appear and vanish with what they depend on; their value stays', async () => {
    const schema = {
      properties: { a: { type: 'string' } },
      dependencies: { a: { properties: { b: { type: 'string' } } } },
    }
    const now = draw(schema, {})
    expect(screen.queryByRole('textbox', { name: 'b' })).toBeNull()
    await userEvent.type(box('a'), 'x')
    await userEvent.type(box('b'), 'y')
    await userEvent.clear(box('a'))
    expect(screen.queryByRole('textbox', { name: 'b' })).toBeNull()
    expect(now.value).toEqual({ b: 'y' })
  })

  it('another option of oneOf is chosen by name', async () => {
    const option = (title: string, own: string) => ({
      title,
      properties: { kind: { const: title }, name: { type: 'string' }, [own]: { type: 'string' } },
      required: ['kind'],
    })
    const now = draw(
      { type: 'object', oneOf: [option('Card', 'digits'), option('Bank', 'iban')] },
      { kind: 'Card', name: 'Ada', digits: '1' },
    )
    await userEvent.click(screen.getByRole('combobox', { name: 'Kind of value' }))
    await userEvent.click(within(document.querySelector('.ant-select-dropdown') as HTMLElement).getByText('Bank'))
    expect(now.value).toEqual({ kind: 'Bank', name: 'Ada' })
    expect(box('iban')).toBeVisible()
  })

  const pay = (title: string, own: string) => ({
    title,
    type: 'object',
    properties: { kind: { const: title, ui: { hidden: true } }, [own]: { type: 'string', minLength: 3 } },
    required: ['kind', own],
  })
  it.each(['oneOf', 'anyOf'])(
    'SCH-009/ui a fault of %s is told at the field of the branch that is drawn',
    async (keyword) => {
      draw(
        { properties: { pay: { [keyword]: [pay('Bank', 'iban'), pay('Card', 'digits')] } } },
        { pay: { kind: 'Card', digits: '1' } },
      )
      expect(await screen.findByText(/digits'.* 3 /)).toBeVisible()
      expect(box('digits')).toBeInvalid()
      await userEvent.type(box('digits'), '23')
      await waitFor(() => expect(document.querySelector('[class*=faults]')).toBeNull())
      await userEvent.click(screen.getByRole('combobox', { name: 'Kind of pay' }))
      await userEvent.click(within(document.querySelector('.ant-select-dropdown') as HTMLElement).getByText('Bank'))
      await userEvent.type(box('iban'), 'D')
      await waitFor(() => expect(box('iban')).toBeInvalid())
    },
  )

  it('a branch that was chosen has its faults told, also where the value comes nearer to another', async () => {
    const of = (title: string, minLength: number) => ({
      title,
      type: 'object',
      properties: { text: { type: 'string', minLength } },
    })
    draw({ properties: { f: { oneOf: [of('Ten', 10), of('Twenty', 20)] } } }, { f: { text: 'short' } })
    expect(await screen.findByText(/10/)).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: 'Kind of f' }))
    await userEvent.click(within(document.querySelector('.ant-select-dropdown') as HTMLElement).getByText('Twenty'))
    expect(await screen.findByText(/20/)).toBeVisible()
  })

  it('a value that is none of a list of values is told at its field', async () => {
    draw(field({ oneOf: [{ const: 'a' }, { const: 'b' }] }), { f: 'c' })
    expect(await screen.findByText(/none of/)).toBeVisible()
  })

  it('keys are added and taken away where the schema allows others', async () => {
    const now = draw({ properties: { a: {} }, additionalProperties: { type: 'number' } }, { old: 1 })
    await userEvent.type(box(/New property/), 'price{Enter}')
    await userEvent.type(box('price'), '2')
    await press('Remove old')
    expect(now.value).toEqual({ price: 2 })
    await userEvent.type(box(/New property/), 'price')
    expect(screen.getByText('This name is there already.')).toBeVisible()
  })
})

describe('lists', () => {
  const rows = {
    title: 'Rows',
    items: { type: 'object', properties: { n: { type: 'string' }, m: { type: 'string' } } },
  }
  it.each(['array', 'array-table', 'array-tabs'])('SCH-011/ui %s adds, moves and takes away', async (widget) => {
    const now = draw(field({ ...rows, ui: { widget } }), { f: [{ n: 'a' }, { n: 'b' }] })
    await press('Move Rows 1 down')
    expect(now.value).toEqual({ f: [{ n: 'b' }, { n: 'a' }] })
    await press('Add to Rows')
    if (widget === 'array-tabs') await userEvent.click(screen.getByRole('tab', { name: 'Rows 3' }))
    await press('Remove Rows 3')
    if (widget === 'array-tabs') await userEvent.click(screen.getByRole('tab', { name: 'Rows 1' }))
    await press('Remove Rows 1')
    expect(now.value).toEqual({ f: [{ n: 'a' }] })
  })

  it('keep the focus on the item that was moved, and end at maxItems', async () => {
    draw(field({ ...rows, maxItems: 2 }), { f: [{ n: 'a' }, { n: 'b' }] })
    await press('Move Rows 1 down')
    expect(screen.getByRole('button', { name: 'Move Rows 2 down' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Add to Rows' })).toBeDisabled()
  })

  it('of a thousand rows draw fifty, and name each cell', async () => {
    const list = Array.from({ length: 1000 }, (_, n) => ({ n: `r${n}` }))
    const now = draw(field({ ...rows, ui: { widget: 'array-table' } }), { f: list })
    expect(screen.getAllByRole('textbox')).toHaveLength(100)
    await userEvent.type(box('n of Rows 3'), '!')
    expect((now.value as { f: unknown[] }).f[2]).toEqual({ n: 'r2!' })
    await userEvent.click(screen.getByTitle('20'))
    expect(box('n of Rows 1000')).toHaveValue('r999')
  })
})

describe('sentences', () => {
  const schema = { properties: { a: { type: 'number', title: 'A' }, b: { type: 'string' } }, required: ['b'] }
  it("stand at their field, in the server's words; what is needed only once somebody left it", async () => {
    draw(schema, { a: 'x' })
    expect(box('A')).toHaveAccessibleDescription("Field 'a': 'x' is not a number")
    expect(box('A')).toBeInvalid()
    expect(box(/^b/)).toBeValid()
    await userEvent.click(box(/^b/))
    await userEvent.tab()
    expect(box(/^b/)).toHaveAccessibleDescription(/b/)
    expect(box(/^b/)).toBeInvalid()
  })

  it.each(sentenceCases)("about %j with %j are the server's own", (part, value, expected) => {
    draw({ properties: { f: part } }, { f: value }, { showAll: true })
    const [, message = ''] = /^[^:]+: (.*)$/s.exec(expected) ?? []
    const sentences = screen.getAllByText((_, element) => element?.tagName === 'P' && element.textContent === message)
    expect(sentences).toHaveLength(1)
  })

  it('of the server are shown too; those about what is not drawn stand at the group around it', () => {
    const issues = [
      { path: '/b', message: 'No such thing.' },
      { path: '/gone/deep', message: 'Far away.' },
    ]
    draw(schema, { b: 'x' }, { issues })
    expect(box(/^b/)).toHaveAccessibleDescription('No such thing.')
    expect(screen.getByText('Far away.')).toBeVisible()
  })

  it.each<[string, object, RegExp]>([
    ['that is none', { type: 'object', properties: { a: { minLength: -1 } } }, /The schema is not valid/],
    ['with a reference to nothing', { properties: { a: { $ref: '#/definitions/none' } } }, /can't resolve reference/],
    ['with a pattern that is none', { properties: { a: { type: 'string', pattern: '(' } } }, /The schema is not valid/],
    ['that refers to itself without end', { $ref: '#' }, /refers to itself without end/],
  ])('of a schema %s are said, and the rest is drawn', (_what, faulty, sentence) => {
    draw(faulty, {})
    expect(screen.getAllByText(sentence)[0]).toBeVisible()
  })

  it('everything can be read and nothing changed when the form is read only', () => {
    draw(schema, { a: 1, b: 'x' }, { readOnly: true })
    for (const one of screen.getAllByRole('textbox')) expect(one).toHaveAttribute('readonly')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
