import { describe, expect, it } from 'vitest'
import { findEnumFault, placeOfSchema, placeOfText } from './schema-places.rule.ts'

describe('findEnumFault', () => {
  it.each<[string, unknown, string | null]>([
    ['values of the type', { type: 'string', enum: ['a', 'b'] }, null],
    ['values of one of the types', { type: ['integer', 'null'], enum: [1, null] }, null],
    ['values without a type', { enum: [1, 'a', null] }, null],
    ['an enum that is data', { default: { type: 'string', enum: [1] } }, null],
    ['a property called enum', { properties: { enum: { type: 'string' } } }, null],
    ['siblings of a reference, which do not count', { $ref: '#', type: 'string', enum: [1] }, null],
    ['a number among texts', { type: 'string', enum: ['a', 5] }, 'schema/enum/1 is 5, which is never of type string'],
    ['a fraction', { type: 'integer', const: 1.5 }, 'schema/const is 1.5, which is never of type integer'],
    [
      'deep inside, with a name that a pointer escapes',
      { properties: { 'a/b': { items: { type: ['boolean', 'null'], enum: [null, 'no'] } } } },
      'schema/properties/a~1b/items/enum/1 is "no", which is never of type boolean or null',
    ],
  ])('SCH-024/engine %s', (_what, schema, fault) => {
    expect(findEnumFault(schema)).toBe(fault)
  })
})

describe('placeOfText', () => {
  it.each<[unknown, string | null]>([
    [{ properties: { a: { pattern: 'x' } } }, '/properties/a/pattern'],
    [{ allOf: [{}, { $ref: 'x' }] }, '/allOf/1/$ref'],
    [{ definitions: { d: { patternProperties: { x: true } } } }, '/definitions/d/patternProperties/x'],
    [{ default: { pattern: 'x' } }, null],
  ])('finds a pattern or a reference in %j', (schema, pointer) => {
    expect(placeOfText(schema, 'x')).toBe(pointer)
  })
})

it('placeOfSchema finds the very part, not one that is alike', () => {
  const part = { $ref: '#' }
  expect(placeOfSchema({ items: { $ref: '#' }, not: { 'x-other': part, anyOf: [{}, part] } }, part)).toBe(
    '/not/anyOf/1',
  )
  expect(placeOfSchema(part, part)).toBe('')
  expect(placeOfSchema({ items: { $ref: '#' } }, part)).toBeNull()
})
