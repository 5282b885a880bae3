import type { FileFormat, FileKind } from '@millrace/contract'
import { maxPreviewRecords, previewRows } from '@millrace/contract/uploads/preview.rule'
import { describe, expect, it } from 'vitest'
import { hostileFiles } from '../../formats/hostile/hostile-files-for-test.ts'
import { previewFile } from './preview-file.ts'

const signal = new AbortController().signal
const rowSchema = {
  type: 'object',
  properties: { sku: { type: 'string', minLength: 2 }, price: { type: 'number' }, count: { type: 'integer' } },
  required: ['sku'],
}
const preview = (content: string | Uint8Array, format: FileFormat = {}, contentType: FileKind = 'csv') =>
  previewFile(
    { file: { name: 'rows', contentType, format, content: Buffer.from(content) }, rowSchema, schemas: {} },
    { signal },
  )

describe('previewFile', () => {
  it('shows each row as it stands in the file and as the schema takes it, and what is wrong where', async () => {
    const shown = await preview('sku;price;count\nA1;1.234,50;3\nB;x;\n')
    expect(shown).toMatchObject({
      problem: null,
      detected: { kind: 'csv', delimiter: ';', header: true, decimal: ',' },
      columns: ['sku', 'price', 'count'].map((name) => ({ header: name, property: name })),
      counts: { records: 2, valid: 1, rejected: 1 },
      complete: true,
    })
    expect(shown.rows[0]).toEqual({
      row: 1,
      line: 2,
      read: ['A1', '1.234,50', '3'],
      coerced: ['"A1"', '1234.5', '3'],
      findings: [],
    })
    expect(shown.rows[1]).toMatchObject({ read: ['B', 'x', ''], coerced: ['"B"', '"x"', null] })
    expect(shown.rows[1]?.findings.map(({ column, row }) => [column, row])).toEqual([
      ['sku', 2],
      ['price', 2],
    ])
    expect(shown.groups.map(({ column, count }) => [column, count])).toEqual([
      ['sku', 1],
      ['price', 1],
    ])
  })

  it('reads with the settings of the source: delimiter, decimal mark, names of columns', async () => {
    const content = 'Artikel|Preis\nA1|1,5\n'
    const shown = await preview(content, { delimiter: '|', decimal: ',', columns: { Artikel: 'sku', Preis: 'price' } })
    expect(shown.columns).toEqual([
      { header: 'Artikel', property: 'sku' },
      { header: 'Preis', property: 'price' },
    ])
    expect(shown.rows[0]?.coerced).toEqual(['"A1"', '1.5'])
    expect((await preview(content, { delimiter: '|', header: false })).columns.map(({ property }) => property)).toEqual(
      ['1', '2'],
    )
  })

  it('shows the rows also where the header lacks a required column, and says so', async () => {
    const shown = await preview('Artikel;price\nA1;2\n')
    expect(shown.problem).toMatch(/^Line 1: the header lacks the required column 'sku'/)
    expect(shown.rows[0]?.read).toEqual(['A1', '2'])
  })

  it('shows records of JSON as they are, nothing coerced, also one that changes in place', async () => {
    const shown = await preview('[{"sku":"A1","price":"1","tags":[1]},{"sku":"A2"}]', {}, 'json')
    expect(shown.columns.map(({ property }) => property)).toEqual(['sku', 'price', 'tags'])
    expect(shown.rows.map(({ read }) => read)).toEqual([
      ['A1', '1', '[1]'],
      ['A2', null, null],
    ])
    expect(shown.rows[0]?.coerced[1]).toBe('"1"')
    expect(shown.rows[0]?.findings[0]?.column).toBe('price')
  })

  it('keeps what was read before a file breaks off', async () => {
    const records = Array.from({ length: 1000 }, (_, n) => `{"sku":"A${n}"}`).join(',\n')
    const shown = await preview(`[${records},\n{"sku":`, {}, 'json')
    expect(shown.problem).toMatch(/line 1001/)
    expect(shown.rows[0]).toMatchObject({ row: 1, read: ['A0'] })
  })

  it('reads no further than it tells, and cuts what is long', async () => {
    const rows = Array.from({ length: maxPreviewRecords + 5000 }, (_, n) => `A${n};1`)
    const shown = await preview(`sku;price\n${'x'.repeat(5000)};1\n${rows.join('\n')}\n`)
    expect(shown.complete).toBe(false)
    expect(shown.counts.records).toBeLessThan(maxPreviewRecords + 1000)
    expect(shown.rows).toHaveLength(previewRows)
    expect(shown.rows[0]?.read[0]).toHaveLength(201)
    expect(shown.rows[0]?.coerced[0]?.length).toBeLessThanOrEqual(201)
  })

  it.each<[string, string | Uint8Array, FileFormat, FileKind, RegExp]>([
    ['nothing', '', {}, 'csv', /empty/],
    ['another kind of file', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), {}, 'csv', /looks like/],
    [
      'a wrong encoding',
      Buffer.from([0x73, 0x6b, 0x75, 0x0a, 0xe9, 0xe9, 0x0a]),
      { encoding: 'utf-8' },
      'csv',
      /byte/i,
    ],
    ['no records', 'sku;price\n', {}, 'csv', /^The file holds no records$/],
    ['half a document', '[{"sku":"A1"},', {}, 'json', /line 1/],
  ])('says in a sentence why %s cannot be used', async (_, content, format, kind, sentence) => {
    expect((await preview(content, format, kind)).problem).toMatch(sentence)
  })

  it('answers on 8 hostile files, and a neighbour beside them is read', async () => {
    const attacks = hostileFiles.filter((_, index) => index % Math.ceil(hostileFiles.length / 8) === 0)
    for (const { name, kind, format, content } of attacks) {
      const [attacked, beside] = await Promise.all([
        previewFile(
          {
            file: { name: 'hostile', contentType: kind, format: format ?? {}, content: Buffer.from(content()) },
            rowSchema,
            schemas: {},
          },
          { signal },
        ),
        preview('sku\nA1\n'),
      ])
      expect(JSON.stringify(attacked).length, name).toBeLessThan(2 << 20)
      expect(beside.counts, name).toEqual({ records: 1, valid: 1, rejected: 0 })
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  }, 240_000)
})
