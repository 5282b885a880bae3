import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import type { RowValidatorOptions } from './validation.types.ts'

const table = (properties: JsonSchema, more: Partial<RowValidatorOptions> & { required?: string[] } = {}) => {
  const { required = [], ...options } = more
  const headers = new Map(Object.keys(properties).map((name) => [name, `Own ${name}`]))
  return createRowValidator({
    schema: { type: 'object', required, properties },
    store: {},
    coerce: true,
    headers,
    ...options,
  })
}

const coerced = (schema: JsonSchema, value: unknown, decimal: '.' | ',' = '.') => {
  const record: DataRecord = { v: value }
  const findings = table({ v: schema }, { decimal }).check(record)
  return findings ? findings.map(({ rule }) => rule) : record.v === undefined ? 'removed' : record.v
}

describe('coercion', () => {
  it.each<[JsonSchema, unknown, unknown]>([
    [{ type: 'number' }, '12.50', 12.5],
    [{ type: 'number' }, '-0.5', -0.5],
    [{ type: 'number' }, '+3', 3],
    [{ type: 'number' }, ' 7 ', 7],
    [{ type: 'number' }, '.5', 0.5],
    [{ type: 'number' }, '1E5', 100_000],
    [{ type: 'number' }, '', 'removed'],
    [{ type: 'number' }, '   ', 'removed'],
    [{ type: 'number' }, 'n/a', ['type']],
    [{ type: 'number' }, '0x10', ['type']],
    [{ type: 'number' }, '1,234', 1234],
    [{ type: 'number' }, '1,23', ['type']],
    [{ type: 'number' }, '12,5', ['type']],
    [{ type: 'number' }, 'Infinity', ['type']],
    [{ type: 'number' }, '1e999', ['type']],
    [{ type: 'number' }, '12345678901234567890', ['type']],
    [{ type: 'number' }, '12345678901234567890 ', ['type']],
    [{ type: 'number' }, '-9007199254740993.0', ['type']],
    [{ type: 'number' }, '1e20', 1e20],
    [{ type: 'integer' }, '12', 12],
    [{ type: 'integer' }, '12.0', 12],
    [{ type: 'integer' }, '12.5', ['type']],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'FALSE', false],
    [{ type: 'boolean' }, '1', true],
    [{ type: 'boolean' }, '0', false],
    [{ type: 'boolean' }, 'yes', ['type']],
    [{ type: 'boolean' }, '', 'removed'],
    [{ type: 'boolean' }, 1, true],
    [{ type: 'string' }, '007', '007'],
    [{ type: 'string' }, '', 'removed'],
    [{ type: 'string' }, '   ', '   '],
    [{ type: 'string', format: 'date' }, '', 'removed'],
    [{ type: 'string', pattern: '^x$' }, '', 'removed'],
    [{ type: 'string', minLength: 1 }, '', 'removed'],
    [{ enum: ['', 'red'] }, '', 'removed'],
    [{ enum: ['red', 'blue'] }, '', 'removed'],
    [{ const: 'red' }, '', 'removed'],
    [{ not: { const: '' } }, '', 'removed'],
    [{ anyOf: [{ format: 'date' }, { format: 'uri' }] }, '', 'removed'],
    [{ type: ['string', 'null'] }, '', 'removed'],
    [{ type: 'array' }, '', 'removed'],
    [{}, '', 'removed'],
    [{ type: 'string' }, 4006381333931, '4006381333931'],
    [{ type: 'string' }, true, 'true'],
    [{ type: ['string', 'number'] }, '12', '12'],
    [{ type: ['number', 'null'] }, '', 'removed'],
    [{ type: ['number', 'null'] }, '5', 5],
    [{ enum: ['red', 'blue'] }, 'red', 'red'],
    [{ enum: [1, 2] }, '2', 2],
    [{ enum: [1, 2] }, '3', ['enum']],
    [{ const: true }, 'true', true],
    [{ anyOf: [{ type: 'number' }, { type: 'boolean' }] }, '5', 5],
    [{ anyOf: [{ type: 'number' }, { type: 'boolean' }] }, 'true', true],
    [{ allOf: [{ type: 'number' }, { minimum: 3 }] }, '5', 5],
    [{}, '5', '5'],
  ])('UPL-019/engine %j reads %j as %j', (schema, value, expected) => {
    expect(coerced(schema, value)).toEqual(expected)
  })

  it.each([
    ['12,5', 12.5],
    ['-1234,00', -1234],
    ['12', 12],
    ['12.5', ['type']],
    ['1.234,5', 1234.5],
    ['1.234', 1234],
    ['1 234,5', 1234.5],
    ['1,2,3', ['type']],
  ])('with a decimal comma %j is %j', (value, expected) => {
    expect(coerced({ type: 'number' }, value, ',')).toEqual(expected)
  })

  it.each([Number.NaN, Infinity, -Infinity])('takes %d, which code may make, for no number', (n) => {
    const schema = { properties: { n: { type: 'number' }, i: { type: ['integer', 'null'] } } }
    const validator = createRowValidator({ schema, store: {}, coerce: false })
    expect(validator.check({ n })).toMatchObject([
      { rule: 'type', column: 'n', message: `Field 'n': '${n}' is not a number` },
    ])
    expect(validator.check({ i: n })).toMatchObject([{ rule: 'type', column: 'i' }])
  })

  it('never coerces without being told to', () => {
    const validator = createRowValidator({
      schema: { properties: { n: { type: 'number' } } },
      store: {},
      coerce: false,
    })
    expect(validator.check({ n: '5' })).toMatchObject([{ rule: 'type', column: 'n' }])
    expect(validator.check({ n: 5 })).toBeNull()
  })

  it('coerces fields and lists of any depth where records have no columns', () => {
    const schema = {
      properties: {
        price: { type: 'object', properties: { '@currency': { type: 'string' }, '#text': { type: 'number' } } },
        tag: { type: 'array', items: { type: 'integer' } },
        child: { $ref: '#/definitions/node' },
      },
      definitions: {
        node: { type: 'object', properties: { n: { type: 'number' }, child: { $ref: '#/definitions/node' } } },
      },
    }
    const record: DataRecord = {
      price: { '@currency': 'EUR', '#text': '9.5' },
      tag: '4',
      child: { n: '1', child: { n: '2' } },
    }
    expect(createRowValidator({ schema, store: {}, coerce: true }).check(record)).toBeNull()
    expect(record).toEqual({ price: { '@currency': 'EUR', '#text': 9.5 }, tag: [4], child: { n: 1, child: { n: 2 } } })
  })
})

