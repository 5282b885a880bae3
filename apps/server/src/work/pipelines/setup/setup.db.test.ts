import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DataSink, DataSource, TableTarget } from '@millrace/contract'
import { hostileFiles } from '@millrace/engine/formats/hostile/hostile-files-for-test'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test-support/database.ts'
import { createTestPlatform } from '../../../test-support/platform.ts'
import { newId } from '../../../platform/database/ids.ts'
import {
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../../imports/imports.fixtures.ts'

let world: ImportWorld
let server: Server
let silent: Server
let shop: Awaited<ReturnType<typeof createEmptyDatabase>>
let connection: string
let pipeline: string
const role = `t_setup_${process.pid}_${randomBytes(4).toString('hex')}`
const port = (one: Server) => (one.address() as AddressInfo).port
const listen = (one: Server) => new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))

beforeAll(async () => {
  server = createServer((request, response) =>
    request.url === '/missing' ? response.writeHead(404).end() : response.end('key,name,price\nk1,One,5\nk2,Two,x\n'),
  )
  await listen(server)
  // Takes connections and says nothing.
  silent = createServer()
  silent.on('connection', (socket) => socket.removeAllListeners('data'))
  await listen(silent)
  world = await makeImportWorld({
    platform: await createTestPlatform({ settings: { allowedHosts: [`127.0.0.1:${port(server)}`] } }),
  })
  shop = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query(`create table products (key text primary key, name text not null, price integer, extra text not null);
    create table loose (key text, name text, price numeric);
    create table feed as select 'k' || n as key, 'Name' as name, n as price from generate_series(1, 30) n`)
  await client.query(`create role ${role} login password 'Very-secret-1'`)
  for (const name of ['products', 'loose', 'feed']) await client.query(`alter table ${name} owner to ${role}`)
  await client.end()
  const url = new URL(shop.url)
  url.username = role
  url.password = 'Very-secret-1'
  const admin = world.people['super-admin']
  connection = (await world.connections.create(admin, { name: 'shop', type: 'postgresql', cnxString: url.href }))._id
  pipeline = (await makePipelines(world, { sources: [manualSource('rows')] })).country._id
})
afterAll(async () => {
  await world.close()
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query(`drop owned by ${role}`)
  await client.query(`drop role ${role}`)
  await client.end()
  await shop.drop()
  for (const one of [server, silent]) {
    one.closeAllConnections()
    one.close()
  }
})

const file = (text: string | Uint8Array, name = 'rows.csv') => ({
  name,
  mimeType: '',
  data: Buffer.from(text).toString('base64'),
})
const preview = (text: string | Uint8Array, more: Partial<DataSource> = {}, name?: string) =>
  world.people.manager.ask('POST /pipelines/preview-source', {
    body: { id: pipeline, source: manualSource('rows', more), file: file(text, name) },
  })

