import type { Component, JsonSchema } from '@millrace/contract'
import { mapFieldsName } from '@millrace/contract/components/mapping.rule'
import { exampleComponent } from '../components.examples.ts'

const text = (title: string): JsonSchema => ({ type: 'string', title, description: `${title} of the value.` })
const usedFor = (...types: string[]): JsonSchema => ({ properties: { as: { enum: types } }, required: ['as'] })
const listOf = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, required },
})

const rule: JsonSchema = {
  type: 'object',
  properties: {
    to: text('To'),
    from: text('From'),
    fromContext: text('From the run'),
    value: { title: 'Value' },
    template: text('Template'),
    treatAsEmpty: { type: 'array', title: 'Treat as empty', items: { type: 'string' } },
    replace: {
      type: 'array',
      title: 'Replacements',
      items: { type: 'object', properties: { from: text('Value'), to: { title: 'Replacement' } }, required: ['from'] },
    },
    as: { type: 'string', title: 'As', enum: ['as it is', 'text', 'number', 'date'], default: 'as it is' },
    locale: text('Locale'),
    format: text('Format'),
    default: { title: 'Default' },
  },
  required: ['to'],
  dependencies: { locale: usedFor('number', 'date'), format: usedFor('date') },
}

/** The block whose settings are mapped, with a part of what it can be told. */
export const exampleMapFields = (): Component =>
  exampleComponent({
    _id: 'map2',
    name: mapFieldsName,
    kind: 'function',
    readyMade: true,
    vLocked: true,
    inputs: [
      { name: 'records', inputSchema: listOf({}) },
      {
        name: 'settings',
        inputSchema: {
          type: 'object',
          properties: {
            fields: { type: 'array', items: rule },
            whenWrong: { type: 'string', enum: ['error', 'keep', 'empty', 'leave out'], default: 'error' },
          },
        },
      },
    ],
    outputs: ['records', 'wrong'].map((name) => ({ name, outputSchema: listOf({}) })),
    instances: [],
    links: [],
    jsCode:
      'return {}\n\nfunction isEmpty(value) {\n  return value === ""\n}\n\nfunction textOf(value) {\n  return value\n}',
  })

const ends = (from: readonly [string, string], to: readonly [string, string]) => ({
  name: `${from.join('.')} to ${to.join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode: 'ctx.output = ctx.input;',
  inputSchema: {},
  outputSchema: {},
})

/** A component with rows of bikes on the one side, products on the other, and a mapping that is half done. */
export const exampleMapping = (more: Partial<Component> = {}): Component =>
  exampleComponent({
    name: 'Bikes',
    inputs: [
      {
        name: 'rows',
        inputSchema: listOf({
          SKU: { type: 'string' },
          Name: { type: 'string' },
          ListPrice: { type: 'string' },
          'Start date': { type: 'string' },
          Color: { type: 'string' },
        }),
      },
    ],
    outputs: [
      {
        name: 'products',
        outputSchema: listOf(
          {
            sku: { type: 'string' },
            name: { type: 'string', description: 'What shops call it.' },
            brand: { type: 'string' },
            price: { type: 'number' },
            startDate: { type: 'string', format: 'date' },
            attributes: { type: 'object' },
          },
          ['sku', 'name', 'brand'],
        ),
      },
    ],
    instances: [
      {
        name: 'convert',
        instanceOf: 'map2',
        values: {
          settings: {
            fields: [
              { to: 'price', from: 'ListPrice', as: 'number', locale: 'de-DE' },
              { to: 'attributes.color', from: 'Color', replace: [{ from: 'Rot', to: 'red' }] },
            ],
          },
        },
      },
    ],
    links: [ends(['', 'rows'], ['convert', 'records']), ends(['convert', 'records'], ['', 'products'])],
    testPayload: JSON.stringify({
      rows: [
        { SKU: 'B-1', Name: 'Road bike', ListPrice: '1.999,50 €', 'Start date': '31.12.2024', Color: 'Rot' },
        { SKU: 'B-2', Name: 'City bike', ListPrice: '899,00 €', 'Start date': '01.02.2025', Color: 'Blau' },
      ],
    }),
    ...more,
  })

/** What the server answers of a record that the mapping above was given. */
export const exampleMapped = () => ({
  output: { records: [{ price: 1999.5, attributes: { color: 'red' } }], wrong: [] },
  logs: [],
  rt_context: {},
})
