import { describe, expect, it } from 'vitest'
import { listOfSchema, refToSchema, rowSchemaOf, findStoreReferences } from './references.rule.ts'

describe('findStoreReferences', () => {
  it('SCH-008/api finds both prefixes at any depth, once each, without their # part', () => {
    const schema = {
      properties: {
        price: { $ref: 'importer://schema/id/money' },
        tax: { $ref: 'importer://schema/id/money#/definitions/rate' },
        more: { anyOf: [{ $ref: 'importer://schema/name/Product' }, { $ref: '#/definitions/x' }] },
      },
    }
    expect([...findStoreReferences(schema)]).toEqual(['importer://schema/id/money', 'importer://schema/name/Product'])
  })
  it('does not take data for references', () => {
    expect(
      findStoreReferences({ const: refToSchema('a'), enum: [refToSchema('b')], default: refToSchema('c') }).size,
    ).toBe(0)
  })
  it('takes properties that are called like keywords for properties', () => {
    const properties = { default: refToSchema('a'), enum: { items: refToSchema('b') }, $ref: refToSchema('c') }
    expect([...findStoreReferences({ properties })]).toEqual(['a', 'b', 'c'].map((id) => `importer://schema/id/${id}`))
  })
})

describe('rowSchemaOf', () => {
  it('is the items of a port', () => {
    expect(rowSchemaOf(listOfSchema('x'))).toEqual({ $ref: 'importer://schema/id/x' })
    expect(rowSchemaOf({ type: 'array', items: {} })).toBeNull()
    expect(rowSchemaOf({})).toBeNull()
    expect(rowSchemaOf(undefined)).toBeNull()
  })
})
