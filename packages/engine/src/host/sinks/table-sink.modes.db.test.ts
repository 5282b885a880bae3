import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { product, productSink, runInto, type SinkDatabase, sinkDatabase, textFor } from './database-for-test.ts'
import { mysqlSuite } from './mysql/mysql-for-test.ts'
import { openTableSink } from './table-sink.ts'
import type { DatabaseKind, TableSinkOptions } from '../../outputs/targets/table.types.ts'

/** What every database's sink writes and counts, told once and held against each. */
function behaviour(kind: DatabaseKind): void {
  let db: SinkDatabase
  const logs: string[] = []
  beforeAll(async () => {
    db = await sinkDatabase(kind)
  })
  afterAll(() => db?.remove())
  beforeEach(async () => {
    logs.length = 0
    await db.reset()
  })
  const options = (more: Partial<TableSinkOptions> = {}) => ({ ...productSink(kind, db.url, logs), ...more })
  const run = (records: ReturnType<typeof product>[], more: Partial<TableSinkOptions> = {}) =>
    runInto(options(more), records)
  const prices = async () => (await db.products()).map(({ sku, price }) => `${String(sku)} ${String(price)}`)
  const lastOf = (n: number) =>
    `warehouse: ${n} records have the key of a later record; the last one of each key was taken`

  it('stores exact values: text with tabs, line breaks and backslashes, lists as JSON, nothing as null', async () => {
    const odd = 'a\tb\nc\r\\N "quoted" \'single\' ü 東京 😀 \\'
    const records = [product('A', 1.5, { title: odd }), { sku: 'B' }]
    await run([...records, product('C', 0, { active: false, tags: { deep: [1, null, "it's\n\\"] }, title: '' })])
    expect(await db.products()).toEqual([
      { sku: 'A', title: odd, price: 1.5, tags: ['a', 'b'], active: true },
      { sku: 'B', title: null, price: null, tags: null, active: null },
      { sku: 'C', title: '', price: 0, tags: { deep: [1, null, "it's\n\\"] }, active: false },
    ])
  })

  type Case = {
    mode: 'upsert' | 'insert' | 'replace'
    what: string
    before: [string, number][]
    records: [string, number][]
    counts: [created: number, changed: number, unchanged: number, deleted?: number]
    after: string[]
    duplicates?: number
  }
  const there: [string, number][] = [
    ['A', 1],
    ['B', 2],
    ['C', 3],
  ]
  it.each<Case>([
    { mode: 'upsert', what: 'new rows', before: [], records: there, counts: [3, 0, 0], after: ['A 1', 'B 2', 'C 3'] },
    {
      mode: 'upsert',
      what: 'the same rows',
      before: there,
      records: there,
      counts: [0, 0, 3],
      after: ['A 1', 'B 2', 'C 3'],
    },
    {
      mode: 'upsert',
      what: 'some of each',
      before: there,
      records: [
        ['B', 2],
        ['C', 4],
        ['D', 5],
      ],
      counts: [1, 1, 1],
      after: ['A 1', 'B 2', 'C 4', 'D 5'],
    },
    { mode: 'upsert', what: 'no rows', before: there, records: [], counts: [0, 0, 0], after: ['A 1', 'B 2', 'C 3'] },
    {
      mode: 'upsert',
      what: 'a new key three times',
      before: [],
      records: [
        ['A', 1],
        ['B', 5],
        ['A', 2],
        ['A', 3],
      ],
      counts: [2, 0, 0],
      after: ['A 3', 'B 5'],
      duplicates: 2,
    },
    {
      mode: 'upsert',
      what: 'a key there, twice as it is',
      before: [['A', 1]],
      records: [
        ['A', 1],
        ['A', 1],
      ],
      counts: [0, 0, 1],
      after: ['A 1'],
      duplicates: 1,
    },
    {
      mode: 'upsert',
      what: 'a key there, changed at last',
      before: [['A', 1]],
      records: [
        ['A', 1],
        ['A', 2],
      ],
      counts: [0, 1, 0],
      after: ['A 2'],
      duplicates: 1,
    },
    {
      mode: 'upsert',
      what: 'a key there, as it was at last',
      before: [['A', 1]],
      records: [
        ['A', 2],
        ['A', 1],
      ],
      counts: [0, 0, 1],
      after: ['A 1'],
      duplicates: 1,
    },
    { mode: 'insert', what: 'new rows', before: [], records: there, counts: [3, 0, 0], after: ['A 1', 'B 2', 'C 3'] },
    {
      mode: 'insert',
      what: 'rows that are there',
      before: there,
      records: [
        ['A', 9],
        ['D', 4],
      ],
      counts: [1, 0, 1],
      after: ['A 1', 'B 2', 'C 3', 'D 4'],
    },
    {
      mode: 'insert',
      what: 'a new key twice',
      before: [],
      records: [
        ['A', 1],
        ['A', 2],
      ],
      counts: [1, 0, 0],
      after: ['A 2'],
      duplicates: 1,
    },
    {
      mode: 'replace',
      what: 'other rows',
      before: there,
      records: [
        ['B', 2],
        ['C', 4],
        ['D', 5],
      ],
      counts: [1, 1, 1, 1],
      after: ['B 2', 'C 4', 'D 5'],
    },
    {
      mode: 'replace',
      what: 'the same rows',
      before: there,
      records: there,
      counts: [0, 0, 3, 0],
      after: ['A 1', 'B 2', 'C 3'],
    },
    { mode: 'replace', what: 'no rows', before: there, records: [], counts: [0, 0, 0, 3], after: [] },
    {
      mode: 'replace',
      what: 'a key twice',
      before: there,
      records: [
        ['A', 5],
        ['A', 1],
      ],
      counts: [0, 0, 1, 2],
      after: ['A 1'],
      duplicates: 1,
    },
  ])('$mode of $what counts exactly', async ({ mode, before, records, counts, after, duplicates }) => {
    if (before.length > 0)
      await run(
        before.map(([sku, price]) => product(sku, price)),
        { importId: 'before' },
      )
    const done = await run(
      records.map(([sku, price]) => product(sku, price)),
      { mode },
    )
    const [created, changed, unchanged, deleted] = counts
    const written = { read: records.length, rejected: 0, written: created + changed, created, changed, unchanged }
    expect(done).toEqual(deleted === undefined ? written : { ...written, deleted })
    expect(await prices()).toEqual(after)
    expect(logs).toEqual(duplicates === undefined ? [] : [lastOf(duplicates)])
  })

  it.each<[string, object, object]>([
    ['case', { title: 'title' }, { title: 'Title' }],
    ['an accent', { title: 'cafe' }, { title: 'café' }],
    ['a space at the end', { title: 'a' }, { title: 'a ' }],
    ['a value where none was', { title: null }, { title: '' }],
    ['none where a value was', { title: 'x' }, { title: null }],
    ['the inside of a list', { tags: ['a'] }, { tags: ['A'] }],
    ['a flag', { active: true }, { active: false }],
    ['the sixth digit', { price: 0.000001 }, { price: 0.000002 }],
  ])('%s is a change', async (_what, before, after) => {
    await run([product('A', 1, before)])
    expect(await run([product('A', 1, after)], { importId: 'import-2' })).toMatchObject({ changed: 1, unchanged: 0 })
    expect(await db.products()).toMatchObject([after])
    expect(await run([product('A', 1, after)], { importId: 'import-3' })).toMatchObject({ changed: 0, unchanged: 1 })
  })

  it('takes thousands of records in chunks of any size', async () => {
    const records = Array.from({ length: 20_000 }, (_, i) => product(`K${i}`, i, { title: 'ü'.repeat(50) }))
    const sink = await openTableSink(options())
    const bytes = Buffer.from(textFor(kind, records))
    const chunks = function* () {
      for (let at = 0; at < bytes.length; at += 70_001) yield bytes.subarray(at, at + 70_001)
    }
    await pipeline(chunks, sink.write)
    await sink.finish()
    expect(await sink.commit()).toMatchObject({ read: 20_000, created: 20_000 })
    const sum = `select count(*) as n, sum(price) as p, min(title) as a, max(title) as b from product`
    const [row] = await db.rows(sum)
    expect({ ...row, n: Number(row?.n), p: Number(row?.p) }).toEqual({
      n: 20_000,
      p: 199_990_000,
      a: 'ü'.repeat(50),
      b: 'ü'.repeat(50),
    })
  })
}

describe('what a table sink writes on PostgreSQL', () => {
  behaviour('postgresql')
})
mysqlSuite(describe, 'what a table sink writes on MariaDB', () => {
  behaviour('mysql')
})
