/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { describe, expect, it } from 'vitest'
import { typesOfSchemas } from './schema-types.ts'

/** The type of a schema, and its declarations without comments, each on one line. */
function typesOf(schema: unknown, store = {}) {
  const { types, declarations } = typesOfSchemas([{ name: 'value', schema }], store)
  const lines = declarations
    .replaceAll(/\/\*\*[^]*?\*\/\n?/g, '')
    .replaceAll(/\n\s*/g, ' ')
    .split(/ (?=export )/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [types[0], ...lines]
}

describe('types of schemas', () => {
  it.each<[unknown, ...string[]]>([
    [true, 'any'],
    [false, 'never'],
    [{}, 'any'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 1, null, true] }, '"a" | 1 | null | true'],
    [{ type: 'string', enum: ['a', 1] }, '"a"'],
    [{ const: { a: [1] } }, '{ "a": [1] }'],
    [{ type: 'array' }, 'any[]'],
    [{ type: 'array', items: { type: ['string', 'number'] } }, 'Array<string | number>'],
    [{ items: [{ type: 'string' }, { type: 'number' }], minItems: 1 }, '[string, (number)?, ...any[]]'],
    [{ items: [{ type: 'string' }], minItems: 1, additionalItems: false }, '[string]'],
    [{ type: 'object' }, 'Record<string, any>'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [{ additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'any'],
    [{ type: 'string', not: { const: 'x' } }, 'string'],
  ])('%j is %s', (schema, ...expected) => expect(typesOf(schema)).toEqual(expected))

  it('objects have a name, and fields that may be left out', () => {
    const schema = {
      title: 'Bike row',
      properties: { sku: { type: 'string' }, 'net price': {}, size: { properties: { w: { type: 'number' } } } },
      required: ['sku', 'other'],
    }
    expect(typesOf(schema)).toEqual([
      'BikeRow',
      'export interface BikeRowSize { w?: number }',
      'export interface BikeRow { sku: string "net price"?: any size?: BikeRowSize other: any }',
    ])
  })

  it('fields that a schema does not name are there where it says so', () => {
    expect(typesOf({ properties: { a: {} }, additionalProperties: true })[1]).toBe(
      'export interface Value { a?: any [name: string]: any }',
    )
    expect(typesOf({ properties: { a: {} }, patternProperties: { '^x': {} } })[1]).toContain('[name: string]: any')
    expect(
      typesOf({
        properties: { a: {} },
        then: { properties: { b: {} } },
        dependencies: { a: { properties: { c: {} } } },
      })[1],
    ).toBe('export interface Value { a?: any b?: any c?: any }')
  })

  it('schemas that all apply are joined, those of which one applies are alternatives', () => {
    const schema = {
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }],
      oneOf: [
        { properties: { kind: { const: 'x' } }, required: ['kind'] },
        { properties: { kind: { const: 'y' } }, required: ['kind'] },
      ],
      anyOf: [{ required: ['a'] }, { required: ['kind'] }],
    }
    expect(typesOf(schema)[0]).toBe('Value2 & (Value3 | Value4)')
  })

  it('references lead to one type, also from several ports, and to themselves', () => {
    const store = { 'importer://schema/id/m': { title: 'Money', properties: { amount: { type: 'number' } } } }
    const money = { $ref: 'importer://schema/id/m' }
    const { types, declarations } = typesOfSchemas(
      [
        { name: 'a', schema: money },
        { name: 'b', schema: { type: 'array', items: money } },
        { name: 'c', schema: { $ref: 'importer://schema/id/m#/properties/amount' } },
      ],
      store,
    )
    expect(types).toEqual(['Money', 'Money[]', 'number'])
    expect(declarations.match(/interface/g)).toHaveLength(1)
    const tree = { title: 'Node', properties: { children: { type: 'array', items: { $ref: '#' } } } }
    expect(typesOf(tree)).toEqual(['Node', 'export interface Node { children?: Node[] }'])
    expect(
      typesOf({ $ref: '#/definitions/list', definitions: { list: { items: { $ref: '#/definitions/list' } } } }),
    ).toEqual(['Value', 'export type Value = Value[]'])
  })

  it('a reference that leads nowhere allows anything', () => {
    expect(typesOf({ properties: { a: { $ref: 'importer://schema/id/gone' } } })[1]).toBe(
      'export interface Value { a?: any }',
    )
  })

  it('titles and descriptions are comments, whatever they hold', () => {
    const { declarations } = typesOfSchemas([
      {
        name: 'a',
        schema: { properties: { p: { title: 'Price', description: 'Net */ in EUR\n@deprecated', format: 'date' } } },
      },
    ])
    expect(declarations).toMatch(
      /\* Price\n +\*\n +\* Net \*\u200b\/ in EUR\n +\* \u200b@deprecated\n +\*\n +\* Format: date\n/,
    )
  })

  it('names of types are identifiers, and none that means something else', () => {
    const named = (title: string) => typesOf({ title, properties: { a: {} } })[0]
    expect(['Größe in cm', '2 tier', 'Promise', 'ctx', '…'].map(named)).toEqual([
      'GrößeInCm',
      'Value2Tier',
      'Promise2',
      'Ctx2',
      'Value',
    ])
  })
})
