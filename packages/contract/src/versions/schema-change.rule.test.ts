import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../primitives.ts'
import { compareSchemas, worstEffect } from './schema-change.rule.ts'

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more })
const price = (schema: JsonSchema) => object({ price: schema })
const lines = (before: unknown, after: unknown, direction: 'in' | 'out' = 'in') =>
  compareSchemas(before, after, { direction }).map(({ path, text, effect }) => `${effect} ${path}: ${text}`)

const text = { type: 'string' }
const cases: [what: string, before: unknown, after: unknown, expected: string[]][] = [
  ['nothing', object({ a: text }), object({ a: text }), []],
  [
    'titles, descriptions, defaults',
    price({ type: 'number' }),
    price({ type: 'number', title: 'Price', description: 'of one', default: 1 }),
    [],
  ],
  ['names in another order', object({ a: text, b: text }), object({ b: text, a: text }), []],
  ['optional property added', object({}), object({ a: text }), ['safe a: property added']],
  [
    'required property added',
    object({}),
    object({ a: text }, { required: ['a'] }),
    ['safe a: property added', 'breaking a: required from now on'],
  ],
  [
    'property becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['breaking a: required from now on'],
  ],
  [
    'property no longer required',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    ['safe a: no longer required'],
  ],
  ['property removed', object({ a: text }), object({}), ['breaking a: property removed']],
  [
    'type narrowed',
    price({ type: ['number', 'null'] }),
    price({ type: 'number' }),
    ['breaking price: type number or null became number'],
  ],
  [
    'number becomes integer',
    price({ type: 'number' }),
    price({ type: 'integer' }),
    ['breaking price: type number became integer'],
  ],
  [
    'integer becomes number',
    price({ type: 'integer' }),
    price({ type: 'number' }),
    ['safe price: type integer became number'],
  ],
  ['type changed', price({ type: 'number' }), price(text), ['breaking price: type number became string']],
  ['type given', price({}), price(text), ['breaking price: type anything became string']],
  ['type dropped', price(text), price({}), ['safe price: type string became anything']],
  ['enum shrunk', price({ enum: [1, 2] }), price({ enum: [1] }), ['breaking price: values no longer fit: [2]']],
  ['enum grown', price({ enum: [1] }), price({ enum: [1, 2] }), ['safe price: more values fit: [2]']],
  [
    'enum exchanged',
    price({ enum: [1] }),
    price({ enum: [2] }),
    ['breaking price: values no longer fit: [1]', 'safe price: more values fit: [2]'],
  ],
  ['enum in another order', price({ enum: [1, 2] }), price({ enum: [2, 1] }), []],
  ['enum given', price({}), price({ enum: [1] }), ['breaking price: only some values fit: [1]']],
  ['const dropped', price({ const: 1 }), price({}), ['safe price: any value fits']],
  ['minimum raised', price({ minimum: 0 }), price({ minimum: 1 }), ['breaking price: minimum 0 became 1']],
  ['minimum lowered', price({ minimum: 1 }), price({ minimum: 0 }), ['safe price: minimum 1 became 0']],
  ['maxLength lowered', price({ maxLength: 9 }), price({ maxLength: 5 }), ['breaking price: maxLength 9 became 5']],
  ['maxLength raised', price({ maxLength: 5 }), price({ maxLength: 9 }), ['safe price: maxLength 5 became 9']],
  ['maxLength given', price({}), price({ maxLength: 5 }), ['breaking price: maxLength 5 added']],
  ['pattern changed', price({ pattern: 'a' }), price({ pattern: 'b' }), ['breaking price: pattern "a" became "b"']],
  ['pattern dropped', price({ pattern: 'a' }), price({}), ['safe price: pattern dropped']],
  ['format given', price(text), price({ ...text, format: 'date' }), ['breaking price: format "date" added']],
  ['uniqueItems', { type: 'array' }, { type: 'array', uniqueItems: true }, ['breaking : uniqueItems true added']],
  [
    'other properties refused',
    object({}),
    object({}, { additionalProperties: false }),
    ['breaking : fewer other properties fit'],
  ],
  [
    'other properties let in',
    object({}, { additionalProperties: false }),
    object({}),
    ['safe : more other properties fit'],
  ],
  [
    'other properties',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: { type: 'null' } }),
    ['breaking *: type string became null'],
  ],
  [
    'items',
    { type: 'array', items: object({}) },
    { type: 'array', items: object({}, { required: ['a'] }) },
    ['breaking [].a: required from now on'],
  ],
  [
    'deep down',
    object({ a: object({ b: { type: 'array', items: text } }) }),
    object({ a: object({ b: { type: 'array', items: { type: 'null' } } }) }),
    ['breaking a.b[]: type string became null'],
  ],
  [
    'a choice more',
    price({ anyOf: [text] }),
    price({ anyOf: [text, { type: 'null' }] }),
    ['safe price: anyOf has more choices'],
  ],
  [
    'a choice less',
    price({ anyOf: [text, { type: 'null' }] }),
    price({ anyOf: [text] }),
    ['breaking price: anyOf changed'],
  ],
  ['a condition more', price({}), price({ not: { const: 1 } }), ['breaking price: not added']],
  [
    'a property called like a keyword',
    object({ required: text }),
    object({ required: { type: 'null' } }),
    ['breaking required: type string became null'],
  ],
  ['nothing fits', price({}), object({ price: false }), ['breaking price: nothing fits any more']],
  ['everything fits', object({ price: false }), object({ price: true }), ['safe price: values fit that did not']],
]

