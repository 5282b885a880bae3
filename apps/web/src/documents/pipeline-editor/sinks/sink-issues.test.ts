import type { DataSink, TableTarget } from '@millrace/contract'
import { expect, it } from 'vitest'
import { issuesOf, whatToFillIn } from './sink-issues.ts'

const table: TableTarget = { kind: 'table', connection: 'c', table: 'product', keys: ['key'], mode: 'upsert' }
const http = { kind: 'http', url: 'https://shop.example', batchSize: 500 } as const

it.each<[string, Partial<DataSink>, RegExp | null]>([
  ['a file alone', { name: 'out' }, null],
  ['a table', { name: 'out', target: table }, null],
  ['an address', { name: 'out', target: http }, null],
  ['no name', { target: table }, /^Name the sink/],
  ['no connection', { name: 'out', target: { ...table, connection: '' } }, /connection first/],
  ['no table', { name: 'out', target: { ...table, table: '' } }, /table first/],
  ['no keys', { name: 'out', target: { ...table, keys: [] } }, /keys first/],
  ['no address', { name: 'out', target: { ...http, url: '' } }, /address first/],
])('%s: what to fill in before a check', (_, sink, words) => {
  if (words === null) expect(whatToFillIn(sink)).toBeNull()
  else expect(whatToFillIn(sink)).toMatch(words)
})

it('what a check finds stands at the fields of its sink', () => {
  const problems = [
    { field: 'keys', message: 'No index' },
    { field: 'name', message: 'No output' },
  ] as const
  const check = { ok: false, problems: [...problems], columns: [], unfilled: [], uniqueKeys: [] }
  expect(issuesOf('/dataSinks/1', check)).toEqual([
    { path: '/dataSinks/1/target/keys', message: 'No index' },
    { path: '/dataSinks/1/name', message: 'No output' },
  ])
})