describe('POST /pipelines/preview-source', () => {
  it('reads a sent file with the settings of the edited source and checks it against the port', async () => {
    const { code, data } = await preview('Schlüssel|name|price\nk1|One|5\nk2|Two|x\n', {
      config: { delimiter: '|', columns: { Schlüssel: 'key' } },
    })
    expect(code).toBe(20000)
    expect(data).toMatchObject({ problem: null, fileName: 'rows.csv', port: null, complete: true })
    expect(data.columns[0]).toEqual({ header: 'Schlüssel', property: 'key' })
    expect(data.properties.map(({ name }) => name)).toEqual(expect.arrayContaining(['key', 'name', 'price']))
    expect(data.counts).toEqual({ records: 2, valid: 1, rejected: 1 })
    expect(data.rows[1]?.findings[0]).toMatchObject({ column: 'price', row: 2 })
    expect(data.groups).toHaveLength(1)
  })

  it('reads an upload of a pipeline that the caller sees, and no other', async () => {
    const sent = await sendFile(world.people.manager, pipeline, 'rows', 'key,name,price\nk1,One,5\n')
    const body = { id: pipeline, source: manualSource('rows'), uploadId: sent._id }
    expect(await world.people.manager.call('POST /pipelines/preview-source', { body })).toMatchObject({
      counts: { records: 1, valid: 1 },
    })
    const unknown = await world.people.manager.ask('POST /pipelines/preview-source', {
      body: { ...body, uploadId: newId() },
    })
    expect(unknown).toMatchObject({ code: 40400 })
  })

  it('says that a source names no port, and reads the file all the same', async () => {
    const body = { id: pipeline, source: manualSource('other'), file: file('a\n1\n') }
    const data = await world.people.manager.call('POST /pipelines/preview-source', { body })
    expect(data).toMatchObject({ properties: [], counts: { records: 1, valid: 1 } })
    expect(data.port).toMatch(/has no input named 'other'$/)
  })

  it.each<[string, string | Uint8Array, Partial<DataSource>, RegExp]>([
    ['a wrong encoding', Buffer.from([0x6b, 0x0a, 0xe9, 0x0a]), { config: { encoding: 'utf-8' } }, /byte/i],
    ['a file of another kind', 'key,name\n', { contentType: 'excel' }, /looks like|workbook/],
    ['no records', 'key,name,price\n', {}, /^The file holds no records$/],
  ])('answers %s with a sentence, not with an error', async (_, text, more, sentence) => {
    const { code, data } = await preview(text, more)
    expect(code).toBe(20000)
    expect(data.problem).toMatch(sentence)
  })

  it('refuses 20 MiB and what is no file', async () => {
    expect(await preview(Buffer.alloc(20 * 1024 * 1024, 'a'))).toMatchObject({ code: 41300 })
    const body = { id: pipeline, source: manualSource('rows') }
    expect(await world.people.manager.ask('POST /pipelines/preview-source', { body })).toMatchObject({ code: 40000 })
    const none = { ...body, file: { ...file('a'), data: '?' } }
    expect(await world.people.manager.ask('POST /pipelines/preview-source', { body: none })).toMatchObject({
      code: 40000,
      message: 'rows.csv: its data is not base64',
    })
  })

  it('S2 answers beside a neighbour when a file is hostile', async () => {
    const attacks = hostileFiles.filter(({ kind }, index) => kind !== 'zip' && index % 9 === 0).slice(0, 4)
    for (const { kind, content, name } of attacks) {
      const bytes = content()
      if (bytes.length >= 20 * 1024 * 1024) continue
      const [attacked, beside] = await Promise.all([
        preview(bytes, { contentType: kind }, 'hostile.bin'),
        preview('key,name,price\nk1,One,5\n'),
      ])
      expect([20000, 40000], name).toContain(attacked.code)
      expect(beside.data.counts, name).toMatchObject({ records: 1, valid: 1 })
    }
  }, 240_000)
})

describe('POST /pipelines/try-source', () => {
  const tried = (config: DataSource['config'], who: 'manager' | 'super-admin' = 'manager') =>
    world.people[who].ask('POST /pipelines/try-source', {
      body: { id: pipeline, source: manualSource('rows', { connectorType: 'real-time', config }) },
    })

  it('shows what an address gives now and keeps nothing', async () => {
    const before = await world.platform.db.selectFrom('uploads').select('id').execute()
    const { code, data } = await tried({ method: 'GET', url: `http://127.0.0.1:${port(server)}/rows.csv` })
    expect(code).toBe(20000)
    expect(data.counts).toEqual({ records: 2, valid: 1, rejected: 1 })
    expect(await world.platform.db.selectFrom('uploads').select('id').execute()).toEqual(before)
  })

  it('shows what a query gives, over a connection that the caller may use', async () => {
    const { data } = await tried({ connection, query: 'select * from feed' })
    expect(data).toMatchObject({ counts: { records: 30, valid: 30 } })
    expect(data.rows).toHaveLength(20)
  })

  it.each<[string, () => DataSource['config'], RegExp]>([
    ['a host that is not allowed', () => ({ method: 'GET', url: 'http://example.org/' }), /not allowed/],
    [
      'a status',
      () => ({ method: 'GET', url: `http://127.0.0.1:${port(server)}/missing` }),
      /answered with status 404/,
    ],
    ['an unknown connection', () => ({ connection: newId(), query: 'select 1' }), /database connection does not exist/],
    ['a wrong query', () => ({ connection, query: 'select * from nowhere' }), /does not exist|nowhere|…/],
  ])('says why %s gives nothing', async (_, config, sentence) => {
    expect(await tried(config())).toMatchObject({ code: 40000, message: expect.stringMatching(sentence) })
  })
})