describe('findings', () => {
  const check = (properties: JsonSchema, record: DataRecord, required: string[] = []) =>
    table(properties, { required }).check(record, 7, 9)

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
      "Column 'Own v': 'n/a' does not have the form ^[0-9]{13}$",
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

describe('references', () => {
  const money = {
    $id: 'https://example.com/money',
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number' }, again: { $ref: 'https://example.com/money#/definitions/c' } },
    definitions: { c: { type: 'string' } },
  }

  it('SCH-008/engine resolves both address forms, pointers into them and chains', () => {
    const store = {
      'importer://schema/id/1': {
        properties: {
          price: { $ref: 'importer://schema/name/Money of shop' },
          code: { $ref: 'importer://schema/id/2#/definitions/code' },
        },
      },
      'importer://schema/name/Money of shop': money,
      'importer://schema/id/2': {
        ...money,
        definitions: { ...money.definitions, code: { type: 'string', pattern: '^[A-Z]{3}$' } },
      },
    }
    const validator = createRowValidator({ schema: { $ref: 'importer://schema/id/1' }, store, coerce: false })
    expect(validator.check({ price: { amount: 5, again: 'x' }, code: 'EUR' })).toBeNull()
    expect(
      validator
        .check({ price: { amount: '5', again: 1 }, code: 'eur' })
        ?.map(({ path }) => path)
        .sort(),
    ).toEqual(['/code', '/price/again', '/price/amount'])
  })

  it('resolves schemas that refer to each other', () => {
    const store = {
      'importer://schema/id/a': { type: 'object', properties: { b: { $ref: 'importer://schema/id/b' } } },
      'importer://schema/id/b': {
        type: 'object',
        properties: { a: { $ref: 'importer://schema/id/a' }, n: { type: 'number' } },
      },
    }
    const validator = createRowValidator({ schema: { $ref: 'importer://schema/id/a' }, store, coerce: false })
    expect(validator.check({ b: { a: { b: { n: 'x' } } } })).toMatchObject([{ path: '/b/a/b/n' }])
  })

  it.each([
    'importer://schema/id/none',
    'importer://schema/name/None',
    'https://example.com/other',
    'file:///etc/passwd',
    'importer://schema/id/__proto__',
  ])('SCH-030/engine refuses %s: Schema not exist.', (address) => {
    const make = () =>
      createRowValidator({ schema: { properties: { a: { $ref: address } } }, store: {}, coerce: false })
    expect(make).toThrow(
      expect.objectContaining({
        name: 'SchemaError',
        code: 'notExist',
        message: 'Schema not exist.',
        detail: address,
      }),
    )
  })

  it('says what is wrong with a schema', () => {
    const make = (schema: JsonSchema) => () => createRowValidator({ schema, store: {}, coerce: false })
    expect(make({ type: 'nonsense' })).toThrow(/^The schema is not valid: /)
    expect(make({ properties: { a: { pattern: '(' } } })).toThrow(
      /^The schema is not valid: '\(' is not a regular expression/,
    )
    expect(make({ $ref: '#/definitions/none' })).toThrow(/^The schema is not valid: /)
  })

  it('allows the keyword ui and leaves a property called enum or default alone', () => {
    const store = { 'importer://schema/id/1': { type: 'number' } }
    const schema = {
      properties: {
        default: { $ref: 'importer://schema/id/1', ui: { $ref: 'importer://schema/id/none' } },
        enum: { type: 'string' },
      },
    }
    const validator = createRowValidator({ schema, store, coerce: false })
    expect(validator.check({ default: 'x', enum: 'y' })).toMatchObject([{ path: '/default' }])
  })
})
