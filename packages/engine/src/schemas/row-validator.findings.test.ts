import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { createRowValidator } from './row-validator.ts'
import { check } from './table-for-test.ts'

describe('findings', () => {
  it('names row, line, the own header, the rule, the value as it stands in the file, and a sentence', () => {
    expect(check({ ListPrice: { type: 'number' } }, { ListPrice: 'n/a' })).toEqual([
      {
        row: 7,
        line: 9,
        column: 'Own ListPrice',
        path: '/ListPrice',
        rule: 'type',
        value: 'n/a',
        message: "Column 'Own ListPrice': 'n/a' is not a number",
      },
    ])
  })

  it.each<[JsonSchema, unknown, string, string]>([
    [{ type: 'integer' }, '1.5', 'type', "Column 'Own v': '1.5' is not a whole number"],
    [{ type: 'number' }, '12,5', 'type', "Column 'Own v': '12,5' is not a number (the decimal mark is '.')"],
    [
      { type: 'number' },
      '12345678901234567890',
      'type',
      "Column 'Own v': '12345678901234567890' is not a number that can be kept exactly",
    ],
    [
      { type: 'number' },
      '9007199254740993.50',
      'type',
      "Column 'Own v': '9007199254740993.50' is not a number that can be kept exactly",
    ],
    [{ type: 'number', minimum: 0 }, '-5.00', 'minimum', "Column 'Own v': '-5.00' is less than 0"],
    [{ type: 'number', maximum: 9 }, '10', 'maximum', "Column 'Own v': '10' is greater than 9"],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'exclusiveMinimum', "Column 'Own v': '0' is not greater than 0"],
    [{ enum: ['EUR', 'USD'] }, 'XXX', 'enum', "Column 'Own v': 'XXX' is not one of EUR, USD"],
    [
      { type: 'string', pattern: '^[0-9]{13}$' },
      'n/a',
      'pattern',
      "Column 'Own v': 'n/a' must have 13 digits (the form ^[0-9]{13}$)",
    ],
    [
      { type: 'string', format: 'date' },
      '31.5.24',
      'format',
      "Column 'Own v': '31.5.24' is not a date such as 2024-05-31",
    ],
    [{ type: 'string', maxLength: 1 }, 'ab', 'maxLength', "Column 'Own v': 'ab' is longer than 1 character"],
    [
      { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
      'x',
      'anyOf',
      "Column 'Own v': 'x' fits none of the allowed alternatives",
    ],
  ])('%j with %j', (schema, value, rule, message) => {
    expect(check({ v: schema }, { v: value })).toMatchObject([{ rule, message }])
  })

  it('finds the required columns a file lacks', () => {
    const schema = {
      allOf: [{ required: ['sku'] }, { $ref: '#/definitions/base' }],
      definitions: { base: { required: ['price', 'name'] } },
    }
    const validator = createRowValidator({ schema, store: {}, coerce: true })
    expect(validator.missingColumns(['name', 'other'])).toEqual(['sku', 'price'])
  })

  it('SCH-034/engine cuts a long value to 100 of head and 100 of tail', () => {
    const [finding] = check({ v: { type: 'number' } }, { v: `${'a'.repeat(150)}${'b'.repeat(150)}` }) ?? []
    expect(finding?.value).toBe(`${'a'.repeat(100)}…${'b'.repeat(100)}`)
    expect(finding?.message.length).toBeLessThan(300)
  })

  it('names fields of any depth', () => {
    const schema = {
      properties: {
        battery: { type: 'object', required: ['kwh'], properties: { cells: { items: { type: 'number' } } } },
      },
    }
    const validator = createRowValidator({ schema, store: {}, coerce: false })
    expect(validator.check({ battery: { cells: [1, 'x'] } })).toMatchObject([
      {
        column: 'battery',
        path: '/battery/kwh',
        rule: 'required',
        value: '',
        message: "Field 'battery/kwh' is missing",
      },
      {
        column: 'battery',
        path: '/battery/cells/1',
        rule: 'type',
        value: 'x',
        message: "Field 'battery/cells/1': 'x' is not a number",
      },
    ])
  })

  it('names properties that are not expected', () => {
    const validator = createRowValidator({
      schema: { additionalProperties: false, properties: { a: {} } },
      store: {},
      coerce: false,
    })
    expect(validator.check({ a: 1, z: 'v' })).toMatchObject([
      { rule: 'additionalProperties', column: 'z', value: 'v', message: "Field 'z' is not expected" },
    ])
  })

  it('keeps a record with very many faults small', () => {
    const validator = createRowValidator({
      schema: { properties: { a: { items: { type: 'number' } } } },
      store: {},
      coerce: false,
    })
    expect(validator.check({ a: Array.from({ length: 10_000 }, () => 'x') })).toHaveLength(201)
  })

  it('does not take inherited names for data', () => {
    const validator = createRowValidator({
      schema: { required: ['constructor'], properties: { toString: { type: 'number' }, __proto__: {} } },
      store: {},
      coerce: true,
    })
    expect(validator.check({ a: 1 })).toMatchObject([{ rule: 'required', column: 'constructor' }])
    expect(validator.check({ constructor: 'x', toString: '5' } as never)).toBeNull()
  })
})
