import { describe, expect, it } from 'vitest'
import { findSchemaError } from './check-schema.ts'

describe('schema documents', () => {
  it('accepts draft-07 with references into the store', () => {
    const store = { 'importer://schema/id/1': { type: 'string' } }
    expect(
      findSchemaError({ properties: { a: { $ref: 'importer://schema/id/1', ui: { label: 'A' } } } }, store),
    ).toBeNull()
  })

  it.each([
    [{ type: 'nonsense' }, /^The schema is not valid: /],
    [{ properties: { a: { minimum: 'x' } } }, /^The schema is not valid: /],
    [{ properties: { a: { pattern: '[' } } }, /is not a regular expression/],
    [{ $ref: 'importer://schema/name/None' }, /^Schema not exist\.$/],
  ])('says what is wrong with %j', (schema, message) => {
    expect(findSchemaError(schema, {})?.message).toMatch(message)
  })
})
