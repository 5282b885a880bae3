import type { JsonSchema } from '@millrace/contract'
import type { FormIssue } from './fault-store.ts'

/** A form to look at. */
export type FormExample = {
  schema: JsonSchema
  store?: Record<string, JsonSchema>
  value: unknown
  readOnly?: boolean
  showAll?: boolean
  issues?: FormIssue[]
}

const text = { type: 'string' }
const sizes = ['Small', 'Medium', 'Large']

const widgets: JsonSchema = {
  title: 'Every widget',
  type: 'object',
  required: ['input', 'date'],
  properties: {
    input: { ...text, title: 'Input', ui: { columns: 4, placeholder: 'A name', description: 'As on the invoice' } },
    number: { type: 'number', title: 'Input number', multipleOf: 0.5, ui: { columns: 4 } },
    select: { enum: [...sizes, 5, true, null], title: 'Select', ui: { columns: 4 } },
    textarea: { ...text, title: 'Textarea', ui: { widget: 'textarea', columns: 12 } },
    radio: { enum: sizes, title: 'Radio', ui: { widget: 'radio' } },
    several: { type: 'array', title: 'Checkboxes', items: { enum: sizes }, ui: { widget: 'checkbox', columns: 6 } },
    checkbox: { type: 'boolean', title: 'Checkbox', ui: { columns: 3 } },
    switch: { type: 'boolean', title: 'Switch', ui: { widget: 'switch', columns: 3 } },
    slider: { type: 'integer', title: 'Slider', minimum: 0, maximum: 10, ui: { widget: 'slider' } },
    date: { ...text, format: 'date', title: 'Date', ui: { columns: 4 } },
    moment: { ...text, format: 'date-time', title: 'Moment', ui: { columns: 4 } },
    color: { ...text, title: 'Color', ui: { widget: 'color-picker', columns: 4 } },
    multi: { type: 'array', title: 'Several', uniqueItems: true, items: { enum: sizes } },
    only: { const: 'EUR', title: 'The only value' },
    picker: { ...text, title: 'A picker', ui: { widget: 'brand-picker' } },
    unknown: { type: 'object', title: 'Nothing draws this', ui: { widget: 'schema-picker' } },
  },
}
const values = {
  input: 'Millrace',
  number: 2.5,
  select: 'Medium',
  textarea: 'First line\nSecond line',
  radio: 'Large',
  several: ['Small'],
  checkbox: true,
  switch: true,
  slider: 7,
  date: '2026-11-20',
  moment: '2026-11-20T16:02:00Z',
  color: '#409EFF',
  multi: ['Small', 'Large'],
  only: 'EUR',
  picker: 'Northwind',
}

const row = {
  type: 'object',
  required: ['sku'],
  properties: { sku: text, price: { type: 'number' }, stock: { type: 'boolean' } },
}
const rows = [
  { sku: 'A-1', price: 12.5, stock: true },
  { sku: 'A-2', price: 7, stock: false },
]
const lists: JsonSchema = {
  type: 'object',
  properties: {
    names: { type: 'array', title: 'Array', items: text },
    table: { type: 'array', title: 'Array as a table', items: row, ui: { widget: 'array-table' } },
    tabs: { type: 'array', title: 'Array as tabs', items: row, ui: { widget: 'array-tabs' } },
    prices: { type: 'object', title: 'Any keys', additionalProperties: { type: 'number' } },
    none: { type: 'array', title: 'An empty list', items: text },
  },
}

const choices: JsonSchema = {
  type: 'object',
  properties: {
    payment: {
      title: 'Payment',
      oneOf: ['Card', 'Bank transfer'].map((title) => ({
        title,
        type: 'object',
        properties: { kind: { const: title }, holder: text, [title === 'Card' ? 'digits' : 'iban']: text },
        required: ['kind'],
      })),
    },
    size: { title: 'A stored schema', $ref: 'importer://schema/name/size' },
    tree: { $ref: '#/definitions/tree' },
    either: { title: 'Text or number', type: ['string', 'number', 'null'] },
    lost: { title: 'Refers to nothing', $ref: 'importer://schema/name/none' },
  },
  definitions: {
    tree: { type: 'object', title: 'Category', properties: { name: text, inner: { $ref: '#/definitions/tree' } } },
  },
}
const size: JsonSchema = { type: 'object', properties: { width: { type: 'number' }, unit: { enum: ['cm', 'in'] } } }

const fields = (count: number): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`field${n}`, { ...text, title: `Field ${n}` }]),
  ),
})
const manyRows = Array.from({ length: 1000 }, (_, n) => ({ sku: `A-${n}`, price: n, stock: n % 2 === 0 }))

/** Every widget and state of a form, by what is to be seen. */
export const formExamples: Readonly<Record<string, FormExample>> = {
  widgets: { schema: widgets, value: values },
  'read only': { schema: widgets, value: values, readOnly: true },
  faults: {
    schema: widgets,
    value: { number: 'x', slider: 40, date: '2026-02-30', several: ['Huge'], checkbox: 'yes', select: 'XL' },
    showAll: true,
    issues: [{ path: '/color', message: 'The server does not know this colour.' }],
  },
  lists: { schema: lists, value: { names: ['Ada', 'Grace'], table: rows, tabs: rows, prices: { shop: 3 }, none: [] } },
  choices: {
    schema: choices,
    store: { 'importer://schema/name/size': size },
    value: { payment: { kind: 'Card', holder: 'Ada' }, size: {}, tree: { name: 'Bikes' }, either: 5 },
  },
  '500 fields': { schema: fields(500), value: {} },
  '1,000 rows': {
    schema: { type: 'array', title: 'Rows', items: row, ui: { widget: 'array-table' } },
    value: manyRows,
  },
}