describe('POST /pipelines/check-sink', () => {
  const table = (more: Partial<TableTarget> = {}): DataSink => ({
    name: 'out',
    target: { kind: 'table', connection, table: 'products', keys: ['key'], mode: 'upsert', ...more },
  })
  const check = (sink: DataSink) =>
    world.people.manager.call('POST /pipelines/check-sink', { body: { id: pipeline, sink } })

  it('maps properties to columns, names columns that get nothing, and refuses what an import would', async () => {
    const checked = await check(table())
    const of = (property: string) => checked.columns.find((one) => one.property === property)
    expect(of('key')).toMatchObject({ column: { name: 'key', type: 'text' }, fault: null })
    expect(of('price')?.fault).toBe('The column is of type integer, the records have numbers')
    expect(checked.unfilled).toEqual([{ name: 'extra', type: 'text', needed: true }])
    expect(checked.uniqueKeys).toEqual([['key']])
    expect(checked.ok).toBe(false)
    expect(checked.problems).toContainEqual({
      field: 'table',
      message: "The table 'products' requires a value in 'extra', which the records do not have",
    })
  })

  it.each<[string, () => Partial<TableTarget>, string, RegExp]>([
    ['a table that is not there', () => ({ table: 'nowhere' }), 'table', /^The table 'nowhere' does not exist/],
    ['a key that is no column', () => ({ keys: ['sku'] }), 'keys', /'sku'.* are not among its columns/],
    ['keys without an index', () => ({ table: 'loose' }), 'keys', /no primary key or unique index on exactly 'key'/],
    ['an unknown connection', () => ({ connection: newId() }), 'connection', /no longer exists$/],
  ])('says of %s at which field it is wrong', async (_, more, field, sentence) => {
    const checked = await check(table(more()))
    expect(checked.ok).toBe(false)
    expect(checked.problems).toContainEqual({ field, message: expect.stringMatching(sentence) })
  })

  it('ends on a connection that hangs, and writes nothing', async () => {
    const cnxString = `postgres://a:secret-word@127.0.0.1:${port(silent)}/x`
    const given = { name: 'hangs', type: 'postgresql' as const, cnxString }
    const { _id } = await world.connections.create(world.people['super-admin'], given)
    const started = Date.now()
    const checked = await check(table({ connection: _id }))
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(checked.problems[0]).toMatchObject({ field: 'connection' })
    expect(JSON.stringify(checked)).not.toContain('secret-word')
    const client = new pg.Client({ connectionString: shop.url })
    await client.connect()
    expect((await client.query('select count(*)::int as n from products')).rows).toEqual([{ n: 0 }])
    await client.end()
  }, 60_000)

  it('checks the address of an HTTP sink against the allowed hosts', async () => {
    const http = (url: string): DataSink => ({ name: 'out', target: { kind: 'http', url, batchSize: 10 } })
    expect(await check(http(`http://127.0.0.1:${port(server)}/in`))).toMatchObject({ ok: true, problems: [] })
    expect(await check(http('http://example.org/in'))).toMatchObject({
      ok: false,
      problems: [{ field: 'url', message: expect.stringMatching(/not allowed/) }],
    })
  })
})
