import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { createEncoder } from '../../outputs/encoder.ts'
import { loadGuestSources } from '../../host/processes/guest-sources.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { toCopyText } from '../../outputs/targets/copy-text.ts'
import { toLoadText } from '../../outputs/targets/load-text.ts'
import { createColumnCheck } from './column-check.ts'
import { ColumnEncoder } from './column-encoder.ts'
import { createRowPacker } from './packed-rows.ts'
import { toPlainRecord } from './plain-data.ts'

const packer = createRowPacker(loadGuestSources().columns)

/** Seeded, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const texts = [
  '',
  'a',
  'plain text',
  'Łódź',
  '棚 テーブル',
  '😀',
  'a\ud800',
  '\udc00b',
  'say "x"',
  'back\\slash',
  'a\tb\nc\r',
  '\u0001',
]
const others = [0, -0, 7, -1.5, 1e21, true, false, null, undefined]
const lists = [[], ['x', 'y "z"'], [1, [2, 'ü']], { a: 1, b: 'c\\d' }, {}, new Date(0)]
const names = ['sku', '__proto__', 'constructor', '7', 'a"b', 'ü', 'price', 'note']
const columns = [
  { name: 'sku', pgType: 'text' },
  { name: 'price', pgType: 'numeric' },
  { name: 'note', pgType: 'jsonb' },
  { name: 'ü', pgType: 'text' },
  { name: 'gone', pgType: 'text' },
]

function rowsOf(seed: number): Record<string, unknown>[] {
  const next = random(seed)
  const keys = names.filter(() => next(3) > 0)
  const lean = next(3) === 0
  const kinds = keys.map(() => next(4))
  return Array.from({ length: 1 + next(30) }, () => {
    const row: Record<string, unknown> = {}
    keys.forEach((key, i) => {
      if (lean && next(6) === 0) return
      const from = next(12) === 0 ? next(3) : kinds[i]
      const pool = from === 0 || from === 3 ? texts : from === 1 ? others : lists
      const value = structuredCopy(pool[next(pool.length)])
      Object.defineProperty(row, key, { value, writable: true, enumerable: true, configurable: true })
    })
    return row
  })
}

/** Tests run in a world of their own, whose objects structuredClone does not make. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy)
  if (value instanceof Date) return new Date(value.getTime())
  if (value !== null && typeof value === 'object') return { ...value }
  return value
}

describe('ColumnEncoder', () => {
  it('gives the bytes that the records by themselves give, as JSON, JSON lines and COPY text', () => {
    let compared = 0
    for (let seed = 1; seed <= 500; seed++) {
      for (const format of ['json', 'ndjson'] as const) {
        const byRecord = createEncoder(format)
        const byColumn = createEncoder(format)
        const encoder = new ColumnEncoder(packer.valuesOf, columns)
        let expected = ''
        let given = ''
        for (const rows of [rowsOf(seed), rowsOf(seed)]) {
          const packed = packer.pack(rows)
          if (packed === null || createColumnCheck(null, {}, packer.valuesOf)?.(packed) !== true) continue
          const records = packer.unpack(packed).map((row) => toPlainRecord(row) ?? {})
          const joined = byColumn.joined?.()
          if (joined === undefined) throw new Error('JSON is not put together from texts')
          const { json, copy } = encoder.encode(packed, joined.before, joined.between, joined.after, !hasNul(rows))
          expected += byRecord.encode(records)
          given += json.toString()
          if (!hasNul(rows))
            expect(copy.toString(), `seed ${seed}`).toBe(Buffer.from(toCopyText(records, columns)).toString())
          compared++
        }
        expect(given + byColumn.tail(), `seed ${seed} ${format}`).toBe(
          Buffer.from(expected).toString() + byRecord.tail(),
        )
      }
    }
    expect(compared).toBeGreaterThan(500)
  })

  it('gives the bytes that the records by themselves give as LOAD DATA text, NUL characters included', () => {
    const instants = [...columns, { name: 'at', pgType: 'timestamptz' }]
    let compared = 0
    for (let seed = 1; seed <= 500; seed++) {
      const rows = rowsOf(seed).map((row, n) => ({ ...row, at: n % 3 ? '2026-03-29T03:30:00.5+02:00' : 'x\0' }))
      const packed = packer.pack(rows)
      if (packed === null || createColumnCheck(null, {}, packer.valuesOf)?.(packed) !== true) continue
      const records = packer.unpack(packed).map((row) => toPlainRecord(row) ?? {})
      const { copy } = new ColumnEncoder(packer.valuesOf, instants, 'mysql').encode(packed, '', '\n', '\n', true)
      expect(copy.toString(), `seed ${seed}`).toBe(Buffer.from(toLoadText(records, instants)).toString())
      compared++
    }
    expect(compared).toBeGreaterThan(250)
  })

  it('refuses a NUL character in COPY text as the text of records does', () => {
    const packed = packer.pack([{ sku: 'a\0b' }])
    if (packed === null) throw new Error('not packed')
    const encoder = new ColumnEncoder(packer.valuesOf, columns)
    expect(() => encoder.encode(packed, '', '\n', '\n', true)).toThrow(/NUL character/)
  })
})

const hasNul = (rows: unknown[]): boolean => JSON.stringify(rows).includes('\\u0000')

describe('createColumnCheck', () => {
  const schemas: JsonSchema[] = [
    { type: 'object' },
    { type: 'object', additionalProperties: false, properties: { sku: { type: 'string' } } },
    { type: 'object', required: ['sku', 'price'], properties: { sku: { type: 'string', minLength: 1 } } },
    { type: 'object', properties: { sku: { type: 'string', minLength: 2, maxLength: 4 }, price: { type: 'number' } } },
    { type: 'object', properties: { price: { type: 'integer', minimum: 0, maximum: 10 }, ü: { enum: ['', 'a', 7] } } },
    {
      type: 'object',
      properties: { price: { type: ['number', 'null'], exclusiveMinimum: 0 }, note: { type: 'array' } },
    },
    {
      type: 'object',
      properties: { sku: { type: 'string', enum: ['', 'a', '😀'] }, ü: { type: 'string', pattern: '^a' } },
    },
    {
      type: 'object',
      properties: { constructor: { type: 'string' }, '7': { type: 'boolean' } },
      required: ['constructor'],
    },
    {
      type: 'object',
      properties: {
        sku: { type: 'string', pattern: '^[a-z]', maxLength: 4 },
        note: { type: 'string', format: 'uri-reference' },
        price: { type: 'array', items: { type: 'string' } },
        ü: { type: 'boolean' },
      },
    },
    {
      type: 'object',
      properties: {
        sku: { type: 'array' },
        note: { type: 'array', items: { type: 'integer' } },
        price: { type: 'string', format: 'time' },
        ü: { type: 'string', format: 'unknown', minLength: 1 },
      },
    },
    { type: 'object', properties: { sku: { $ref: 'importer://schema/id/1' } } },
    { $ref: 'importer://schema/id/2' },
  ]
  const store = {
    'importer://schema/id/1': { type: 'string', maxLength: 3 },
    'importer://schema/id/2': { type: 'object', required: ['price'], properties: { price: { minimum: 1 } } },
  } as Record<string, JsonSchema>

  it('accepts only what the validator of rows accepts, and nearly all of it', () => {
    let accepted = 0
    let missed = 0
    for (const schema of schemas) {
      const check = createColumnCheck(schema, store, packer.valuesOf)
      if (check === null) throw new Error(`no check for ${JSON.stringify(schema)}`)
      const validator = createRowValidator({ schema, store, coerce: false })
      for (let seed = 1; seed <= 40; seed++) {
        for (const row of rowsOf(seed)) {
          const packed = packer.pack([row, row])
          if (packed === null) continue
          const verdict = check(packed)
          const record = toPlainRecord(structuredCopy(row))
          const valid = record !== null && validator.check(record) === null
          if (verdict) expect(valid, `${JSON.stringify(schema)} ${JSON.stringify(row)}`).toBe(true)
          if (verdict) accepted++
          else if (valid) missed++
        }
      }
    }
    expect(accepted).toBeGreaterThan(1000)
    expect(missed).toBeLessThan(accepted / 20)
  })

  const text = { type: 'string', minLength: 3 }
  const price = { type: 'number', minimum: 1 }
  const colour = { type: 'string', enum: ['red', 'blue'] }
  const code = { type: 'string', pattern: '^[a-z]+$', maxLength: 4 }
  const day = { type: 'string', format: 'date', pattern: '^2' }
  const tags = { type: 'array', items: { type: 'string' } }
  const counts = { type: 'array', items: { type: 'integer' } }
  it.each([
    [code, 'red', undefined, true],
    [code, 'red', 'Red', false],
    [code, 'red', 'reddish', false],
    [code, 'red', '', false],
    [code, 'red', null, false],
    [code, 'red', 7, false],
    [day, '2026-02-28', undefined, true],
    [day, '2026-02-28', '2026-02-29', false],
    [day, '2026-02-28', '1999-12-31', false],
    [{ type: 'string', format: 'anything' }, 'red', '', true],
    [tags, ['red'], undefined, true],
    [tags, ['red'], [], true],
    [tags, ['red'], ['red', 7], false],
    [tags, ['red'], ['red', null], false],
    [tags, ['red'], 'red', false],
    [tags, ['red'], { 0: 'red', length: 1 }, false],
    [counts, [1, 2], [1, 2.5], false],
    [counts, [1, 2], [1e21, -0], true],
    [{ type: 'array', items: { type: 'number' } }, [1.5], ['1.5'], false],
    [{ type: 'array' }, [1.5], [null, {}], true],
    [{ type: 'array', items: { type: 'string', minLength: 1 } }, ['a'], [''], false],
    [{ type: 'boolean' }, true, null, false],
    [{ type: 'boolean' }, true, 1, false],
    [text, 'red', undefined, true],
    [text, 'red', null, false],
    [text, 'red', 7, false],
    [text, 'red', 're', false],
    [text, 'red', '😀a', false],
    [text, 'red', '😀ab', true],
    [text, '😀ab', undefined, true],
    [text, '😀ab', 'red', true],
    [price, 2, undefined, true],
    [price, 2, 0, false],
    [price, 2, null, false],
    [price, 2, 'red', false],
    [{ ...price, type: 'integer' }, 2, 2.5, false],
    [colour, 'red', undefined, true],
    [colour, 'red', 'green', false],
    [colour, 'red', null, false],
    [colour, undefined, 'red', true],
    [{ type: 'boolean' }, true, undefined, true],
    [{ type: 'boolean' }, true, 'red', false],
  ])('%j: a column of %j with one %j fits: %j', (field, usual, other, fits) => {
    const schema = { properties: { a: field, b: { type: 'string', pattern: '^x' } } } as JsonSchema
    for (const place of [0, 4, 8]) {
      const rows = Array.from({ length: 9 }, (_, i) => ({ a: i === place ? other : usual, b: 'xy' }))
      const packed = packer.pack(rows)
      expect(packed && createColumnCheck(schema, {}, packer.valuesOf)?.(packed)).toBe(fits)
      const validator = createRowValidator({ schema, store: {}, coerce: false })
      expect(rows.every((row) => validator.check({ ...row } as never) === null)).toBe(fits)
    }
  })

  it.each([
    { type: 'object', minProperties: 1 },
    { type: 'object', patternProperties: { a: {} } },
    { type: 'object', anyOf: [{}] },
    { type: ['object', 'null'] },
    { type: 'object', properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: {} } },
    { $ref: 'importer://schema/id/9' },
    true,
  ])('leaves %j to the validator of rows', (schema) => {
    expect(createColumnCheck(schema as JsonSchema, store, packer.valuesOf)).toBeNull()
  })
})
