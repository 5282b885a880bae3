import { describe, expect, it } from 'vitest'
import { readContent } from '../formats/test-support/read-for-test.ts'
import { createEncoder } from './encoder.ts'
import { encodeWhole, record } from './encode-for-test.ts'

const records = [
  { a: 1, b: 'x, "y"\nz' },
  { a: null, b: { c: [1] } },
  { b: '=1+1', a: 0.1 },
]

describe('output files', () => {
  it('writes JSON as a list with one record per line, whatever the batches', () => {
    const text = encodeWhole('json', [records]).toString()
    expect(JSON.parse(text)).toEqual(records)
    expect(text.split('\n')).toHaveLength(records.length + 3)
    expect(encodeWhole('json', [[], records.slice(0, 1), [], records.slice(1)]).toString()).toBe(text)
    expect(JSON.parse(encodeWhole('json', []).toString())).toEqual([])
  })

  it('writes one record per line as NDJSON', () => {
    const lines = encodeWhole('ndjson', [records.slice(0, 2), records.slice(2)])
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(records)
  })

  it('writes CSV with the given columns and exact values, and reads it back', async () => {
    const text = encodeWhole('csv', [records], { columns: ['b', 'a', 'none'] }).toString()
    expect(text).toBe('b,a,none\r\n"x, ""y""\nz",1,\r\n"{""c"":[1]}",,\r\n=1+1,0.1,\r\n')
    expect((await readContent(text)).records[0]).toEqual({ a: '1', b: 'x, "y"\nz', none: '' })
    const inherited = encodeWhole('csv', [[{ toString: 'x' }, {}]], { columns: ['toString'] })
    expect(inherited.toString()).toBe('toString\r\nx\r\n""\r\n')
  })

  it.each(['json', 'ndjson', 'csv', 'xml'] as const)(
    'IMP-049/engine %s begins with a byte order mark where the sink asks for it, and is read back as without',
    async (format) => {
      const batches = [records.slice(0, 1), records.slice(1)]
      const columns = ['a', 'b']
      const plain = encodeWhole(format, batches, { columns })
      const marked = encodeWhole(format, batches, { columns, byteOrderMark: true })
      expect(marked.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      expect(marked.subarray(3)).toEqual(plain)
      const kind = format === 'csv' || format === 'xml' ? format : 'json'
      const back = async (content: Buffer) => (await readContent(content, { kind, name: `x.${format}` })).records
      expect(await back(marked)).toEqual(await back(plain))
    },
  )

  it('a workbook never has a byte order mark: it is no text', () => {
    const options = { columns: ['a'] }
    expect(encodeWhole('xlsx', [records], { ...options, byteOrderMark: true })).toEqual(
      encodeWhole('xlsx', [records], options),
    )
  })

  it('CSV needs columns', () => {
    expect(() => createEncoder('csv')).toThrow(/needs columns/)
  })

  it.each(['csv', 'xlsx'] as const)('%s tells of values that no column takes', (format) => {
    const encoder = createEncoder(format, { columns: ['a'] })
    encoder.head()
    encoder.encode([{ a: 1 }, { a: 1, late: 2, nothing: null }, { other: 'x' }])
    encoder.encode([{ a: 1, late: 3 }, record('{"__proto__":1}')])
    expect(encoder.leftOut?.()).toEqual([
      "The file has no column for 'late', which 2 records have, the first of them record 2: these values are left out",
      "The file has no column for 'other', which record 3 has: these values are left out",
      "The file has no column for '__proto__', which record 5 has: these values are left out",
    ])
  })

  it('a thousand unexpected properties are told in few sentences', () => {
    const encoder = createEncoder('csv', { columns: ['a'] })
    encoder.encode(Array.from({ length: 1000 }, (_, i) => ({ a: 1, [`extra${i}`]: i })))
    expect(encoder.leftOut?.()).toHaveLength(51)
    expect(encoder.leftOut?.().at(-1)).toBe('950 values of further properties have no column and are left out')
  })
})
