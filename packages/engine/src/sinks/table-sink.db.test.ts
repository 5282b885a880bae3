import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, connect as connectSocket, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { RunCounts } from '@millrace/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyText } from './copy-text.ts'
import { openTableSink } from './table-sink.ts'
import type { TableColumn, TableSinkOptions } from './table.types.ts'

const name = `sinks_${process.pid}_${randomBytes(4).toString('hex')}`
let server = ''
let url = ''
let client: Client

const columns: TableColumn[] = [
  { name: 'sku', pgType: 'text' },
  { name: 'title', pgType: 'text' },
  { name: 'price', pgType: 'numeric' },
  { name: 'tags', pgType: 'jsonb' },
  { name: 'active', pgType: 'boolean' },
]
const record = (sku: string, price: number, more: object = {}) => ({
  sku,
  title: `Title ${sku}`,
  price,
  tags: ['a', 'b'],
  active: true,
  ...more,
})

beforeAll(async () => {
  server = process.env.MILLRACE_TEST_DATABASE_URL as string
  const admin = new Client(server)
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  await admin.end()
  const at = new URL(server)
  at.pathname = `/${name}`
  url = at.href
  client = new Client(url)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  const admin = new Client(server)
  await admin.connect()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

beforeEach(async () => {
  await client.query('drop table if exists product; drop table if exists millrace_imports')
  await client.query(
    'create table product (sku text primary key, title text, price numeric, tags jsonb, active boolean, note text)',
  )
})

const logs: string[] = []
const options = (more: Partial<TableSinkOptions> = {}): TableSinkOptions => ({
  connectionString: url,
  table: 'product',
  keys: ['sku'],
  mode: 'upsert',
  columns,
  importId: 'import-1',
  sink: 'warehouse',
  attempt: 1,
  fence: async () => true,
  log: (_level, message) => logs.push(message),
  ...more,
})

async function run(records: object[], more: Partial<TableSinkOptions> = {}): Promise<RunCounts> {
  const sink = await openTableSink(options(more))
  for (const item of records)
    if (!sink.write.write(copyText([item as never], more.columns ?? columns))) await once(sink.write, 'drain')
  await sink.finish()
  return sink.commit()
}

const rows = async (order = 'sku') =>
  (await client.query(`select sku, title, price::float, tags, active from product order by ${order}`)).rows
const count = async () => (await client.query('select count(*)::int as n from product')).rows[0].n as number

describe('table sink', () => {
  it('stores exact values: text with tabs, line breaks and backslashes, lists as jsonb, nothing as null', async () => {
    const odd = 'a\tb\nc\r\\N "quoted" ü 東京'
    await run([
      record('A', 1.5, { title: odd }),
      { sku: 'B' },
      record('C', 0, { active: false, tags: { deep: [1, null] } }),
    ])
    expect(await rows()).toEqual([
      { sku: 'A', title: odd, price: 1.5, tags: ['a', 'b'], active: true },
      { sku: 'B', title: null, price: null, tags: null, active: null },
      { sku: 'C', title: 'Title C', price: 0, tags: { deep: [1, null] }, active: false },
    ])
  })

  it('counts created, changed and unchanged; an unchanged second run changes no row', async () => {
    expect(await run([record('A', 1), record('B', 2)])).toEqual({
      read: 2,
      rejected: 0,
      written: 2,
      created: 2,
      changed: 0,
      unchanged: 0,
    })
    const before = (await client.query('select sku, xmin::text from product order by sku')).rows
    expect(await run([record('A', 1), record('B', 2)], { importId: 'import-2' })).toMatchObject({
      written: 0,
      created: 0,
      changed: 0,
      unchanged: 2,
    })
    expect((await client.query('select sku, xmin::text from product order by sku')).rows).toEqual(before)
    expect(await run([record('A', 9), record('B', 2), record('C', 3)], { importId: 'import-3' })).toMatchObject({
      written: 2,
      created: 1,
      changed: 1,
      unchanged: 1,
    })
  })

  it('takes the last of several records with one key and logs how many there were', async () => {
    logs.length = 0
    const counts = await run([record('A', 1), record('B', 5), record('A', 2), record('A', 3)])
    expect(counts).toEqual({ read: 4, rejected: 0, written: 2, created: 2, changed: 0, unchanged: 0 })
    expect((await rows())[0]).toMatchObject({ sku: 'A', price: 3 })
    expect(logs).toEqual(['warehouse: 2 records have the key of a later record; the last one of each key was taken'])
  })

  it.each([
    ['equal to the row', [1, 1], { written: 0, changed: 0, unchanged: 1 }, 1],
    ['changed at last', [1, 2], { written: 1, changed: 1, unchanged: 0 }, 2],
    ['as it was at last', [2, 1], { written: 0, changed: 0, unchanged: 1 }, 1],
  ])('takes the last of several records of a row that is there: %s', async (_name, prices, counts, price) => {
    await run([record('A', 1)])
    logs.length = 0
    const records = prices.map((each) => record('A', each))
    expect(await run(records, { importId: 'import-2' })).toMatchObject({ read: 2, created: 0, ...counts })
    expect(await rows()).toMatchObject([{ sku: 'A', price }])
    expect(logs).toEqual(['warehouse: 1 records have the key of a later record; the last one of each key was taken'])
  })

  it('refuses a record without a value in a key that may be null in the table', async () => {
    await client.query('alter table product drop constraint product_pkey, alter sku drop not null, add unique (sku)')
    await expect(run([record('A', 1), { title: 'x' }])).rejects.toThrow(/1 of 2 records have no value in the key 'sku'/)
    expect(await count()).toBe(0)
  })

  it('insert leaves existing keys as they are and counts them', async () => {
    await run([record('A', 1)])
    expect(await run([record('A', 9), record('B', 2)], { mode: 'insert', importId: 'import-2' })).toMatchObject({
      created: 1,
      changed: 0,
      unchanged: 1,
    })
    expect(await rows()).toMatchObject([
      { sku: 'A', price: 1 },
      { sku: 'B', price: 2 },
    ])
  })

  it('replace makes the table equal to the run', async () => {
    await run([record('A', 1), record('B', 2), record('C', 3)])
    const counts = await run([record('B', 2), record('C', 4), record('D', 5)], {
      mode: 'replace',
      importId: 'import-2',
    })
    expect(counts).toEqual({ read: 3, rejected: 0, written: 2, created: 1, changed: 1, unchanged: 1, deleted: 1 })
    expect((await rows()).map((row) => row.sku)).toEqual(['B', 'C', 'D'])
  })

  it('G3: a repeated run of the same import finds its marker, writes nothing and answers the stored counts', async () => {
    const first = await run([record('A', 1)])
    await client.query(`update product set price = 77`)
    const sink = await openTableSink(options({ attempt: 2 }))
    expect(sink.alreadyDone).toEqual(first)
    sink.write.write(copyText([record('Z', 1)], columns))
    await sink.finish()
    expect(await sink.commit()).toEqual(first)
    expect(await rows()).toMatchObject([{ sku: 'A', price: 77 }])
    const markers = await client.query('select import_id, sink, attempt, counts from millrace_imports')
    expect(markers.rows).toEqual([{ import_id: 'import-1', sink: 'warehouse', attempt: 1, counts: first }])
  })

  it('G3: an aborted or failed run leaves no row and no marker', async () => {
    const sink = await openTableSink(options())
    sink.write.write(copyText([record('A', 1)], columns))
    await sink.abort()
    await sink.abort()
    await expect(run([record('B', 1), record('C', 'much' as never)])).rejects.toThrow(
      /The table 'product' does not take the data: record 2, column 'price': invalid input syntax/,
    )
    expect(await count()).toBe(0)
    expect((await client.query('select count(*)::int as n from millrace_imports')).rows[0].n).toBe(0)
  })

  it('G5: a stale attempt writes nothing', async () => {
    const sink = await openTableSink(options({ fence: async () => false }))
    sink.write.write(copyText([record('A', 1)], columns))
    await sink.finish()
    await expect(sink.commit()).rejects.toMatchObject({ name: 'SinkProblem', code: 'stale' })
    expect(await count()).toBe(0)
  })

  it('G5: a later attempt ends an earlier one that holds its locks, which then cannot commit', async () => {
    const first = await openTableSink(options({ attempt: 1 }))
    first.write.write(copyText([record('A', 1)], columns))
    await first.finish()
    const counts = await run([record('A', 2)], { attempt: 2 })
    expect(counts.created).toBe(1)
    await expect(first.commit()).rejects.toMatchObject({ name: 'SinkProblem' })
    expect(await rows()).toMatchObject([{ sku: 'A', price: 2 }])
    const late = await openTableSink(options({ attempt: 5, importId: 'other' }))
    await expect(openTableSink(options({ attempt: 4, importId: 'other' }))).rejects.toMatchObject({ code: 'stale' })
    await late.abort()
  })

  it.each([
    ['a missing table', { table: 'nowhere' }, /^The table 'nowhere' does not exist in the database 'sinks_/],
    [
      'missing columns',
      { columns: [...columns, { name: 'ean', pgType: 'text' }, { name: 'brand', pgType: 'text' }] },
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
  ])('refuses %s before the run', async (_what, more, message) => {
    await expect(openTableSink(options(more))).rejects.toThrow(message)
    expect(await count()).toBe(0)
  })

  it('refuses a table that requires a value the records do not have', async () => {
    await client.query('alter table product alter column note set not null')
    await expect(openTableSink(options())).rejects.toThrow(/requires a value in 'note'/)
  })

  it('tells the writer of a fault while it still writes', async () => {
    const sink = await openTableSink(options())
    const lines = [
      copyText([record('A', 'much' as never)], columns),
      ...Array.from({ length: 2000 }, () => copyText([record('B', 1)], columns)),
    ]
    const writing = pipeline(lines, sink.write)
    await expect(writing).rejects.toMatchObject({ name: 'SinkProblem', message: /record 1, column 'price'/ })
    await sink.abort()
    expect(await count()).toBe(0)
  })

  it('G6: a connection that breaks while records are written is told at once', async () => {
    const sink = await openTableSink(options())
    const endless = async function* () {
      for (let i = 0; ; i++) {
        if (i === 50)
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and application_name like 'millrace %'`,
          )
        yield copyText([record(`K${i}`, 1)], columns)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const started = Date.now()
    await expect(pipeline(endless, sink.write)).rejects.toMatchObject({ name: 'SinkProblem', code: 'connection' })
    expect(Date.now() - started).toBeLessThan(5000)
    await expect(sink.finish()).rejects.toMatchObject({ code: 'connection' })
    expect(await count()).toBe(0)
  })

  it('refuses records without a key, and says how many', async () => {
    await expect(run([record('A', 1), { title: 'x' }])).rejects.toThrow(/1 of 2 records have no value in the key 'sku'/)
    expect(await count()).toBe(0)
  })

  it('lets two imports merge into one table at once, in opposite orders', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => record(`K${i}`, i))
    const changed = records.map((item) => ({ ...item, price: item.price + 1 })).reverse()
    await run(records)
    const both = await Promise.all([run(changed, { importId: 'up' }), run(records, { importId: 'down' })])
    expect(both.map((counts) => counts.read)).toEqual([3000, 3000])
    expect(await count()).toBe(3000)
  })

  it('names no password when the database cannot be reached', async () => {
    const failing = openTableSink(options({ connectionString: 'postgres://someone:s3cret@127.0.0.1:1/db' }))
    await expect(failing).rejects.toThrow(/The database of the sink 'warehouse' cannot be reached/)
    await expect(failing).rejects.not.toThrow(/s3cret/)
  })

  it('compares json columns by their text and merges into a table of another schema', async () => {
    await client.query(
      'create schema if not exists shop; drop table if exists shop."Odd Name"; create table shop."Odd Name" ("Key" text unique, j json)',
    )
    const odd = {
      table: 'shop.Odd Name',
      keys: ['Key'],
      columns: [
        { name: 'Key', pgType: 'text' },
        { name: 'j', pgType: 'jsonb' },
      ],
    }
    expect(await run([{ Key: 'a', j: { x: 1 } }], odd)).toMatchObject({ created: 1 })
    expect(await run([{ Key: 'a', j: { x: 1 } }], { ...odd, importId: 'i2' })).toMatchObject({ unchanged: 1 })
    await client.query('drop schema shop cascade')
  })
})

/** A proxy that can swallow the server's answer to COMMIT and cut the line. */
async function commitCutter(): Promise<{ url: string; arm: (deliver: boolean) => void; close: () => void }> {
  const at = new URL(url)
  let armed: 'off' | 'deliver' | 'swallow' = 'off'
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connectSocket(Number(at.port || 5432), at.hostname)
    sockets.add(near).add(far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    far.pipe(near)
    near.on('data', (data) => {
      if (armed === 'off' || !data.includes('commit')) {
        far.write(data)
        return
      }
      const mode = armed
      armed = 'off'
      far.unpipe(near)
      if (mode === 'deliver') far.write(data, () => setTimeout(() => near.destroy(), 100))
      else near.destroy()
    })
    near.on('close', () => setTimeout(() => far.destroy(), 200))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  return {
    url: through.href,
    arm: (deliver) => {
      armed = deliver ? 'deliver' : 'swallow'
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

describe('a connection lost during the commit', () => {
  it('G6: is judged by the marker: data that is there counts as written', async () => {
    const proxy = await commitCutter()
    const sink = await openTableSink(options({ connectionString: proxy.url }))
    sink.write.write(copyText([record('A', 1)], columns))
    await sink.finish()
    proxy.arm(true)
    expect(await sink.commit()).toMatchObject({ created: 1 })
    expect(await count()).toBe(1)
    proxy.close()
  })

  it('G6: data that is not there fails the attempt, and the next one writes it once', async () => {
    const proxy = await commitCutter()
    const sink = await openTableSink(options({ connectionString: proxy.url }))
    sink.write.write(copyText([record('A', 1)], columns))
    await sink.finish()
    proxy.arm(false)
    await expect(sink.commit()).rejects.toMatchObject({ name: 'SinkProblem', code: 'connection' })
    proxy.close()
    expect(await count()).toBe(0)
    expect(await run([record('A', 1)], { attempt: 2 })).toMatchObject({ created: 1 })
  })
})
