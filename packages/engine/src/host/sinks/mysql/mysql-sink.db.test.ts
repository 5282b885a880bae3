import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataRecord } from '../../../formats/records/file.types.ts'
import { product, productColumns, runInto, type SinkDatabase, sinkDatabase, textFor } from '../database-for-test.ts'
import { mysqlSuite } from './mysql-for-test.ts'
import { openTableSink } from '../table-sink.ts'
import type { TableColumn, TableSinkOptions } from '../../../outputs/targets/table.types.ts'

mysqlSuite(describe, 'table sink on MariaDB alone', () => {
  let db: SinkDatabase
  const logs: string[] = []
  beforeAll(async () => {
    db = await sinkDatabase('mysql')
  })
  afterAll(() => db?.remove())
  beforeEach(async () => {
    logs.length = 0
    await db.reset()
    await db.rows('drop table if exists odd')
  })
  let imports = 0
  const options = (more: Partial<TableSinkOptions> = {}): TableSinkOptions => ({
    database: 'mysql',
    connectionString: db.url,
    table: 'product',
    keys: ['sku'],
    mode: 'upsert',
    columns: productColumns,
    importId: `import-${++imports}`,
    sink: 'warehouse',
    attempt: 1,
    fence: async () => true,
    log: (_level, message) => logs.push(message),
    ...more,
  })
  /** Into the table `odd`, made with these columns besides its key `k`. */
  const odd = (columns: TableColumn[], records: DataRecord[], more: Partial<TableSinkOptions> = {}) =>
    runInto(
      options({ table: 'odd', keys: ['k'], columns: [{ name: 'k', pgType: 'text' }, ...columns], ...more }),
      records,
    )

  it('keys are the same when the collation of the column says so', async () => {
    await runInto(options(), [product('abc', 1)])
    expect(await runInto(options(), [product('ABC', 2), product('Abc', 3)])).toMatchObject({
      created: 0,
      changed: 1,
      unchanged: 0,
    })
    expect(logs).toEqual(['warehouse: 1 records have the key of a later record; the last one of each key was taken'])
    expect(await db.products()).toMatchObject([{ sku: 'abc', price: 3 }])
  })

  it('writes instants in UTC whatever their zone, and dates', async () => {
    await db.rows('create table odd (k varchar(9) primary key, at timestamp(3) null, local datetime(6), day date)')
    const columns = [
      { name: 'at', pgType: 'timestamptz' },
      { name: 'local', pgType: 'timestamptz' },
      { name: 'day', pgType: 'date' },
    ]
    const at = '2026-03-29T03:30:00.25+02:00'
    await odd(columns, [
      { k: 'a', at, local: at, day: '2026-03-29' },
      { k: 'b', at: '2026-03-29T01:30:00Z', local: null },
    ])
    await db.rows("set time_zone = '+00:00'")
    expect(
      await db.rows('select cast(at as char) as at, cast(local as char) as local, cast(day as char) as day from odd'),
    ).toEqual([
      { at: '2026-03-29 01:30:00.250', local: '2026-03-29 01:30:00.250000', day: '2026-03-29' },
      { at: '2026-03-29 01:30:00.000', local: null, day: null },
    ])
  })

  it.each([
    ['a text that is too long', 'varchar(3)', 'text', 'abcd', /record 2: Data truncated for column 'v' \('abcd'\)/],
    ['a number that is too large', 'tinyint', 'bigint', 300, /Out of range value for column/],
    ['a fraction in a whole number', 'int', 'numeric', 1.5, /record 2 has a fraction in the column 'v'/],
    ['a text in a number', 'int', 'text', '12 kg', /record 2: Data truncated for column 'v' \('12 kg'\)/],
    ['a day that does not exist', 'date', 'date', '2026-02-30', /record 2: .*2026-02-30/],
    ['a zero date', 'date', 'date', '0000-00-00', /record 2: .*0000-00-00/],
    [
      'a character the column cannot hold',
      'varchar(9) character set utf8mb3',
      'text',
      '😀',
      /record 2: Incorrect string value/,
    ],
    [
      'a value that is not among those of an enum',
      "enum('a', 'b')",
      'text',
      'c',
      /record 2: Data truncated for column 'v'/,
    ],
  ])('refuses %s rather than cut it', async (_what, type, pgType, value, message) => {
    await db.rows(`create table odd (k varchar(9) primary key, v ${type})`)
    const fits = await odd([{ name: 'v', pgType }], [{ k: 'a', v: null }])
    expect(fits.created).toBe(1)
    const second = odd(
      [{ name: 'v', pgType }],
      [
        { k: 'a', v: null },
        { k: 'b', v: value as never },
      ],
    )
    const refusal = await second.then(String, (error: Error) => error)
    expect(refusal).toMatchObject({ code: 'data' })
    expect((refusal as Error).message).toMatch(message)
    expect(await db.rows('select v from odd')).toEqual([{ v: null }])
  })

  it('refuses tables without transactions, views and part of a key', async () => {
    await db.rows('create table odd (k varchar(9) primary key) engine = MyISAM')
    await expect(odd([], [{ k: 'a' }])).rejects.toThrow(
      "The table 'odd' is kept by MyISAM, which has no transactions; make it an InnoDB table",
    )
    await db.rows('drop table odd; create table odd (k varchar(900), unique (k(20)))')
    await expect(odd([], [{ k: 'a' }])).rejects.toThrow("no primary key or unique index on exactly 'k'")
    await db.rows('create or replace view seen as select sku from product')
    await expect(openTableSink(options({ table: 'seen', columns: [{ name: 'sku', pgType: 'text' }] }))).rejects.toThrow(
      "'seen' is not a table",
    )
    await db.rows('drop view seen')
  })

  it('merges by several keys into a table of another database, over a connection that names none', async () => {
    const other = `${new URL(db.url).pathname.slice(1)}_other`
    await db.rows(
      `create database ${other}; create table ${other}.\`odd one\` (a int, b varchar(9), \`v\`\`x\` text, primary key (b, a))`,
    )
    const at = new URL(db.url)
    at.pathname = '/'
    const table: Partial<TableSinkOptions> = {
      connectionString: at.href,
      table: `${other}.odd one`,
      keys: ['a', 'b'],
      mode: 'replace',
      columns: [
        { name: 'a', pgType: 'bigint' },
        { name: 'b', pgType: 'text' },
        { name: 'v`x', pgType: 'text' },
      ],
    }
    const rows = Array.from({ length: 50 }, (_, i) => ({ a: i % 10, b: `b${Math.floor(i / 10)}`, 'v`x': 'x' }))
    expect(await runInto(options(table), rows)).toMatchObject({ created: 50, deleted: 0 })
    const next = [{ a: 1, b: 'b0', 'v`x': 'y' }, ...rows.slice(30)]
    expect(await runInto(options(table), next)).toMatchObject({ created: 0, changed: 1, unchanged: 20, deleted: 29 })
    await expect(openTableSink(options({ ...table, table: 'odd one' }))).rejects.toThrow(
      "The connection names no database: write the table as 'database.odd one'",
    )
    await db.rows(`drop database ${other}`)
  })

  it('a unique index besides the key is a fault of the data, not a row left out', async () => {
    await db.rows('create table odd (k varchar(9) primary key, v varchar(9) unique)')
    const columns = [{ name: 'v', pgType: 'text' }]
    await expect(
      odd(columns, [
        { k: 'a', v: 'x' },
        { k: 'b', v: 'x' },
      ]),
    ).rejects.toMatchObject({
      code: 'data',
      message: expect.stringMatching(/Duplicate entry 'x'/),
    })
    expect(await db.rows('select * from odd')).toEqual([])
  })

  it('an unchanged second run touches no row', async () => {
    await db.rows(
      'create table odd (k varchar(9) primary key, v int, seen timestamp(6) not null default current_timestamp(6) on update current_timestamp(6))',
    )
    const columns = [{ name: 'v', pgType: 'bigint' }]
    const records = [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ]
    const seen = () => db.rows('select k, cast(seen as char) as seen from odd order by k')
    await odd(columns, records)
    const before = await seen()
    await odd(columns, records)
    expect(await seen()).toEqual(before)
  })

  it('a session at work is ended with the sink', async () => {
    await db.rows('create table odd (k varchar(9) primary key)')
    await db.rows('create trigger slow before insert on odd for each row set new.k = if(sleep(30), new.k, new.k)')
    const sink = await openTableSink(options({ table: 'odd', keys: ['k'], columns: [{ name: 'k', pgType: 'text' }] }))
    sink.write.write(textFor('mysql', [{ k: 'a' }], [{ name: 'k', pgType: 'text' }]))
    const finishing = sink.finish()
    finishing.catch(() => undefined)
    const sleeping = async () =>
      (await db.rows("select 1 from information_schema.processlist where state = 'User sleep'")).length
    while ((await sleeping()) === 0) await sleep(20)
    const began = Date.now()
    await sink.abort()
    await expect(finishing).rejects.toMatchObject({ name: 'SinkError' })
    while ((await sleeping()) > 0) await sleep(20)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await db.rows('select * from odd')).toEqual([])
  })

  describe('where the server takes no files', () => {
    beforeAll(() => db.rows('set global local_infile = 0'))
    afterAll(() => db.rows('set global local_infile = 1'))

    it('records are inserted, with the same values and the same numbers', async () => {
      const title = "it's\t\\N a 'quoted'\r\n\\ text 😀"
      const records = Array.from({ length: 12_000 }, (_, i) => product(`K${i}`, i, { title }))
      expect(await runInto(options(), records)).toMatchObject({ read: 12_000, created: 12_000 })
      expect(await runInto(options(), records)).toMatchObject({ read: 12_000, unchanged: 12_000 })
      expect((await db.products())[77]).toMatchObject({ title, tags: ['a', 'b'], active: true })
      const faulty = records.with(11_000, product('K11000', 'much'))
      await expect(runInto(options(), faulty)).rejects.toMatchObject({
        code: 'data',
        message: expect.stringMatching(/record 11001: .*much/),
      })
    })

    it('a record larger than a packet is named', async () => {
      await db.rows('create table odd (k varchar(9) primary key, v longtext)')
      const columns = [{ name: 'v', pgType: 'text' }]
      await expect(
        odd(columns, [
          { k: 'a', v: 'x' },
          { k: 'b', v: 'x'.repeat(17 << 20) },
        ]),
      ).rejects.toThrow(/record 2: it has \d+ bytes, more than the database takes/)
    })
  })

  it('a record larger than a packet is whole or refused', async () => {
    await db.rows('create table odd (k varchar(9) primary key, v longtext)')
    const done = await odd([{ name: 'v', pgType: 'text' }], [{ k: 'b', v: 'x'.repeat(17 << 20) }]).catch(
      (error: Error) => error,
    )
    const [row] = await db.rows('select length(v) as n from odd')
    if (done instanceof Error) expect(row).toBeUndefined()
    else expect(row).toEqual({ n: 17 << 20 })
  })
})
