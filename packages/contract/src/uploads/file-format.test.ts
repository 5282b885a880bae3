import { describe, expect, it } from 'vitest'
import { extensionAccepted, FileFormat, mimetypes, uploadLimitBytes } from './file-format.ts'
import { previewValue } from './findings.messages.ts'
import { DataSource } from '../pipelines/pipelines.messages.ts'

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
    expect(extensionAccepted(kind, name)).toBe(expected)
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
})

describe('source config', () => {
  const base = { dataSubKind: 'x', connectorType: 'manual', contentType: 'csv' }
  it('UPL-002/api keeps a file format and fills the flags', () => {
    const config: FileFormat = { decimal: ',', columns: { ModelName: 'name' } }
    expect(DataSource.parse({ ...base, config })).toEqual({ ...base, config, dataFromMaster: false, enabled: true })
  })
  it('keeps an HTTP request and a query apart from a file format', () => {
    const http = { method: 'GET', url: 'https://example.test/feed' }
    expect(DataSource.parse({ ...base, config: http }).config).toEqual(http)
    const query = { connection: 'c', query: 'select 1' }
    expect(DataSource.parse({ ...base, config: query }).config).toEqual(query)
  })
  it('refuses an unknown delimiter', () => {
    expect(FileFormat.safeParse({ delimiter: '#' }).success).toBe(false)
  })
})

describe('previewValue', () => {
  it('SCH-034/engine cuts at 200 characters to 100 of head and 100 of tail', () => {
    expect(previewValue('x'.repeat(200))).toHaveLength(200)
    expect(previewValue(`${'a'.repeat(150)}${'b'.repeat(150)}`)).toBe(`${'a'.repeat(100)}…${'b'.repeat(100)}`)
    expect(previewValue({ a: 1 })).toBe('{"a":1}')
    expect(previewValue(undefined)).toBe('')
  })
})
