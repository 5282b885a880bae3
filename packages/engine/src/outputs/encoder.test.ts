import { describe, expect, it } from 'vitest'
import { createEncoder } from './encoder.ts'
import { readContent } from '../formats/read-for-test.ts'

const records = [
  { a: 1, b: 'x, "y"\nz' },
  { a: null, b: { c: [1] } },
  { b: '=1+1', a: 0.1 },
]
const whole = (format: 'json' | 'ndjson' | 'csv', batches: object[][], columns?: string[]) => {
  const encoder = createEncoder(format, columns)
  return encoder.head() + batches.map((batch) => encoder.encode(batch as never)).join('') + encoder.tail()
}

describe('output files', () => {
  it('writes JSON as a list with one record per line, whatever the batches', () => {
    const text = whole('json', [records])
    expect(JSON.parse(text)).toEqual(records)
    expect(text.split('\n')).toHaveLength(records.length + 3)
    expect(whole('json', [[], records.slice(0, 1), [], records.slice(1)])).toBe(text)
    expect(JSON.parse(whole('json', []))).toEqual([])
  })

  it('writes one record per line as NDJSON', () => {
    expect(
      whole('ndjson', [records.slice(0, 2), records.slice(2)])
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(records)
  })

  it('writes CSV with the given columns and exact values, and reads it back', async () => {
    const text = whole('csv', [records], ['b', 'a', 'none'])
    expect(text).toBe('b,a,none\r\n"x, ""y""\nz",1,\r\n"{""c"":[1]}",,\r\n=1+1,0.1,\r\n')
    expect((await readContent(text)).records[0]).toEqual({ a: '1', b: 'x, "y"\nz', none: '' })
    expect(whole('csv', [[{ toString: 'x' }, {}]], ['toString'])).toBe('toString\r\nx\r\n""\r\n')
  })

  it('says what it cannot write', () => {
    expect(() => createEncoder('xlsx')).toThrow(
      "Output files in the format 'xlsx' cannot be written; choose json, ndjson or csv",
    )
    expect(() => createEncoder('csv')).toThrow(/needs columns/)
  })
})
