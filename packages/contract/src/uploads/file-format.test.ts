import { describe, expect, it } from 'vitest'
import { FileFormat } from './file-format.ts'
import { DataSource } from '../pipelines/pipelines.messages.ts'

describe('source config', () => {
  const base = { dataSubKind: 'x', connectorType: 'manual', contentType: 'csv' }
  it('UPL-002/api keeps a file format and fills the flags', () => {
    const config: FileFormat = { decimal: ',', empty: 'text', columns: { ModelName: 'name' } }
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
