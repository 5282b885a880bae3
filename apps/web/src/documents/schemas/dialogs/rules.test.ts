import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { describeFilled, describePlace, describeTypes } from './inferred-words.ts'
import { countNewFields, mergeInferred, type TakeOver } from './merge-inferred.ts'
import { suggestInSchema } from './schema-suggest.ts'
import { readSchema, writeSchema } from './schema-text.ts'

const own: JsonSchema = {
  title: 'Bike',
  type: 'object',
  'x-note': [1],
  properties: {
    sku: { type: 'string', pattern: '^B', ui: { columns: 6 } },
    price: { type: 'integer', minimum: 0 },
    maker: { $ref: '#/definitions/maker' },
    offers: { type: 'array', items: { type: 'object', properties: { shop: { type: 'string' } }, required: ['shop'] } },
  },
  required: ['sku', 'price', 'own'],
  definitions: { maker: { type: 'string' } },
}
const inferred: JsonSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string' },
    price: { type: 'number' },
    maker: { type: 'object', properties: { name: { type: 'string' } } },
    offers: {
      type: 'array',
      items: { type: 'object', properties: { shop: { type: 'string' }, stock: { type: 'integer' } } },
    },
    size: { type: 'string' },
  },
  required: ['sku'],
}
const none: TakeOver = { fields: false, types: false, optional: false }
const properties = own.properties as Record<string, JsonSchema>

describe('SCH-026/ui examples merged into a schema', () => {
  it('nothing is taken over unless it is chosen', () => expect(mergeInferred(own, inferred, none)).toBe(own))

  it.each<[keyof TakeOver, JsonSchema]>([
    [
      'fields',
      {
        ...own,
        properties: {
          ...properties,
          offers: {
            type: 'array',
            items: {
              type: 'object',
              properties: { shop: { type: 'string' }, stock: { type: 'integer' } },
              required: ['shop'],
            },
          },
          size: { type: 'string' },
        },
      },
    ],
    ['types', { ...own, properties: { ...properties, price: { type: 'number', minimum: 0 } } }],
    [
      'optional',
      {
        ...own,
        properties: {
          ...properties,
          offers: { type: 'array', items: { type: 'object', properties: { shop: { type: 'string' } }, required: [] } },
        },
        // 'own' was in no example's fields at all: they say nothing about it.
        required: ['sku', 'own'],
      },
    ],
  ])('%s alone, in the order and words of the schema', (choice, merged) => {
    expect(JSON.stringify(mergeInferred(own, inferred, { ...none, [choice]: true }))).toBe(JSON.stringify(merged))
  })

  it.each([
    ['string', 'integer', ['string', 'integer']],
    ['integer', 'number', 'number'],
    ['number', 'integer', 'number'],
    [['string', 'null'], 'string', ['string', 'null']],
    [undefined, 'string', undefined],
  ])('type %j and examples of %j allow %j', (type, seen, expected) => {
    const schema = type === undefined ? {} : { type }
    expect(mergeInferred(schema, { type: seen }, { ...none, types: true }).type).toEqual(expected)
  })

  it('counts the fields that the schema lacks, at any depth', () => {
    expect(countNewFields(own, inferred)).toBe(3)
    expect(countNewFields({}, inferred)).toBe(5)
    expect(countNewFields(inferred, inferred)).toBe(0)
  })
})

describe('what a field was inferred from', () => {
  it.each([
    ['/properties/price', 'price'],
    ['/properties/offers/items/properties/price', 'offers [ ] price'],
    ['/items/properties/a~1b', '[ ] a/b'],
    ['/properties/properties/properties/items', 'properties items'],
  ])('%s is %s', (pointer, words) => expect(describePlace(pointer)).toBe(words))
  it.each([
    [{ string: 3, number: 1200 }, 'number 1,200, string 3'],
    [{}, ''],
  ])('%j is %s', (types, words) => expect(describeTypes(types as Record<string, number>)).toBe(words))
  it.each([
    [3, 3, 'always'],
    [3, 0, 'never'],
    [1200, 1197, '1,197 of 1,200'],
  ])('of %d filled %d is %s', (seen, filled, words) => expect(describeFilled({ seen, filled })).toBe(words))
})

describe('completion in the JSON of a schema', () => {
  const suggest = suggestInSchema(own, [{ address: 'importer://schema/id/7', name: 'Maker, version 2' }])
  const values = (pointer: string, wanted: 'name' | 'value') => suggest(pointer, wanted).map(({ value }) => value)
  it.each<[string, 'name' | 'value', unknown, boolean]>([
    ['', 'name', 'properties', true],
    ['/properties', 'name', 'type', false],
    ['/properties/sku', 'name', 'minLength', true],
    ['/properties/properties', 'name', 'type', true],
    ['/allOf/0', 'name', 'required', true],
    ['/properties/sku/ui', 'name', 'widget', true],
    ['/properties/sku/default', 'name', 'type', false],
    ['/enum/0', 'name', 'type', false],
    ['/properties/sku/type', 'value', 'integer', true],
    ['/properties/sku/type/0', 'value', 'integer', false],
    ['/properties/sku/format', 'value', 'date-time', true],
    ['/required/0', 'value', 'price', true],
    ['/properties/offers/items/required/0', 'value', 'shop', true],
    ['/properties/maker/$ref', 'value', '#/definitions/maker', true],
    ['/properties/maker/$ref', 'value', 'importer://schema/id/7', true],
    ['/additionalProperties', 'value', false, true],
  ])('at %j a %s may be %j: %s', (pointer, wanted, value, offered) => {
    expect(values(pointer, wanted).includes(value)).toBe(offered)
  })
  it('says what things are for', () => {
    expect(suggest('', 'name').find(({ value }) => value === 'enum')?.detail).toBe('the values it may have')
    expect(suggestInSchema(null)('/$ref', 'value')).toEqual([])
  })
})

describe('SCH-025/ui the text of a schema', () => {
  it('is read and written without loss', () => {
    expect(readSchema(writeSchema(own))).toEqual({ schema: own, message: null })
    expect(writeSchema(readSchema(writeSchema(own)).schema as JsonSchema)).toBe(writeSchema(own))
  })
  it.each(['[]', '7', 'true', 'null'])('%s is JSON and no schema that can be stored', (text) => {
    expect(readSchema(text)).toEqual({ schema: null, message: 'A schema is an object: { … }' })
  })
  it('what is no JSON is refused', () => expect(() => readSchema('{')).toThrow(SyntaxError))
})
