import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../primitives.ts'
import { refToSchema } from '../schemas/references.rule.ts'
import { findMisfit } from './port-fit.rule.ts'

const store = {
  'importer://schema/id/row': {
    type: 'object',
    properties: { sku: { type: 'string' }, price: { type: ['number', 'null'] }, parent: { $ref: '#' } },
    required: ['sku'],
  },
  'importer://schema/id/product': {
    type: 'object',
    properties: { key: { type: 'string' }, price: { $ref: 'importer://schema/id/amount' } },
    required: ['key'],
  },
  'importer://schema/id/amount': { type: 'number', minimum: 0 },
} satisfies Record<string, JsonSchema>
const row = refToSchema('row')
const product = refToSchema('product')
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const object = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

describe('ports that fit', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['anything', {}, row],
    ['anything to be had', row, {}],
    ['the same', row, row],
    ['lists of the same', list(row), list(row)],
    ['a whole number for a number', { type: 'integer' }, number],
    ['one of several types', { type: ['string', 'null'] }, text],
    ['records of any shape', list({ type: 'object' }), list(product)],
    ['to records of any shape', list(product), list({ type: 'object' })],
    ['more fields than needed', object({ key: text, more: number }, ['key']), product],
    ['a needed field without a schema of its own', { ...object({ a: text }), required: ['key'] }, product],
    ['fields of a pattern', { ...object({ a: text }), patternProperties: { '.*': {} } }, product],
    ['one choice of many', { anyOf: [text, number] }, number],
    ['any choice', number, { oneOf: [text, { allOf: [number, { minimum: 1 }] }] }],
    ['a reference to nowhere', refToSchema('gone'), text],
    ['a value out of a list', { enum: ['a', 1] }, { const: 'a' }],
  ])('%s', (_, from, to) => expect(findMisfit(from, to, store)).toBeNull())
})

describe('ports that do not fit say why', () => {
  it.each<[JsonSchema, JsonSchema, string]>([
    [row, list(row), 'It gives an object, and a list is needed.'],
    [list(row), row, 'It gives a list, and an object is needed.'],
    [list(row), list(product), 'The field [].key is needed, and is not there.'],
    [text, { type: ['number', 'null'] }, 'It gives a text, and null or a number is needed.'],
    [object({ key: text, price: text }), product, 'price gives a text, and a number is needed.'],
    [{ enum: ['a', 'b'] }, number, 'It gives a text, and a number is needed.'],
    [{ allOf: [row, { type: 'object' }] }, text, 'It gives an object, and a text is needed.'],
    [{ type: 'object', additionalProperties: false }, product, 'The field key is needed, and is not there.'],
    [list(text), list(list(text)), '[] gives a text, and a list is needed.'],
  ])('%j to %j', (from, to, sentence) => expect(findMisfit(from, to, store)).toBe(sentence))
})

it('every schema fits itself, whatever it says', () => {
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const random = (depth: number): JsonSchema => {
    const made: (() => JsonSchema)[] = [
      () => ({}),
      () => ({ type: ['string', 'number', 'object', 'array', 'null', 'integer'][next(6)] ?? 'null' }),
      () => ({ enum: [[1], { a: 1 }, 'x', null].slice(next(4)) }),
      () => row,
      () => list(random(depth + 1)),
      () => object({ a: random(depth + 1), b: random(depth + 1) }, ['a', 'c'].slice(next(3))),
      () => ({ anyOf: [random(depth + 1), random(depth + 1)] }),
      () => ({ allOf: [random(depth + 1), random(depth + 1)] }),
    ]
    return made[next(depth > 3 ? 4 : made.length)]?.() ?? {}
  }
  for (let count = 0; count < 500; count++) {
    const schema = random(0)
    const titled = { ...schema, title: 'the same in other words' }
    expect(findMisfit(schema, titled, store), JSON.stringify(schema)).toBeNull()
  }
})
