import { createServer } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  commitCutter,
  product,
  productColumns,
  productSink,
  runInto,
  type SinkDatabase,
  sinkDatabase,
  textFor,
} from './database-for-test.ts'
import { mysqlSuite } from './mysql/mysql-for-test.ts'
import { openTableSink } from './table-sink.ts'
import type { DatabaseKind, TableSinkOptions } from '../../outputs/targets/table.types.ts'

/** What every database's sink refuses and survives, told once and held against each. */
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
  const text = (...records: ReturnType<typeof product>[]) => textFor(kind, records)
  const count = async (table = 'product') => Number((await db.rows(`select count(*) as n from ${table}`))[0]?.n)
  const prices = async () => (await db.products()).map(({ sku, price }) => `${String(sku)} ${String(price)}`)

  it('refuses a record without a value in the key, and says how many', async () => {
    const records = [product('A', 1), { title: 'x' }]
    await expect(run(records)).rejects.toThrow("1 of 2 records have no value in the key 'sku': nothing was written")
    expect(await count()).toBe(0)
  })

  it('names the record and the column of a value that does not fit', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => product(`K${i}`, i === 2500 ? 'much' : i))
    await expect(run(records)).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(/^The table 'product' does not take the data: record 2501\b.*much/),
    })
    await expect(run([product('A', 1), product('B'.repeat(101), 2)])).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(/record 2\b|too long/),
    })
    expect(await count()).toBe(0)
  })

  it('G3: a repeated run of the same import finds its marker, writes nothing and answers the stored counts', async () => {
    const first = await run([product('A', 1)])
    await db.rows('update product set price = 77')
    const sink = await openTableSink(options({ attempt: 2 }))
    expect(sink.alreadyDone).toEqual(first)
    sink.write.write(text(product('Z', 1)))
    await sink.finish()
    expect(await sink.commit()).toEqual(first)
    expect(await prices()).toEqual(['A 77'])
    const markers = await db.rows('select import_id, sink, attempt, counts from millrace_imports')
    expect(
      markers.map((row) => ({ ...row, counts: typeof row.counts === 'string' ? JSON.parse(row.counts) : row.counts })),
    ).toEqual([{ import_id: 'import-1', sink: 'warehouse', attempt: 1, counts: first }])
  })

  it('G3: an aborted or failed run leaves no row and no marker', async () => {
    const sink = await openTableSink(options())
    sink.write.write(text(product('A', 1)))
    await sink.abort()
    await sink.abort()
    const merged = await openTableSink(options({ mode: 'replace' }))
    merged.write.write(text(product('A', 1)))
    await merged.finish()
    await merged.abort()
    await expect(run([product('B', 1), product('C', 'much')])).rejects.toMatchObject({ code: 'data' })
    expect(await count()).toBe(0)
    expect(await count('millrace_imports')).toBe(0)
    // Nothing of it stands in the way of the next.
    expect(await run([product('A', 1)])).toMatchObject({ created: 1 })
  })

  it('G5: a stale attempt writes nothing', async () => {
    const sink = await openTableSink(options({ fence: async () => false }))
    sink.write.write(text(product('A', 1)))
    await sink.finish()
    await expect(sink.commit()).rejects.toMatchObject({ name: 'SinkError', code: 'stale' })
    expect(await count()).toBe(0)
  })

  it('G5: a later attempt ends an earlier one that holds its locks, which then cannot commit', async () => {
    const first = await openTableSink(options({ attempt: 1 }))
    first.write.write(text(product('A', 1)))
    await first.finish()
    expect(await run([product('A', 2)], { attempt: 2 })).toMatchObject({ created: 1 })
    await expect(first.commit()).rejects.toMatchObject({ name: 'SinkError' })
    expect(await prices()).toEqual(['A 2'])
    const late = await openTableSink(options({ attempt: 5, importId: 'other' }))
    await expect(openTableSink(options({ attempt: 4, importId: 'other' }))).rejects.toMatchObject({ code: 'stale' })
    await late.abort()
  })

  it('ends its own session when it opens again within one attempt', async () => {
    const first = await openTableSink(options())
    first.write.write(text(product('A', 1)))
    await first.finish()
    expect(await run([product('A', 3)])).toMatchObject({ created: 1 })
    await expect(first.commit()).rejects.toMatchObject({ name: 'SinkError', code: 'connection' })
    expect(await prices()).toEqual(['A 3'])
  })

  it.each<[string, Partial<TableSinkOptions>, RegExp]>([
    [
      'a missing table',
      { table: 'nowhere' },
      /^The table 'nowhere' does not exist in the database '(engine|millrace)_/,
    ],
    [
      'missing columns',
      { columns: [...productColumns, { name: 'ean', pgType: 'text' }, { name: 'brand', pgType: 'text' }] },
      /^The table 'product' lacks the columns 'ean', 'brand'$/,
    ],
    [
      'keys without a unique index',
      { keys: ['sku', 'title'] },
      /^The table 'product' has no primary key or unique index on exactly 'sku', 'title'$/,
    ],
    [
      'keys that are no columns',
      { keys: ['ean'] },
      /^The keys 'ean' of the sink 'warehouse' are not among its columns$/,
    ],
    ['an injected table name', { table: 'product; drop table product' }, /does not exist/],
    [
      'an injected column',
      { columns: [...productColumns, { name: 'x`"); drop table product; --', pgType: 'text' }] },
      /lacks/,
    ],
  ])('refuses %s before the run', async (_what, more, message) => {
    await expect(openTableSink(options(more))).rejects.toThrow(message)
    expect(await count()).toBe(0)
  })

  it('refuses a table that requires a value the records do not have, or computes one of theirs', async () => {
    await db.rows('alter table product add needed varchar(10) not null')
    await expect(openTableSink(options())).rejects.toThrow("The table 'product' requires a value in 'needed'")
    await db.rows('alter table product drop needed')
    await db.rows('alter table product add twice numeric generated always as (price * 2) stored')
    const columns = [...productColumns, { name: 'twice', pgType: 'numeric' }]
    await expect(openTableSink(options({ columns }))).rejects.toThrow("The table 'product' computes 'twice' itself")
  })

  it('refuses nothing in a column that takes no NULL', async () => {
    await db.rows("update product set title = ''")
    await db.rows(
      kind === 'mysql'
        ? 'alter table product modify title text not null'
        : 'alter table product alter title set not null',
    )
    await expect(run([product('A', 1), product('B', 1, { title: null })])).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(/title/),
    })
    expect(await count()).toBe(0)
  })

  it('tells the writer of a fault while it still writes', async () => {
    const sink = await openTableSink(options())
    const lines = function* () {
      yield text(product('A', 'much'))
      for (let i = 0; i < 200_000; i++) yield text(product(`B${i}`, 1))
    }
    await expect(pipeline(lines, sink.write)).rejects.toMatchObject({
      name: 'SinkError',
      message: /record 1\b.*price/,
    })
    await sink.abort()
    expect(await count()).toBe(0)
  })

  it('G6: a connection that breaks while records are written is told at once', async () => {
    const sink = await openTableSink(options())
    const endless = async function* () {
      for (let i = 0; ; i++) {
        if (i === 50) await db.endSinks()
        yield text(product(`K${i}`, 1))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const started = Date.now()
    await expect(pipeline(endless, sink.write)).rejects.toMatchObject({ name: 'SinkError', code: 'connection' })
    expect(Date.now() - started).toBeLessThan(5000)
    await expect(sink.finish()).rejects.toMatchObject({ code: 'connection' })
    expect(await count()).toBe(0)
  })

  it('G6: a connection that breaks after the merge fails the commit, and the next attempt writes once', async () => {
    const sink = await openTableSink(options())
    sink.write.write(text(product('A', 1)))
    await sink.finish()
    await db.endSinks()
    await expect(sink.commit()).rejects.toMatchObject({ name: 'SinkError', code: 'connection' })
    expect(await count()).toBe(0)
    expect(await run([product('A', 1)], { attempt: 2 })).toMatchObject({ created: 1 })
  })

  it('G6: a connection lost during the commit is judged by the marker: data that is there counts as written', async () => {
    const proxy = await commitCutter(db.url)
    const sink = await openTableSink(options({ connectionString: proxy.url }))
    sink.write.write(text(product('A', 1)))
    await sink.finish()
    proxy.arm(true)
    expect(await sink.commit()).toMatchObject({ created: 1 })
    expect(logs).toEqual(['warehouse: the connection was lost during the commit; the data is there'])
    expect(await count()).toBe(1)
    proxy.close()
  })

  it('G6: data that is not there fails the attempt, and the next one writes it once', async () => {
    const proxy = await commitCutter(db.url)
    const sink = await openTableSink(options({ connectionString: proxy.url }))
    sink.write.write(text(product('A', 1)))
    await sink.finish()
    proxy.arm(false)
    await expect(sink.commit()).rejects.toMatchObject({ name: 'SinkError', code: 'connection' })
    proxy.close()
    expect(await count()).toBe(0)
    expect(await run([product('A', 1)], { attempt: 2 })).toMatchObject({ created: 1 })
  })

  it('lets two imports merge into one table at once, in opposite orders', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => product(`K${i}`, i))
    const changed = records.map((item) => ({ ...item, price: Number(item.price) + 1 })).toReversed()
    await run(records)
    const both = await Promise.all([run(changed, { importId: 'up' }), run(records, { importId: 'down' })])
    expect(both.map((counts) => counts.read)).toEqual([3000, 3000])
    expect(await count()).toBe(3000)
  })

  it('names no password when the database cannot be reached', async () => {
    const failing = openTableSink(options({ connectionString: `${kind}://someone:s3cret@127.0.0.1:1/db` }))
    await expect(failing).rejects.toThrow(/The database of the sink 'warehouse' cannot be reached/)
    await expect(failing).rejects.toThrow(/: Nothing accepts connections at 127\.0\.0\.1, port 1 \(.*ECONNREFUSED/)
    await expect(failing).rejects.not.toThrow(/s3cret/)
  })

  it('names the address of a server that does not answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const failing = openTableSink(options({ connectionString: `${kind}://someone:s3cret@127.0.0.1:${port}/db` }))
    await expect(failing).rejects.toThrow(
      new RegExp(`'warehouse' cannot be reached: 127\\.0\\.0\\.1, port ${port}, does not answer as a .* within 10 s$`),
    )
    silent.close()
  })
}

describe('what a table sink survives on PostgreSQL', () => {
  behaviour('postgresql')
})
mysqlSuite(describe, 'what a table sink survives on MariaDB', () => {
  behaviour('mysql')
})
