import { describe, expect, it } from 'vitest'
import type { FileKind } from '@millrace/contract'
import type { DataRecord } from '../formats/records/file.types.ts'
import { readContent } from '../formats/test-support/read-for-test.ts'
import type { OutputFormat } from './encoding/encoder.types.ts'
import { encodeWhole, record } from './encode-for-test.ts'

/** Texts that were ever lost or changed by somebody's files. */
const texts = [
  'plain',
  '007',
  '04006381333931',
  '1E5',
  '=SUM(A1)',
  '"quoted"',
  "it's",
  'a,b;c\td|e',
  'two\nlines',
  'two\r\nlines',
  'old\rmac',
  'Größe 中文 😀',
  '&lt; <b> ]]> &amp;',
  '_x0041_ _x000D_',
  'true',
  'null',
  '',
]
const columns = ['sku', 'Größe (cm)', '1st', '__proto__', 'constructor', 'a:b', '_x0041_']
const rows = texts.map((text, i) =>
  record(
    JSON.stringify({
      sku: `k${i}`,
      'Größe (cm)': text,
      '1st': text,
      constructor: text,
      'a:b': text,
      _x0041_: text,
    }).replace('}', `,"__proto__":${JSON.stringify(text)}}`),
  ),
)
const entries = (records: DataRecord[]) =>
  records.map((each) => Object.fromEntries(columns.map((name) => [name, each[name]])))
const kinds: Record<OutputFormat, FileKind> = { json: 'json', ndjson: 'json', csv: 'csv', xlsx: 'excel', xml: 'xml' }
const readBack = async (format: OutputFormat, records: DataRecord[], names?: string[]) => {
  const content = encodeWhole(format, [records.slice(0, 3), records.slice(3)], { columns: names })
  const options = { kind: kinds[format], format: { header: true, recordPath: format === 'xml' ? 'record' : undefined } }
  return (await readContent(content, { ...options, name: `x.${format}` })).records
}

describe('what is written is read back', () => {
  it.each(['json', 'ndjson', 'csv', 'xlsx', 'xml'] as const)('texts in %s', async (format) => {
    const back = await readBack(format, rows, columns)
    expect(back).toHaveLength(rows.length)
    expect(entries(back)).toEqual(entries(rows))
    for (const each of back) expect(Object.getPrototypeOf(each)).toBe(Object.prototype)
  })

  const typed = [
    { n: 0, b: true, o: { a: [1, { b: null }] }, l: ['a', 'b'], t: 'x', z: null },
    { n: -12.5, b: false, o: {}, l: [1, null], t: '', z: null },
    { n: 123456789012345, b: true, o: { a: 0 }, l: [], t: 'y', z: 1e21 },
    { n: 9007199254740991, b: true, o: { ' x': ' y ' }, l: [[1, 2], [3]], t: ' spaced ', z: 0.1 + 0.2 },
    { n: 1e-7, b: true, o: null, l: ['one'], t: '\tt\n', z: 1.5e300 },
  ]
  it.each(['json', 'ndjson'] as const)('values of every type in %s', async (format) => {
    expect(await readBack(format, typed)).toEqual(typed)
  })

  it('numbers, booleans, JSON text and empty cells in a workbook', async () => {
    expect(await readBack('xlsx', typed, ['n', 'b', 'o', 'l', 't', 'z'])).toEqual([
      { n: 0, b: true, o: '{"a":[1,{"b":null}]}', l: '["a","b"]', t: 'x', z: '' },
      { n: -12.5, b: false, o: '{}', l: '[1,null]', t: '', z: '' },
      { n: 123456789012345, b: true, o: '{"a":0}', l: '[]', t: 'y', z: 1e21 },
      // More digits than a spreadsheet keeps: as text. A fraction is kept to the last bit.
      { n: '9007199254740991', b: true, o: '{" x":" y "}', l: '[[1,2],[3]]', t: ' spaced ', z: 0.30000000000000004 },
      { n: 1e-7, b: true, o: '', l: '["one"]', t: '\tt\n', z: 1.5e300 },
    ])
  })

  it('lists, objects, null and space in XML', async () => {
    expect(await readBack('xml', typed)).toEqual([
      { n: '0', b: 'true', o: { a: ['1', { b: null }] }, l: ['a', 'b'], t: 'x', z: null },
      { n: '-12.5', b: 'false', o: '', l: ['1', null], t: '', z: null },
      { n: '123456789012345', b: 'true', o: { a: '0' }, t: 'y', z: '1e+21' },
      {
        n: '9007199254740991',
        b: 'true',
        o: { ' x': ' y ' },
        l: [{ item: ['1', '2'] }, { item: '3' }],
        t: ' spaced ',
        z: '0.30000000000000004',
      },
      { n: '1e-7', b: 'true', o: null, l: 'one', t: '\tt\n', z: '1.5e+300' },
    ])
  })

  it.each(['json', 'ndjson', 'xlsx', 'xml', 'csv'] as const)('the bytes of %s do not depend on batches', (format) => {
    const many = Array.from({ length: 3000 }, (_, i) => ({ a: i, b: `text ${i * 7919}`.repeat(20) }))
    const options = { columns: ['a', 'b'] }
    const whole = encodeWhole(format, [many], options)
    const chunks = Array.from({ length: 12 }, (_, i) => many.slice(i * 250, i * 250 + 250))
    expect(encodeWhole(format, chunks, options).equals(whole)).toBe(true)
  })
})
