import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { createFitCheck } from './fit-check.ts'
import { createRowValidator } from './row-validator.ts'

const store = { 'importer://schema/id/1': { type: 'string', maxLength: 3 } } as Record<string, JsonSchema>
const fields = {
  sku: { type: 'string', pattern: '^[A-Z]+$', minLength: 2 },
  price: { type: ['number', 'null'], multipleOf: 0.01, exclusiveMinimum: 0 },
  tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
  seen: { type: 'string', format: 'date-time' },
  site: { anyOf: [{ format: 'uri', type: 'string' }, { const: false }] },
  short: { $ref: 'importer://schema/id/1' },
  size: { type: 'object', required: ['w'], additionalProperties: false, properties: { w: { type: 'integer' } } },
}

describe('createFitCheck', () => {
  it.each([
    [{ sku: 'AB' }, true],
    [{ sku: 'A' }, false],
    [{ sku: 'a1' }, false],
    [{ price: 1.15 }, true],
    [{ price: 1.155 }, false],
    [{ price: 0 }, false],
    [{ price: Number.NaN }, false],
    [{ price: null }, true],
    [{ tags: ['a', 'b'] }, true],
    [{ tags: ['a', 'a'] }, false],
    [{ tags: ['c'] }, false],
    [{ seen: '2026-01-01T10:00:00Z' }, true],
    [{ seen: 'yesterday' }, false],
    [{ site: 'https://example.com/a' }, true],
    [{ site: false }, true],
    [{ site: 'no address' }, false],
    [{ short: 'abc' }, true],
    [{ short: 'abcd' }, false],
    [{ size: { w: 1 } }, true],
    [{ size: { w: 1, h: 2 } }, false],
    [{ size: {} }, false],
    [{ sku: undefined, price: undefined }, true],
  ])('%j fits: %j, as a validator says', (value, fits) => {
    const schema = { properties: fields } as JsonSchema
    expect(createFitCheck(schema, store)(value)).toBe(fits)
    expect(createRowValidator({ schema, store, coerce: false }).check(structuredClone(value)) === null).toBe(fits)
  })

  it('what cannot be checked in bounds does not fit', () => {
    const slow = createFitCheck({ properties: { a: { type: 'string', pattern: '^(a|aa)+(?!b)$' } } } as JsonSchema, {})
    expect(slow({ a: `${'a'.repeat(80)}!` })).toBe(false)
    expect(slow({ a: 'aaa' })).toBe(true)
    const nested = { type: 'array', items: { $ref: '#/properties/a' } }
    const deep = createFitCheck({ properties: { a: nested } } as unknown as JsonSchema, {})
    let value: unknown[] = []
    for (let i = 0; i < 200_000; i++) value = [value]
    expect(deep({ a: value })).toBe(false)
    expect(deep({ a: [[[]]] })).toBe(true)
  })

  it('a schema that none can be compiled of is refused', () => {
    expect(() => createFitCheck({ $ref: 'importer://schema/id/2' }, {})).toThrow('Schema not exist.')
    expect(() => createFitCheck({ properties: { a: { type: 'word' } } } as unknown as JsonSchema, {})).toThrow(
      'not valid',
    )
    expect(() => createFitCheck({ properties: { a: { pattern: '(' } } } as JsonSchema, {})).toThrow(
      'is not a regular expression',
    )
  })
})
