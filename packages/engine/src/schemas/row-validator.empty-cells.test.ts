import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import { check, table } from './table-for-test.ts'

describe('empty cells and missing columns', () => {
  it.each<JsonSchema>([
    { type: 'string', minLength: 1 },
    { type: 'string', minLength: 3, pattern: '^[A-Z]+$', format: 'uri' },
    { type: 'string', format: 'date' },
    { type: 'string', pattern: '^[0-9]{13}$' },
    { enum: ['red', 'blue'] },
    { enum: [1, 2] },
    { const: 'red' },
    { type: 'number' },
    { type: 'integer', minimum: 0 },
    { type: 'boolean' },
    { type: ['number', 'null'] },
    { anyOf: [{ type: 'number' }, { format: 'date' }] },
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { not: { const: '' } },
    { type: 'array' },
  ])('UPL-019/engine an empty cell of a required column is one finding that says so: %j', (schema) => {
    const empty = "Column 'Own v' is empty, but a value is required"
    expect(check({ v: schema }, { v: '' }, ['v'])?.map(({ message, column }) => [column, message])).toEqual([
      ['Own v', empty],
    ])
    expect(check({ v: schema }, { v: '' })).toBeNull()
  })

  it.each<JsonSchema>([
    { type: 'string' },
    {},
    { type: 'string', maxLength: 3 },
    { enum: ['', 'red'] },
    { type: ['string', 'null'] },
  ])('UPL-019/engine an empty cell of a required column is an empty text where the schema allows one: %j', (schema) => {
    const record: DataRecord = { v: '' }
    expect(table({ v: schema }, { required: ['v'] }).check(record)).toBeNull()
    expect(record).toEqual({ v: '' })
  })

  it('UPL-019/engine an empty cell stays a text where the source says so', () => {
    const record: DataRecord = { v: '', n: '', free: '' }
    const properties = { v: { type: 'string' }, n: { type: 'number' } }
    const headers = new Map(['v', 'n', 'free'].map((name) => [name, name]))
    expect(table(properties, { empty: 'text', headers }).check(record)).toBeNull()
    expect(record).toEqual({ v: '', free: '' })
    expect(table({ v: { format: 'date' } }, { empty: 'text' }).check({ v: '' })).toMatchObject([{ rule: 'format' }])
    const absent: DataRecord = { v: '', n: '', free: '' }
    expect(table(properties, { headers }).check(absent)).toBeNull()
    expect(absent).toEqual({})
  })

  it('UPL-019/engine an empty cell is absent for rules that ask whether a column is there', () => {
    const schema = {
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      dependencies: { a: ['b'] },
      additionalProperties: { enum: ['x'] },
    }
    const headers = new Map(['a', 'b', 'other'].map((name) => [name, name]))
    const validator = createRowValidator({ schema, store: {}, coerce: true, headers })
    expect(validator.check({ a: 'v', b: '', other: '' })).toMatchObject([{ rule: 'dependencies' }])
    expect(validator.check({ a: '', b: 'v', other: '' })).toBeNull()
    const branches = { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }
    const either = createRowValidator({ schema: branches, store: {}, coerce: true, headers })
    expect(either.check({ a: '', b: 'v' })).toBeNull()
    expect(either.check({ a: '', b: '' })).toMatchObject([{ rule: 'anyOf' }])
  })

  it.each<JsonSchema>([
    { patternProperties: { '^v': { type: 'string' } } },
    { propertyNames: { enum: ['w'] } },
    { maxProperties: 1 },
    { const: { w: 'x' } },
    { enum: [{ w: 'x' }] },
    { not: { minProperties: 2 } },
    { properties: { w: {} }, additionalProperties: false },
    { properties: { w: {} }, additionalProperties: { type: 'string' } },
  ])('UPL-019/engine an empty cell is absent for rules that look at all columns: %j', (rules) => {
    const headers = new Map(['v', 'w'].map((name) => [name, name]))
    const described = { ...rules, properties: { v: { type: 'string' }, w: {} } }
    for (const schema of [rules, described]) {
      const validator = createRowValidator({ schema, store: {}, coerce: true, headers })
      expect(validator.check({ v: '', w: 'x' }), JSON.stringify(schema)).toBeNull()
    }
  })

  it('UPL-019/engine an empty element is absent at any depth unless it is required', () => {
    const size = {
      type: 'object',
      required: ['unit'],
      properties: { unit: { enum: ['cm'] }, text: { format: 'date' } },
    }
    const validator = createRowValidator({ schema: { properties: { size, note: {} } }, store: {}, coerce: true })
    const record: DataRecord = { size: { unit: 'cm', text: '' }, note: '' }
    expect(validator.check(record)).toBeNull()
    expect(record).toEqual({ size: { unit: 'cm' } })
    expect(validator.check({ size: { unit: '' } })).toMatchObject([
      { path: '/size/unit', message: "Field 'size/unit' is empty, but a value is required" },
    ])
  })

  it('tells an empty cell from a column that is not there', () => {
    expect(
      check({ n: { type: 'number' } }, { n: '' }, ['n', 'sku'])
        ?.map(({ message }) => message)
        .sort(),
    ).toEqual(
      ["Column 'Own n' is empty, but a value is required", "Field 'sku' is missing"]
        .map((text) => text.replace("Field 'sku'", "Column 'sku'"))
        .sort(),
    )
  })
})
