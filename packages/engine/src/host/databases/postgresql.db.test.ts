import { createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.types.ts'
import { identityOfClient, isSameDatabase } from '../addresses/database-identity.ts'
import { type DatabaseForTest, postgresqlForTest } from './database-for-test.ts'
import { leadsToOwnDatabase, openDatabase, testDatabase } from './open-database.ts'
import { readTables } from './read-tables.ts'

let shop: DatabaseForTest
let database: Database
beforeAll(async () => {
  shop = await postgresqlForTest(process.env.MILLRACE_TEST_DATABASE_URL ?? '')
  await shop.run('create table product (id bigint primary key, name text)')
  await shop.run(`insert into product select n, 'product ' || n from generate_series(1, 12000) n`)
  await shop.run('create sequence counter')
  database = openDatabase(shop.options)
})
afterAll(async () => {
  await database.close()
  await shop.drop()
})

const all = async (sql: string, parameters: unknown[] = []) => database.query(sql, parameters, 10_000)

describe('reading a PostgreSQL database', () => {
  it('gives rows as plain JSON, with parameters', async () => {
    const rows = await all(
      `select $1::int + 1 as n, 10.50::numeric as price, 9007199254740993::bigint as big, true as yes, null as nothing,
        date '2024-05-31' as day, timestamptz '2024-05-31 14:00:00.5+02' as at, timestamp '2024-05-31 14:00' as local,
        '\\x00ff'::bytea as bytes, '{"a": [1], "big": 12345678901234567890}'::jsonb as data, array[1, null, 3] as list, 'NaN'::float8 as odd,
        array['a,b', 'c"d'] as texts, array[1.50, 2]::numeric[] as prices, $2::text as text`,
      [4, "x'; drop table product; --"],
    )
    expect(rows).toEqual([
      {
        n: 5,
        price: 10.5,
        big: '9007199254740993',
        yes: true,
        nothing: null,
        day: '2024-05-31',
        at: '2024-05-31T12:00:00.5Z',
        local: '2024-05-31T14:00:00',
        bytes: 'AP8=',
        data: { a: [1], big: '12345678901234567890' },
        list: [1, null, 3],
        odd: 'NaN',
        texts: ['a,b', 'c"d'],
        prices: [1.5, 2],
        text: "x'; drop table product; --",
      },
    ])
    expect(await all('select name from product where id = any($1) order by id;', [[2, 1]])).toEqual([
      { name: 'product 1' },
      { name: 'product 2' },
    ])
    expect(await all('-- a remark\n/* and one more */ (select $1::jsonb as given)', [{ a: 'b' }])).toEqual([
      { given: { a: 'b' } },
    ])
    expect(await all('select 1 as n where false')).toEqual([])
  })

  it('streams more rows than a query may give, in order and page by page', async () => {
    await expect(all('select * from product')).rejects.toThrow(
      "The database connection 'shop': the query gives more than 10000 rows; read them with ctx.db.stream",
    )
    const sizes: number[] = []
    let next = 1
    for await (const page of database.stream('select id, name from product order by id', [], 500)) {
      sizes.push(page.length)
      for (const row of page) expect(row).toEqual({ id: next, name: `product ${next++}` })
    }
    expect(next).toBe(12_001)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  })

  it('reads pages of wide rows in few bytes each, and refuses an answer that is too large', async () => {
    const sizes: number[] = []
    const wide = `select repeat('x', 100000) as text from generate_series(1, 200)`
    for await (const page of database.stream(wide, [], 500)) sizes.push(page.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(200)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50)
    await expect(all(wide)).rejects.toThrow(/more than 16 MiB/)
    await expect(all(`select repeat('x', 60000000) as text`)).rejects.toThrow(
      "The database connection 'shop': the answer is larger than 16 MiB",
    )
    expect(await all('select 1 as n')).toEqual([{ n: 1 }])
  })

  it.each([
    ["insert into product values (0, 'x')"],
    ['delete from product'],
    ['drop table product'],
    ['truncate product'],
    ['set session characteristics as transaction read write'],
    ['set transaction read write'],
    ['commit'],
    ['rollback; drop table product'],
    ['select 1; drop table product'],
    ['select 1; commit; drop table product'],
    ["do $$ begin execute 'drop table product'; end $$"],
    ["copy product to program 'touch /tmp/millrace-escaped'"],
    ['copy (select 1) to stdout'],
    ['with gone as (delete from product returning *) select * from gone'],
    ['select * into other from product'],
    ['create table other as select 1'],
    ["select nextval('counter')"],
    ["select set_config('transaction_read_only', 'off', true)"],
    ["select set_config('transaction_read_only', 'off', false)"],
    ["select query_to_xml('delete from product', true, true, '')"],
    ["select pg_read_file('/etc/passwd')"],
    ["select lo_export(1, '/tmp/millrace-escaped')"],
    ["select lo_from_bytea(0, 'x')"],
    ['select pg_reload_conf()'],
    ['select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'],
    ['select "pg_cancel_backend"(pid) from pg_stat_activity where pid <> pg_backend_pid()'],
    ['select U&"pg\\005fterminate_backend"(pid) from pg_stat_activity where pid <> pg_backend_pid()'],
    ["select * from ts_stat('select pg_term' || 'inate_backend(1)')"],
    ['select pg_advisory_lock(1)'],
    ['select * from product for update'],
    ["prepare transaction 'x'"],
    ['lock table product in access exclusive mode'],
    ['vacuum product'],
    ['call nothing()'],
    [''],
    ['/* select */ delete from product'],
  ])('changes nothing for: %s', async (sql) => {
    await expect(all(sql)).rejects.toThrow(/^The database connection 'shop': |^The database connection 'shop' is for/)
    expect(await all('select count(*) as n from product')).toEqual([{ n: 12_000 }])
    expect(await all(`select current_setting('transaction_read_only') as value`)).toEqual([{ value: 'on' }])
  })

  it('refuses an account with power over the server, and a test says so', async () => {
    const powerful = openDatabase(shop.powerful)
    await expect(powerful.query('select 1', [], 1)).rejects.toThrow(
      "The database connection 'shop': component code cannot use it, since it signs in as a superuser of the database server",
    )
    await powerful.close()
    expect(await testDatabase(shop.powerful)).toMatchObject({ ok: true, message: expect.stringMatching(/superuser/) })
    expect(await testDatabase(shop.options)).toMatchObject({ ok: true, ms: expect.any(Number) })
  })

  it.each([
    ["'96MB'", '96MB for temporary files (temp_file_limit), 3MB of memory for each sort or hash (work_mem).'],
    [
      '-1',
      'none for temporary files (temp_file_limit), 3MB of memory for each sort or hash (work_mem). ' +
        'One statement could fill its disk: set temp_file_limit for this account.',
    ],
  ])('S1 a test says what its server bounds: temporary files of %s', async (limit, said) => {
    const account = new URL(shop.options.connectionString).username
    const admin = new Client({ connectionString: shop.powerful.connectionString })
    await admin.connect()
    await admin.query(`alter role ${account} set temp_file_limit = ${limit}`)
    await admin.query(`alter role ${account} set work_mem = '3MB'`)
    await admin.end()
    expect(await testDatabase(shop.options)).toMatchObject({
      ok: true,
      message: `The connection works. Limits of its server for one session: ${said}`,
    })
  })

  it('S7 refuses to lead to the platform, by what the server says of itself, whatever the address', async () => {
    const admin = new Client({ connectionString: shop.powerful.connectionString })
    await admin.connect()
    const platform = await identityOfClient(admin)
    await admin.end()
    const elsewhere = new URL(shop.options.connectionString)
    elsewhere.hostname = 'localhost'
    const ours = { ...shop.options, connectionString: elsewhere.href, platform }
    const words = "The database connection 'shop': it leads to Millrace's own database, which no connection may use"
    const own = openDatabase(ours)
    await expect(own.query('select 1', [], 1)).rejects.toThrow(words)
    await own.close()
    expect(await testDatabase(ours)).toMatchObject({ ok: false, message: `${words}.` })
    expect(await leadsToOwnDatabase(ours)).toBe(true)
    // A name decides nothing, and neither do words that somebody else says.
    expect(await leadsToOwnDatabase({ ...ours, connectionString: 'postgres://a:b@127.0.0.1:1/leads to' })).toBe(false)
    // Where the server keeps its number to itself, the moment of its start decides.
    expect(isSameDatabase({ ...platform, system: null }, platform)).toBe(true)
    const others = [
      { ...platform, database: '1' },
      { ...platform, system: '1' },
      { ...platform, system: null, startedAt: '1' },
    ]
    for (const other of others) {
      expect(await testDatabase({ ...ours, platform: other })).toMatchObject({ ok: true })
      expect(await leadsToOwnDatabase({ ...ours, platform: other })).toBe(false)
    }
  })

  it('ends a statement that takes too long', async () => {
    const hurried = openDatabase({ ...shop.options, limits: { statementMs: 400 } })
    const slow = "The database connection 'shop': the statement took longer than 0.4 s"
    await expect(hurried.query('select pg_sleep(60)', [], 1)).rejects.toThrow(slow)
    expect(await hurried.query('select 1 as n', [], 1)).toEqual([{ n: 1 }])
    await hurried.close()
  })

  it('ends a statement early that gives no row, and leaves one alone whose rows are slow', async () => {
    const hurried = openDatabase({ ...shop.options, limits: { firstRowMs: 500, statementMs: 20_000 } })
    const began = performance.now()
    await expect(hurried.query('select count(*) from generate_series(1, 1e10)', [], 1)).rejects.toThrow(
      "The database connection 'shop': the statement gave no row within 0.5 s",
    )
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await hurried.query('select n, pg_sleep(0.15) from generate_series(1, 8) n', [], 10)).toHaveLength(8)
    const one = hurried.stream('select n from generate_series(1, 3) n', [], 1)
    const rows: unknown[] = []
    for await (const page of one) rows.push(...page)
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    await hurried.close()
  })

  it('ends the transaction with the last row, before its reader asks for more', async () => {
    const stream = database.stream('select n from generate_series(1, 3) n', [], 10)
    await stream.next()
    const open =
      "select count(*)::int as n from pg_stat_activity where usename = session_user and state like 'idle in%'"
    expect(await all(open)).toEqual([{ n: 0 }])
    await stream.return()
  })

  it('bounds its streams and sessions, and gives them back', async () => {
    const open = Array.from({ length: 2 }, () => database.stream('select * from product', [], 10))
    for (const stream of open) await stream.next()
    await expect(database.stream('select 1', [], 10).next()).rejects.toThrow('at most 2 streams may be open at once')
    expect(await Promise.all(Array.from({ length: 12 }, () => all('select 1 as n')))).toHaveLength(12)
    for (const stream of open) await stream.return()
    for await (const page of database.stream('select 1 as n', [], 10)) expect(page).toEqual([{ n: 1 }])
    // Those that earlier tests cut off end within a moment.
    await expect
      .poll(async () => (await all('select count(*) as n from pg_stat_activity where usename = session_user'))[0]?.n)
      .toBeLessThanOrEqual(4)
  })

  it('says what is wrong in the words of the database, without the password', async () => {
    await expect(all('select nothing from product')).rejects.toThrow(
      `The database connection 'shop': column "nothing" does not exist`,
    )
    const wrong = new URL(shop.options.connectionString)
    wrong.password = 'Guessed-wrong'
    const refused = await testDatabase({ ...shop.options, connectionString: wrong.href })
    expect(refused).toMatchObject({
      ...{ ok: false, field: 'password' },
      message: expect.stringMatching(/^The user or the password is wrong \(password authentication failed .*\)\.$/),
    })
    wrong.port = '1'
    const closed = await testDatabase({ ...shop.options, connectionString: wrong.href })
    expect(closed).toMatchObject({
      ...{ ok: false, field: 'port' },
      message: expect.stringMatching(/^Nothing accepts connections at .*, port 1 \(.*ECONNREFUSED.*\)\.$/),
    })
    const broken = await testDatabase({ ...shop.options, connectionString: 'postgres://a:Guessed-wrong@[' })
    expect(broken.ok).toBe(false)
    expect(JSON.stringify([refused, closed, broken])).not.toMatch(/Guessed|secret/)
  })

  it.each<[string, (url: URL) => void, Record<string, unknown>, string, RegExp]>([
    ['an unknown host', (url) => (url.hostname = 'nobody.invalid'), {}, 'host', /^No computer called nobody\.invalid /],
    ['an unknown user', (url) => (url.username = 'nobody'), {}, 'password', /^The user or the password is wrong/],
    [
      'an unknown database',
      (url) => (url.pathname = '/nothing'),
      {},
      'database',
      /^The server has no database nothing /,
    ],
    ['a server without TLS', (url) => (url.search = '?sslmode=require'), {}, 'tls', /^The server does not encrypt/],
    ['an unknown schema', () => {}, { schema: 'nowhere' }, 'options', /^The database has no schema nowhere\.$/],
  ])('names the part of the connection to mend: %s', async (_, change, options, field, message) => {
    const url = new URL(shop.options.connectionString)
    change(url)
    const tried = await testDatabase({ ...shop.options, connectionString: url.href, options })
    expect(tried).toMatchObject({ ok: false, field, message: expect.stringMatching(message) })
    expect(tried.message).not.toMatch(/secret/)
  })

  it('gives up on a server that does not answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const connectionString = `postgres://a:b@127.0.0.1:${port}/x`
    const tried = await testDatabase({ ...shop.options, connectionString, limits: { connectMs: 300 } })
    expect(tried).toMatchObject({
      ok: false,
      field: 'host',
      message: expect.stringMatching(/does not answer as a PostgreSQL server within 0\.3 s\.$/),
    })
    silent.close()
  })

  it('ends its sessions when the run is aborted', async () => {
    const abort = new AbortController()
    const own = openDatabase({ ...shop.options, signal: abort.signal })
    const waiting = own.query('select pg_sleep(60)', [], 1)
    setTimeout(() => abort.abort(), 300)
    await expect(waiting).rejects.toThrow(/^The database connection 'shop'/)
    await expect(own.query('select 1', [], 1)).rejects.toThrow('it was closed')
  })
})

