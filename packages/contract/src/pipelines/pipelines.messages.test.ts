import { describe, expect, it } from 'vitest'
import { DataSource } from './pipelines.messages.ts'

describe('UPL-002/api the settings of a source', () => {
  const id = '01a2b3c4-0000-7000-8000-000000000001'
  const read = (config: unknown) =>
    DataSource.safeParse({ dataSubKind: 'rows', connectorType: 'real-time', contentType: 'csv', config })

  it.each([
    ['an address', { url: 'https://shop.example/x' }, { method: 'GET', url: 'https://shop.example/x' }],
    ['a method', { method: 'POST' }, { method: 'POST', url: '' }],
    ['a connection', { connection: id }, { connection: id, query: '' }],
    ['a file', { delimiter: ';' }, { delimiter: ';' }],
    ['nothing', {}, {}],
  ])('are kept while no more than %s is said', (_, sent, kept) => {
    expect(read(sent).data?.config).toEqual(kept)
  })

  it.each([
    ['a method that is none', { method: 'PUT', url: 'https://shop.example/x' }],
    ['a query without a connection', { query: 'select 1' }],
    ['headers without an address', { headers: { key: 'x' } }],
    ['a wrong setting of a file', { delimiter: 'tab' }],
  ])('are refused with %s', (_, sent) => {
    expect(read(sent).error?.issues[0]?.path).toEqual(['config'])
  })
})