describe('compareSchemas', () => {
  it.each(cases)('VER-012/api what a change of a data model means: %s', (_what, before, after, expected) => {
    expect(lines(before, after)).toEqual(expected)
  })

  it('of what comes out, promising less breaks and promising more does not', () => {
    const [few, many] = [object({ a: text }, { required: ['a'] }), object({ a: text })]
    expect(lines(few, many, 'out')).toEqual(['breaking a: no longer required'])
    expect(lines(many, few, 'out')).toEqual(['safe a: required from now on'])
    expect(lines(price({ type: 'integer' }), price({ type: 'number' }), 'out')).toEqual([
      'breaking price: type integer became number',
    ])
    expect(lines(object({ a: text }), object({}), 'out')).toEqual(['breaking a: property removed'])
  })

  it('follows references into what each version meant', () => {
    const [old, fresh] = [{ $ref: 'money/1' }, { $ref: 'money/2' }]
    const store: Record<string, JsonSchema> = {
      'money/1': object({ amount: { type: 'number' } }),
      'money/2': object({ amount: { type: 'number' }, vat: text }),
    }
    const resolve = (reference: string) => store[reference]
    const changes = compareSchemas(price(old), price(fresh), { before: resolve, after: resolve })
    expect(changes).toEqual([{ path: 'price.vat', text: 'property added', effect: 'safe' }])
  })

  it('S3 says nothing of what a reference leads to when the reader does not see it', () => {
    const hidden = compareSchemas(price({ $ref: 'money/1' }), price({ $ref: 'money/2' }))
    expect(hidden).toEqual([{ path: 'price', text: 'refers to something that you do not see', effect: 'breaking' }])
    expect(compareSchemas(price({ $ref: 'money/1' }), price({ $ref: 'money/1' }))).toEqual([])
  })

  it('ends with schemas that refer to themselves, and sees what changed in their definitions', () => {
    const tree = (value: JsonSchema) => ({
      ...object({ child: { $ref: '#' }, size: { $ref: '#/definitions/size' } }),
      definitions: { size: value },
    })
    expect(lines(tree({ type: 'number' }), tree(text))).toEqual(['breaking size: type number became string'])
  })
})

it('the worst of some effects counts', () => {
  expect(worstEffect(['none', 'safe', 'breaking'])).toBe('breaking')
  expect(worstEffect(['none', 'safe'])).toBe('safe')
  expect(worstEffect([])).toBe('none')
})
