import { describe, expect, it } from 'vitest'
import { texts } from '../errors.ts'
import {
  acceptsExtension,
  endingOf,
  extensionsOf,
  fileKinds,
  mimeTypeOf,
  mimetypes,
  outputFormatOf,
  sinkFormats,
  tableFormatsOf,
  uploadLimitBytes,
} from './file-types.rule.ts'

describe('file kinds', () => {
  it.each([
    ['csv', 'a.csv', true],
    ['csv', 'A.TSV', true],
    ['csv', 'a.xlsx', false],
    ['excel', 'a.xlsx', true],
    ['excel', 'a.xls', false],
    ['json', 'a.ndjson', true],
    ['xml', 'a.xml', true],
    ['zip', 'a.zip', true],
    ['nothing', 'a.csv', false],
    ['csv', 'csv', false],
  ])('UPL-006/api %s accepts %s: %s', (kind, name, expected) => {
    expect(acceptsExtension(kind, name)).toBe(expected)
  })
  it('SES-026/api every kind lists MIME types and extensions', () => {
    for (const accepted of Object.values(mimetypes)) {
      expect(accepted.some((entry) => entry.startsWith('.'))).toBe(true)
      expect(accepted.some((entry) => entry.includes('/'))).toBe(true)
    }
  })
  it('UPL-005/api the limit is 20 MiB', () => {
    expect(uploadLimitBytes).toBe(20_971_520)
  })
  it('UPL-005/api the text of a file that is too large names the limit', () => {
    expect(texts.fileTooLarge).toContain(`${uploadLimitBytes / 1024 ** 2} MiB`)
  })
  it('UPL-007/api what is written is also read', () => {
    for (const format of sinkFormats) {
      const kind = Object.keys(mimetypes).find((one) => acceptsExtension(one, `a.${format}`)) ?? ''
      expect(mimetypes[kind as keyof typeof mimetypes]).toContain(mimeTypeOf[format])
    }
  })
  it('each kind has the ending that people expect', () => {
    expect(fileKinds.map(endingOf)).toEqual(['csv', 'json', 'xlsx', 'xml', 'txt', 'zip'])
  })
  it('UPL-007/api extensions are those of the types given', () => {
    expect(extensionsOf('csv', mimetypes)).toEqual(['.csv', '.tsv', '.txt'])
    expect(extensionsOf('csv', { csv: ['text/csv', '.csv'] })).toEqual(['.csv'])
    expect(extensionsOf('nothing', mimetypes)).toEqual([])
  })
})

describe('other formats of an output', () => {
  it.each([
    ['a.json', 'json', ['csv', 'xlsx']],
    ['a.b.ndjson', 'ndjson', ['csv', 'xlsx']],
    ['a.xml', 'xml', ['csv', 'xlsx']],
    ['a.csv', 'csv', ['xlsx']],
    ['a.xlsx', 'xlsx', ['csv']],
    ['a.zip', null, []],
    ['csv.', null, []],
    [null, null, []],
  ] as const)('%s', (originalFilename, own, others) => {
    expect(outputFormatOf(originalFilename)).toBe(own)
    expect(tableFormatsOf({ from: 'destination', originalFilename })).toEqual(others)
    expect(tableFormatsOf({ from: 'source', originalFilename })).toEqual([])
  })
})
