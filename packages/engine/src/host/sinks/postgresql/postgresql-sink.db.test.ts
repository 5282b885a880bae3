import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { product, productColumns, runInto, type SinkDatabase, sinkDatabase } from '../database-for-test.ts'
import { openTableSink } from '../table-sink.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

describe('table sink on PostgreSQL alone', () => {
  let db: SinkDatabase
  beforeAll(async () => {
    db = await sinkDatabase('postgresql')
  })
  afterAll(() => db?.remove())
  beforeEach(() => db.reset())
  const options = (more: Partial<TableSinkOptions> = {}): TableSinkOptions => ({
    database: 'postgresql',
    connectionString: db.url,
    table: 'product',
    keys: ['sku'],
    mode: 'upsert',
    columns: productColumns,
    importId: 'import-1',
    sink: 'warehouse',
    attempt: 1,
    fence: async () => true,
    log: () => undefined,
    ...more,
  })

  it('an unchanged second run changes no row', async () => {
    const records = [product('A', 1), product('B', 2)]
    await runInto(options(), records)
    const rows = () => db.rows('select sku, xmin::text from product order by sku')
    const before = await rows()
    await runInto(options({ importId: 'import-2' }), records)
    expect(await rows()).toEqual(before)
  })

  it('refuses a record without a value in a key that may be null in the table', async () => {
    await db.rows('alter table product drop constraint product_pkey, alter sku drop not null, add unique (sku)')
    await expect(runInto(options(), [product('A', 1), { title: 'x' }])).rejects.toThrow(
      /1 of 2 records have no value in the key 'sku'/,
    )
    expect(await db.rows('select 1 from product')).toEqual([])
  })

  it('compares json columns by their text and merges into a table of another schema', async () => {
    await db.rows('create schema if not exists shop; create table shop."Odd Name" ("Key" text unique, j json)')
    const odd = {
      table: 'shop.Odd Name',
      keys: ['Key'],
      columns: [
        { name: 'Key', pgType: 'text' },
        { name: 'j', pgType: 'jsonb' },
      ],
    }
    expect(await runInto(options(odd), [{ Key: 'a', j: { x: 1 } }])).toMatchObject({ created: 1 })
    const second = options({ ...odd, importId: 'i2' })
    expect(await runInto(second, [{ Key: 'a', j: { x: 1 } }])).toMatchObject({ unchanged: 1 })
    const short = options({ ...odd, table: 'Odd Name', importId: 'i3', connectionOptions: { schema: 'shop' } })
    expect(await runInto(short, [{ Key: 'b', j: null }])).toMatchObject({ created: 1 })
    await db.rows('drop schema shop cascade')
  })

  it('asks for TLS when the connection says so', async () => {
    await expect(openTableSink(options({ connectionOptions: { ssl: true } }))).rejects.toThrow(/SSL/)
  })
})