describe('the tables of a PostgreSQL database', () => {
  it('are those that the account reads, with their columns, those of its schema first', async () => {
    await shop.run('create schema "Other one"')
    await shop.run(`create view "Other one"."order" as select id as "key", name from product`)
    const { tables, more } = await readTables(shop.options, '')
    expect(more).toBe(false)
    expect(tables).toEqual([
      {
        ...{ schema: 'public', name: 'product', sql: 'product', view: false },
        columns: [
          { name: 'id', sql: 'id', type: 'bigint', nullable: false, key: true },
          { name: 'name', sql: 'name', type: 'text', nullable: true, key: false },
        ],
      },
      {
        ...{ schema: 'Other one', name: 'order', sql: '"Other one"."order"', view: true },
        columns: [
          { name: 'key', sql: '"key"', type: 'bigint', nullable: true, key: false },
          { name: 'name', sql: 'name', type: 'text', nullable: true, key: false },
        ],
      },
    ])
    expect((await readTables(shop.options, 'PROD')).tables.map(({ name }) => name)).toEqual(['product'])
    expect((await readTables(shop.options, 'key')).tables.map(({ name }) => name)).toEqual(['order'])
    expect((await readTables({ ...shop.options, options: { schema: 'Other one' } }, '')).tables[0]?.sql).toBe('"order"')
    await shop.run('drop schema "Other one" cascade')
  })

  it('are at most 100, and it says that there are more', async () => {
    await shop.run(`do $$ begin for n in 1..101 loop execute format('create table many_%s ()', n); end loop; end $$`)
    const { tables, more } = await readTables(shop.options, 'many_')
    expect([tables.length, more, tables[0]?.columns]).toEqual([100, true, []])
    await shop.run(`do $$ begin for n in 1..101 loop execute format('drop table many_%s', n); end loop; end $$`)
  })

  it('are not read where the connection fails, which says what to mend', async () => {
    const wrong = new URL(shop.options.connectionString)
    wrong.password = 'Guessed-wrong'
    await expect(readTables({ ...shop.options, connectionString: wrong.href }, '')).rejects.toThrow(
      /^The database connection 'shop': The user or the password is wrong \(password authentication failed/,
    )
    await expect(readTables(shop.powerful, '')).rejects.toThrow(/component code cannot use it/)
  })
})
