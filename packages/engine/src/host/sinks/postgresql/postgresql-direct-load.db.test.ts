import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { product, productSink, runInto, type SinkDatabase, sinkDatabase, textFor } from '../database-for-test.ts'
import { openTableSink } from '../table-sink.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** A record of about 1 kB: three thousand of them are more than one chunk. */
const large = (sku: string, price: number | string) => product(sku, price, { title: 'x'.repeat(1000) })
const many = Array.from({ length: 6000 }, (_, i) => large(`K${String(i).padStart(4, '0')}`, i))

describe('a table of PostgreSQL without rows takes records as they come', () => {
  let db: SinkDatabase
  const logs: string[] = []
  beforeAll(async () => {
    db = await sinkDatabase('postgresql')
  })
  afterAll(() => db?.remove())
  beforeEach(async () => {
    logs.length = 0
    await db.reset()
  })
  const options = (more: Partial<TableSinkOptions> = {}) => ({ ...productSink('postgresql', db.url, logs), ...more })
  const facts = async () =>
    (await db.rows(`select count(*)::int as n, sum(price)::float as sum, max(price)::float as max from product`))[0]
  const sum = (n: number) => (n * (n - 1)) / 2

  it('several chunks, and nothing is seen before the commit', async () => {
    const sink = await openTableSink(options({ mode: 'replace' }))
    sink.write.write(textFor('postgresql', many))
    await sink.finish()
    expect(await facts()).toEqual({ n: 0, sum: null, max: null })
    expect(await sink.commit()).toEqual({
      ...{ read: 6000, rejected: 0, written: 6000, created: 6000, changed: 0, unchanged: 0, deleted: 0 },
    })
    expect(await facts()).toEqual({ n: 6000, sum: sum(6000), max: 5999 })
  })

  it('what is given up leaves nothing', async () => {
    const sink = await openTableSink(options())
    await new Promise((taken) => sink.write.write(textFor('postgresql', many), taken))
    await sink.abort()
    expect(await facts()).toMatchObject({ n: 0 })
    expect(await runInto(options({ attempt: 2 }), many)).toMatchObject({ created: 6000 })
  })

  it('a key that comes again chunks later: the last record wins, and the log says how many', async () => {
    const again = [large('K0000', 10_000), large('K0001', 1), large('K0000', 20_000), large('new', 7)]
    const counts = await runInto(options(), [...many, ...again])
    expect(counts).toEqual({ read: 6004, rejected: 0, written: 6001, created: 6001, changed: 0, unchanged: 0 })
    expect(logs).toEqual(['warehouse: 3 records have the key of a later record; the last one of each key was taken'])
    expect(await facts()).toEqual({ n: 6001, sum: sum(6000) + 20_007, max: 20_000 })
  })

  it('a value that does not fit is named by its record in the file, and one without a key is counted among all', async () => {
    const broken = many.with(5500, large('K5500', 'much'))
    await expect(runInto(options(), broken)).rejects.toThrow(/record 5501, column 'price': .*"much"/)
    const nameless = [...many, { title: 'x' }]
    await expect(runInto(options(), nameless)).rejects.toThrow(/^1 of 6001 records have no value in the key 'sku'/)
    expect(await facts()).toMatchObject({ n: 0 })
  })

  it('another import into the same table waits for it, and merges with what it wrote', async () => {
    const first = await openTableSink(options())
    await new Promise((taken) => first.write.write(textFor('postgresql', many), taken))
    const second = runInto(options({ importId: 'import-2' }), [product('K0000', 30_000), product('Z', 1)])
    const isDone = await Promise.race([second.then(() => true), new Promise((later) => setTimeout(later, 300, false))])
    expect(isDone).toBe(false)
    await first.finish()
    expect(await first.commit()).toMatchObject({ created: 6000 })
    expect(await second).toMatchObject({ created: 1, changed: 1 })
    expect(await facts()).toMatchObject({ n: 6001, max: 30_000 })
  })

  it('where something looks at what is inserted, it sees each row once, and the last of its key', async () => {
    await db.rows(`create table seen (sku text, price numeric);
      create or replace function see() returns trigger language plpgsql as
        $$ begin insert into seen values (new.sku, new.price); return new; end $$;
      create trigger see after insert or update on product for each row execute function see()`)
    await runInto(options(), [product('A', 1), product('B', 2), product('A', 3)])
    expect(await db.rows('select sku, price::float from seen order by sku')).toEqual([
      { sku: 'A', price: 3 },
      { sku: 'B', price: 2 },
    ])
    await db.rows('drop table seen')
  })
})
