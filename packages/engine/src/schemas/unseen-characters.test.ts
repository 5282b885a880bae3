import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import { UnseenCharacters } from './unseen-characters.ts'

const key: JsonSchema = { type: 'string', key: true }
const schema: JsonSchema = {
  type: 'object',
  properties: {
    sku: key,
    name: { type: 'string' },
    note: { type: 'string' },
    price: { type: 'number' },
    ref: { $ref: '#/definitions/code' },
  },
  required: ['name'],
  definitions: { code: { allOf: [{ type: 'string', maxLength: 6, key: true }] } },
}
const headers = new Map(Object.entries({ sku: 'Article', name: 'Name', note: 'Note', price: 'Price', ref: 'Ref' }))

/** The records as they are after the check, and what is told of them. */
function read(records: DataRecord[], { coerce = true, sheet = null as string | null } = {}) {
  const unseen = new UnseenCharacters()
  const validator = createRowValidator({ schema, store: {}, coerce, headers, unseen })
  const findings = records.map((record, i) => validator.check(record, i + 1, i + 2))
  return { records, findings, notes: unseen.notes(headers, sheet) }
}

describe('characters that nobody sees', () => {
  it.each(['\u00a0A 1', 'A 1\u00a0', ' A 1 ', '\u200bA 1\ufeff', '\u202a\u00a0 A 1\u2060\t', '\u00adA 1\u202f'])(
    'UPL-019/engine are trimmed around a key, and told: %j',
    (text) => {
      const { records, notes } = read([{ sku: text, name: 'x' }])
      expect(records).toEqual([{ sku: 'A 1', name: 'x' }])
      expect(notes).toEqual([
        {
          level: 'info',
          message:
            "1 value of the key 'Article' had blanks or invisible characters around it, which are left out; the first is in row 1, line 2",
        },
      ])
    },
  )

  it('UPL-019/engine make a key that a reference describes, and one that is nothing else is absent', () => {
    const { records, findings } = read([
      { ref: '\u00a0123456\u00a0', name: 'x' },
      { ref: '\u00a0\u200b', sku: 'A', name: 'x' },
    ])
    expect(findings).toEqual([null, null])
    expect(records.map(({ ref }) => ref)).toEqual(['123456', undefined])
  })

  it('UPL-019/engine stay inside a key, and are told', () => {
    const texts = ['A\u00a01', 'A\u200b1', 'A 1', 'A\u00ad1\u00a0']
    const { records, notes } = read(texts.map((sku) => ({ sku })))
    expect(records.map(({ sku }) => sku)).toEqual(['A\u00a01', 'A\u200b1', 'A 1', 'A\u00ad1'])
    expect(notes.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "info: 1 value of the key 'Article' had blanks or invisible characters around it, which are left out; the first is in row 4, line 5",
      "warn: 3 values of the key 'Article' have a no-break space or an invisible character inside, which stays; the first is in row 1, line 2",
    ])
  })

  it('UPL-019/engine stay around a required text that is no key, and are told with sheet and row', () => {
    const { records, notes } = read(
      [{ name: 'x ', note: '\u00a0x' }, { name: 'Vélo\u00a0' }, { name: '\u200bx', price: '\u00a01' }],
      { sheet: 'Products' },
    )
    expect(records).toEqual([{ name: 'x ', note: '\u00a0x' }, { name: 'Vélo\u00a0' }, { name: '\u200bx', price: 1 }])
    expect(notes).toEqual([
      {
        level: 'warn',
        message:
          "2 values of 'Name' have a no-break space or an invisible character at the beginning or end, which stays; the first is in sheet Products, row 3",
      },
    ])
  })

  it('UPL-019/engine stay in the keys of JSON, which is never changed, and are told', () => {
    const { records, notes } = read([{ sku: '\u00a0A' }, { sku: ' B ' }], { coerce: false })
    expect(records).toEqual([{ sku: '\u00a0A' }, { sku: ' B ' }])
    expect(notes.map(({ message }) => message)).toEqual([
      "1 value of 'Article' has a no-break space or an invisible character at the beginning or end, which stays; the first is in row 1, line 2",
    ])
  })

  it('UPL-019/engine are each of them, and no letter or mark of any language is one', () => {
    const codes = Array.from({ length: 0x10000 }, (_, code) => code)
    const unseen = new UnseenCharacters()
    const validator = createRowValidator({ schema, store: {}, coerce: true, headers, unseen })
    const count = () => Number(/^\d+/.exec(unseen.notes(headers, null)[0]?.message ?? '0')?.[0])
    const told = codes.filter((code) => {
      const before = count()
      validator.check({ name: `x${String.fromCharCode(code)}` }, code + 1)
      return count() > before
    })
    const ranges = [[0xa0], [0xad], [0x180e], [0x2007], [0x200b, 0x200f], [0x202a, 0x202f], [0x2060, 0x2069], [0xfeff]]
    const expected = ranges.flatMap(([first = 0, last = first]) => codes.slice(first, last + 1))
    expect(told).toEqual(expected)
  })

  it('are looked for in files alone: records that come out of code keep their keys', () => {
    const record = { sku: '\u00a0A', name: 'x' }
    expect(createRowValidator({ schema, store: {}, coerce: false }).check(record)).toBeNull()
    expect(record).toEqual({ sku: '\u00a0A', name: 'x' })
  })

  it('are counted once in a record that is looked at twice', () => {
    const unseen = new UnseenCharacters()
    const validator = createRowValidator({ schema, store: {}, coerce: true, headers, unseen })
    for (const sku of ['\u00a0A', '\u00a0A']) validator.check({ sku }, 1, 2)
    validator.check({ sku: '\u00a0B' }, 2, 3)
    expect(unseen.notes(headers, null).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2 values of the key 'Article' had .* the first is in row 1, line 2$/),
    ])
  })
})
