import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mysqlSuite } from '../sinks/mysql/mysql-for-test.ts'
import type { Database } from './database.types.ts'
import { type DatabaseForTest, mysqlForTest } from './database-for-test.ts'
import { openDatabase, testDatabase } from './open-database.ts'
import { readTables } from './read-tables.ts'

mysqlSuite(describe, 'reading a MySQL or MariaDB database', () => {
  let shop: DatabaseForTest
  let database: Database
  beforeAll(async () => {
    shop = await mysqlForTest(process.env.MILLRACE_TEST_MYSQL_URL ?? '')
    await shop.run('create table product (id bigint primary key, name varchar(50))')
    const values = Array.from({ length: 12_000 }, (_, n) => `(${n + 1}, 'product ${n + 1}')`)
    await shop.run(`insert into product values ${values.join()}`)
    await shop.run(`create table kinds (big bigint, price decimal(30,10), yes bool, day date, at timestamp(3) null,
      local datetime, bytes varbinary(9), bits bit(4), ratio double, nothing int, data json)`)
    await shop.run(`insert into kinds values (9007199254740993, 10.50, true, '2024-05-31', '2024-05-31 14:00:00.5',
      '2024-05-31 14:00:00', x'00ff', b'1010', 0.25, null, '{"a": [1]}')`)
    database = openDatabase(shop.options)
  })
  afterAll(async () => {
    await database?.close()
    await shop?.drop()
  })
  const all = async (sql: string, parameters: unknown[] = []) => database.query(sql, parameters, 10_000)

  it('gives rows as plain JSON, with parameters', async () => {
    const [row] = await all('select * from kinds')
    expect(row).toMatchObject({
      big: '9007199254740993',
      price: 10.5,
      yes: 1,
      day: '2024-05-31',
      at: expect.stringMatching(/^2024-05-31T\d\d:00:00.5(00)?Z$/),
      local: '2024-05-31T14:00:00',
      bytes: 'AP8=',
      bits: 10,
      ratio: 0.25,
      nothing: null,
    })
    expect(await all('select name from product where id >= ? order by id limit ?', [11_999, 1])).toEqual([
      { name: 'product 11999' },
    ])
    expect(await all('select ? as text, ? as given', ["x'; drop table product; --", { a: 'b' }])).toEqual([
      { text: "x'; drop table product; --", given: '{"a":"b"}' },
    ])
    expect(await all('select 1 as n from product where false')).toEqual([])
  })

  it('streams more rows than a query may give, in order and page by page', async () => {
    await expect(all('select * from product')).rejects.toThrow('more than 10000 rows; read them with ctx.db.stream')
    const sizes: number[] = []
    let next = 1
    for await (const page of database.stream('select id, name from product order by id', [], 500)) {
      sizes.push(page.length)
      for (const row of page) expect(row).toEqual({ id: next, name: `product ${next++}` })
    }
    expect(next).toBe(12_001)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    for await (const page of database.stream('select * from product', [], 500)) {
      expect(page.length).toBeGreaterThan(0)
      break
    }
    expect(await all('select 1 as n')).toEqual([{ n: 1 }])
  })

  it.each([
    ["insert into product values (0, 'x')"],
    ['delete from product'],
    ['drop table product'],
    ['set session transaction read write'],
    ['commit'],
    ['select 1; drop table product'],
    ["select 'x' into outfile '/tmp/millrace-escaped'"],
    ["select 1 into dumpfile '/tmp/millrace-escaped'"],
    ['/*! delete */ from product'],
    ['/*!50000 delete from product */'],
    ['/*M! delete from product */'],
    ['call nothing()'],
    ['kill 1'],
    ["load data infile '/etc/passwd' into table product"],
    ['update product set name = 1'],
    ['with one as (select 1) delete from product'],
    [''],
  ])('changes nothing for: %s', async (sql) => {
    await expect(all(sql)).rejects.toThrow(/^The database connection 'shop'/)
    expect(await all('select count(*) as n from product')).toEqual([{ n: 12_000 }])
  })

  it('reads no file of the server, and refuses an account that may', async () => {
    expect(await all("select load_file('/etc/passwd') as text")).toEqual([{ text: null }])
    const powerful = openDatabase(shop.powerful)
    await expect(powerful.query('select 1', [], 1)).rejects.toThrow(
      "The database connection 'shop': component code cannot use it, since its account may read and write files",
    )
    await powerful.close()
    expect(await testDatabase(shop.options)).toMatchObject({
      ok: true,
      message: expect.stringMatching(
        /^The connection works\. Limits of its server for one session: none for temporary files .*, \d+ MiB of memory for each temporary table \(tmp_table_size\)\./,
      ),
    })
  })

  it('tells the tables that the account reads, with their columns', async () => {
    await shop.run('create view `Cheap one` as select id as `key`, price from product, kinds')
    const { tables, more } = await readTables(shop.options, '')
    expect([more, tables.map(({ name }) => name).toSorted()]).toEqual([false, ['Cheap one', 'kinds', 'product']])
    expect(tables.find(({ name }) => name === 'product')).toMatchObject({
      ...{ sql: 'product', view: false },
      columns: [
        { name: 'id', sql: 'id', type: expect.stringMatching(/^bigint/), nullable: false, key: true },
        { name: 'name', sql: 'name', type: 'varchar(50)', nullable: true, key: false },
      ],
    })
    expect(tables.find(({ name }) => name === 'Cheap one')).toMatchObject({
      ...{ sql: '`Cheap one`', view: true },
      columns: [{ sql: '`key`' }, { sql: 'price', type: 'decimal(30,10)' }],
    })
    expect((await readTables(shop.options, 'RATIO')).tables.map(({ name }) => name)).toEqual(['kinds'])
    const anywhere = new URL(shop.options.connectionString)
    const [, own] = anywhere.pathname.split('/')
    anywhere.pathname = '/'
    const found = await readTables({ ...shop.options, connectionString: anywhere.href }, `${own}.product`)
    expect(found.tables.map(({ sql }) => sql)).toEqual([`${own}.product`])
  })

  it('ends a statement that takes too long', async () => {
    const hurried = openDatabase({ ...shop.options, limits: { statementMs: 500 } })
    await expect(hurried.query('select sleep(60), benchmark(1e12, md5(1))', [], 1)).rejects.toThrow(
      /^The database connection 'shop'/,
    )
    expect(await hurried.query('select 1 as n', [], 1)).toEqual([{ n: 1 }])
    await hurried.close()
  })

  it('ends a statement early that gives no row', async () => {
    const hurried = openDatabase({ ...shop.options, limits: { firstRowMs: 500, statementMs: 20_000 } })
    await expect(hurried.query('select count(*), benchmark(1e12, md5(1)) from product', [], 1)).rejects.toThrow(
      "The database connection 'shop': the statement gave no row within 0.5 s",
    )
    expect(await hurried.query('select id from product order by id limit 2', [], 2)).toHaveLength(2)
    await hurried.close()
  })

  it('fails what is under way when the run is aborted, or the server ends the session', async () => {
    const abort = new AbortController()
    const own = openDatabase({ ...shop.options, signal: abort.signal })
    const waiting = own.query('select sleep(60) from product', [], 1)
    const stream = own.stream('select p.id, sleep(0.002) from product p', [], 10)
    await stream.next()
    setTimeout(() => abort.abort(), 300)
    await expect(waiting).rejects.toThrow(/^The database connection 'shop'/)
    await expect(stream.next().then(() => stream.next())).rejects.toThrow(/^The database connection 'shop'/)
    const ended = database.stream('select p.id, sleep(0.002), connection_id() as session from product p', [], 10)
    const page = await ended.next()
    await shop.run(`kill ${page.value?.[0]?.session}`)
    const rest = (async () => {
      for await (const _ of ended);
    })()
    await expect(rest).rejects.toThrow(/^The database connection 'shop'/)
    expect(await all('select 1 as n')).toEqual([{ n: 1 }])
  })

  it('says what is wrong in the words of the database, without the password', async () => {
    await expect(all('select nothing from product')).rejects.toThrow(/^The database connection 'shop': .*nothing/)
    const wrong = new URL(shop.options.connectionString)
    wrong.password = 'Guessed-wrong'
    const refused = await testDatabase({ ...shop.options, connectionString: wrong.href })
    expect(refused).toMatchObject({
      ...{ ok: false, field: 'password' },
      message: expect.stringMatching(/^The user or the password is wrong \(Access denied/),
    })
    expect(JSON.stringify(refused)).not.toMatch(/Guessed/)
  })

  it.each<[string, (url: URL) => void, string, RegExp]>([
    ['an unknown host', (url) => (url.hostname = 'nobody.invalid'), 'host', /^No computer called nobody\.invalid /],
    ['a closed port', (url) => (url.port = '1'), 'port', /^Nothing accepts connections at .*, port 1 /],
    ['a database of others', (url) => (url.pathname = '/mysql'), 'database', / may not use the database mysql /],
    ['a server without TLS', (url) => (url.search = '?ssl-mode=VERIFY_IDENTITY'), 'tls', /./],
  ])('names the part of the connection to mend: %s', async (_, change, field, message) => {
    const url = new URL(shop.options.connectionString)
    change(url)
    const tried = await testDatabase({ ...shop.options, connectionString: url.href })
    expect(tried).toMatchObject({ ok: false, field, message: expect.stringMatching(message) })
    expect(tried.message).not.toMatch(/secret/)
  })

  it('gives up on a server that does not answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const connectionString = `mysql://a:b@127.0.0.1:${port}/x`
    const tried = await testDatabase({ ...shop.options, connectionString, limits: { connectMs: 300 } })
    expect(tried).toMatchObject({
      ...{ ok: false, field: 'host' },
      message: expect.stringMatching(/does not answer as a MySQL or MariaDB server within 0\.3 s\.$/),
    })
    silent.close()
  })
})
