import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import { table } from './table-for-test.ts'

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
