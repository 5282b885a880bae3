import { openDatabase } from '@millrace/engine/host/databases/open-database'
import { openTableSink } from '@millrace/engine/host/sinks/table-sink'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase as openOwnDatabase } from '../../platform/database/database.ts'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { type DocumentWorld, makeComponent, makeFamily, makeSchema } from '../kernel/documents.fixtures.ts'
import { makeDocumentWorld } from '../kernel/documents.fixtures.ts'
import { freshName, makeBadge } from '../../test-support/factories.ts'
import type { ConnectionInput } from './connections.service.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const shop = (more: Partial<ConnectionInput> = {}): ConnectionInput => ({
  name: freshName('shop'),
  type: 'postgresql',
  cnxString: 'postgres://loader:very%20secret@db.example:5432/warehouse',
  ...more,
})
const auditOf = (id: string) =>
  world.platform.db.selectFrom('audit').selectAll().where('object_id', '=', id).orderBy('at').execute()

describe('connections', () => {
  it('DBC-003/api S6 stores the address encrypted and shows it masked', async () => {
    const { 'super-admin': caller } = world.people
    const cnxString = 'postgres://loader:very%20secret@db.example:5432/warehouse?sslmode=require'
    const made = await world.connections.create(caller, { name: ' warehouse ', type: 'postgresql', cnxString })
    expect(made).toEqual({
      _id: expect.any(String),
      name: 'warehouse',
      type: 'postgresql',
      cnxString: 'postgres://loader:***@db.example:5432/warehouse?sslmode=require',
      options: {},
      tags: [],
    })
    expect(await world.connections.list(caller)).toContainEqual(made)
    const { db } = world.platform
    const everything = JSON.stringify([
      await db.selectFrom('connections').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    // Letters alone occur in what is encrypted, once in a long while.
    expect(everything).not.toMatch(/very(?:%20|[ +])secret/)
    expect(await world.connections.openConnectionString(made._id)).toBe(cnxString)
    expect(await world.connections.openByName('warehouse')).toMatchObject({
      _id: made._id,
      connectionString: cnxString,
    })
    expect(await world.connections.openByName('nothing')).toBeNull()
    await expect(world.connections.open('none')).rejects.toMatchObject({ code: 40400 })
  })

  it('DBC-004/api keeps the secret while the masked address stays, and asks for it once anything changes', async () => {
    const { 'super-admin': caller } = world.people
    const made = await world.connections.create(caller, shop())
    const badge = await makeBadge(world.platform.db)
    const renamed = { ...made, name: freshName('shop'), options: { schema: 'sales' }, tags: [badge, badge] }
    expect(await world.connections.update(caller, renamed)).toEqual({ ...renamed, tags: [badge] })
    const secret = () => world.connections.openConnectionString(made._id)
    expect(await secret()).toBe(shop().cnxString)
    const moved = { ...renamed, cnxString: made.cnxString.replace('db.example', 'other.example') }
    await expect(world.connections.update(caller, moved)).rejects.toMatchObject({
      code: 40000,
      message: expect.stringMatching(/^Please type the password again/),
    })
    expect(await secret()).toBe(shop().cnxString)
    const typed = { ...renamed, type: 'mysql' as const, cnxString: 'mysql://loader:new@db.example/warehouse' }
    expect(await world.connections.update(caller, typed)).toMatchObject({
      type: 'mysql',
      cnxString: 'mysql://loader:***@db.example/warehouse',
    })
    expect(await secret()).toBe(typed.cnxString)
    const audited = await auditOf(made._id)
    expect(audited.map((row) => row.action)).toEqual(['create', 'save', 'save'])
    expect(JSON.stringify(audited)).not.toMatch(/very|:new@/)
    await expect(world.connections.update(caller, { ...typed, _id: 'none' })).rejects.toMatchObject({ code: 40400 })
  })

  it.each([
    [{ name: '  ' }, 40000, 'Please input name'],
    [{ tags: ['none'] }, 40000, 'Unknown tag'],
    [{ cnxString: '' }, 40000, /is not an address like postgresql:/],
    [{ cnxString: 'mysql://a:covert@b/c' }, 40000, /is not an address like postgresql:/],
    [{ cnxString: 'postgres://a:covert@b' }, 40000, /is not an address like postgresql:/],
    [{ type: 'mysql' as const }, 40000, /is not an address like mysql:/],
    [{ options: { dbPassword: 'covert' } }, 40000, /^The option dbPassword would be shown to others/],
    [{ cnxString: 'postgres://a:***@b/c' }, 40000, /^Please type the password again/],
    [{ cnxString: 'postgres://a:covert@b/c?sslpassword=***' }, 40000, /^Please type the password again/],
    [{ cnxString: 'postgres://a:covert@b/c?sslkey=/etc/ssl/key' }, 40000, /the parameter 'sslkey', which is not taken/],
    [{ cnxString: 'postgres://a:covert@%2Fvar%2Frun/c' }, 40000, /sockets and files are not taken$/],
    [
      { type: 'mysql' as const, cnxString: 'mysql://a:covert@b/c?socketPath=/run/mysqld.sock' },
      40000,
      /the parameter 'socketPath', which is not taken/,
    ],
  ])('refuses %o', async (more, code, message) => {
    const { 'super-admin': caller } = world.people
    const refused = world.connections.create(caller, shop(more))
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    await expect(refused).rejects.toThrow(/^(?!.*covert)/)
  })

  it('has one connection of a name, and takes project badges only', async () => {
    const { 'super-admin': caller } = world.people
    const first = await world.connections.create(caller, shop())
    const other = await world.connections.create(caller, shop())
    const taken = { code: 40900, message: 'This connection already exists' }
    await expect(world.connections.create(caller, shop({ name: first.name }))).rejects.toMatchObject(taken)
    await expect(world.connections.update(caller, { ...other, name: first.name })).rejects.toMatchObject(taken)
    const admin = await makeBadge(world.platform.db, undefined, 'admin')
    await expect(world.connections.create(caller, shop({ tags: [admin] }))).rejects.toMatchObject({
      message: 'Unknown tag',
    })
  })

  it('DBC-004/api is deleted once no sink, source or component names it', async () => {
    const { 'super-admin': caller } = world.people
    const free = await world.connections.create(caller, shop())
    expect(await world.connections.remove(caller, free._id)).toEqual({ deleted: free._id })
    expect((await auditOf(free._id)).map((row) => row.action)).toEqual(['create', 'delete'])
    await expect(world.connections.remove(caller, free._id)).rejects.toMatchObject({ code: 40400 })

    const used = await world.connections.create(caller, shop({ name: "shop's" }))
    const target = { kind: 'table' as const, connection: used._id, table: 'x', keys: ['key'], mode: 'upsert' as const }
    const { master } = await makeFamily(world, caller, { dataSinks: [{ name: 'out', target }] })
    const schema = await makeSchema(world, caller)
    const code = await makeComponent(world, caller, schema._id, {
      isDB: true,
      jsCode: 'ctx.output = { out: await ctx.db.query("shop\'s", "select 1") }',
    })
    const block = await makeComponent(world, caller, schema._id, {
      kind: 'workflow',
      instances: [{ name: 'read', instanceOf: code._id, values: { settings: { connection: "shop's" } } }],
    })
    await expect(world.connections.update(caller, { ...used, name: freshName('shop') })).rejects.toMatchObject({
      code: 40900,
      message: `Document is used by ${[code.name, block.name].toSorted().join(', ')}`,
    })
    expect(await world.connections.update(caller, { ...used, options: { schema: 'x' } })).toMatchObject({
      name: used.name,
    })
    await expect(world.connections.remove(caller, used._id)).rejects.toMatchObject({
      code: 40900,
      message: expect.stringMatching(
        new RegExp(`^Document is used by ${[code.name, block.name].toSorted().join(', ')}, .*${master.name}`),
      ),
    })

    const read = await world.connections.create(caller, shop())
    const config = { connection: read._id, query: 'select 1' }
    const source = { dataSubKind: 'rows', connectorType: 'real-time' as const, contentType: 'csv' as const, config }
    const { master: reader, country } = await makeFamily(world, caller, { dataSources: [source] })
    await expect(world.connections.remove(caller, read._id)).rejects.toMatchObject({
      code: 40900,
      message: `Document is used by ${country.name}, ${reader.name}`,
    })
  })

  it('follows an address that changed, and writes nothing when it did not', async () => {
    const { 'super-admin': caller } = world.people
    const input = { name: 'moving', type: 'postgresql' as const, cnxString: 'postgres://a:b@localhost:1/x' }
    const first = await world.connections.ensure(caller, input)
    await world.connections.ensure(caller, input)
    const moved = await world.connections.ensure(caller, { ...input, cnxString: 'postgres://a:b@localhost:2/x' })
    expect(moved).toMatchObject({ _id: first._id, cnxString: 'postgres://a:***@localhost:2/x' })
    expect((await auditOf(first._id)).map((row) => row.action)).toEqual(['create', 'save'])
  })
})

describe('the tables of a connection', () => {
  it('are read by who writes code and holds one of its badges, and by nobody else', async () => {
    const { 'super-admin': sam, manager } = world.people
    const shelf = await createEmptyDatabase()
    const account = `shelf_${process.pid}`
    await sql.raw(`create role ${account} login password 'Shelf-secret'`).execute(world.platform.db)
    const url = new URL(shelf.url)
    const admin = openOwnDatabase(shelf.url, { max: 1 })
    await sql.raw(`create table product (sku text primary key, "Name" text not null)`).execute(admin)
    await sql.raw(`grant select on product to ${account}`).execute(admin)
    await admin.destroy()
    url.username = account
    url.password = 'Shelf-secret'
    const badge = await makeBadge(world.platform.db)
    const open = await world.connections.create(sam, shop({ cnxString: url.href }))
    const marked = await world.connections.create(sam, shop({ tags: [badge] }))
    const named = ({ _id, name, type }: typeof open) => ({ _id, name, type })
    const seen = await world.connections.listUsable(manager)
    expect(seen).toContainEqual(named(open))
    expect(seen).not.toContainEqual(named(marked))
    const holder = { ...manager, badges: new Set([badge]) }
    expect(await world.connections.listUsable(holder)).toContainEqual(named(marked))
    await expect(world.connections.tables(manager, { id: marked._id, search: '' })).rejects.toMatchObject({
      code: 40400,
    })
    expect(await world.connections.tables(manager, { id: open._id, search: 'name' })).toEqual({
      more: false,
      tables: [
        {
          ...{ schema: 'public', name: 'product', sql: 'product', view: false },
          columns: [
            { name: 'sku', sql: 'sku', type: 'text', nullable: false, key: true },
            { name: 'Name', sql: '"Name"', type: 'text', nullable: false, key: false },
          ],
        },
      ],
    })
    url.password = 'hidden'
    const wrong = await world.connections.create(sam, shop({ cnxString: url.href }))
    const refused = world.connections.tables(manager, { id: wrong._id, search: '' })
    await expect(refused).rejects.toMatchObject({
      code: 40900,
      message: expect.stringMatching(/^The database connection '.*': The user or the password is wrong \(.*\)\.$/),
    })
    await expect(refused).rejects.toThrow(/^(?!.*hidden)/)
    await shelf.drop()
    await sql.raw(`drop role ${account}`).execute(world.platform.db)
  })
})

describe('testing a connection', () => {
  it('connects for real, as stored or as typed, and says how that went without the password', async () => {
    const { 'super-admin': caller } = world.people
    const shelf = await createEmptyDatabase()
    const { url } = shelf
    const made = await world.connections.create(caller, shop({ cnxString: url }))
    const works = {
      ok: true,
      message: expect.stringMatching(/^The connection works\./),
      ms: expect.any(Number),
      field: null,
    }
    expect(await world.connections.test(caller, { _id: made._id })).toEqual(works)
    expect(await world.connections.test(caller, { ...made, name: 'typed' })).toEqual(works)
    expect(await world.connections.test(caller, shop({ cnxString: url }))).toEqual(works)
    const closed = await world.connections.test(caller, shop({ cnxString: 'postgres://a:hidden@127.0.0.1:1/x' }))
    expect(closed).toMatchObject({ ok: false, field: 'port', message: expect.stringMatching(/ECONNREFUSED.*\.$/) })
    const odd = await world.connections.test(caller, shop({ cnxString: 'hidden' }))
    expect(odd).toMatchObject({ ok: false, message: expect.stringMatching(/is not an address like/) })
    expect(JSON.stringify([closed, odd])).not.toMatch(/hidden/)
    await expect(world.connections.test(caller, { _id: 'none' })).rejects.toMatchObject({ code: 40400 })
    await shelf.drop()
  })

  it('S7 leads nowhere into the database of the platform, whatever name or account leads there', async () => {
    const { 'super-admin': caller } = world.people
    const url = new URL(world.platform.databaseUrl)
    url.hostname = 'localhost'
    const account = `guest_${process.pid}`
    await sql.raw(`create role ${account} login password 'guest'`).execute(world.platform.db)
    const asGuest = new URL(url)
    asGuest.username = account
    asGuest.password = 'guest'
    const refused = { code: 40000, message: 'This is the database of Millrace itself: no connection may lead to it' }
    const harmless = await world.connections.create(caller, shop())
    for (const cnxString of [world.platform.databaseUrl, url.href, asGuest.href]) {
      await expect(world.connections.create(caller, shop({ cnxString }))).rejects.toMatchObject(refused)
      await expect(world.connections.update(caller, { ...harmless, cnxString })).rejects.toMatchObject(refused)
      expect(await world.connections.test(caller, shop({ cnxString }))).toMatchObject({
        ok: false,
        message: expect.stringMatching(/it leads to Millrace's own database, which no connection may use\.$/),
      })
    }
    // One that was stored before, or whose name leads elsewhere by now, is refused where it is opened.
    const stored = await world.connections.ensure(caller, shop({ cnxString: asGuest.href }))
    const { type, name, connectionString, options, platform } = await world.connections.open(stored._id)
    const database = openDatabase({ type, name, connectionString, options, platform })
    await expect(database.query('select 1', [], 1)).rejects.toThrow(/it leads to Millrace's own database/)
    await database.close()
    const sink = openTableSink({
      ...{ database: type, connectionString, connectionOptions: options, platform },
      ...{ table: 'users', keys: ['id'], mode: 'upsert', columns: [{ name: 'id', pgType: 'text' }] },
      ...{ importId: 'i', sink: 'out', attempt: 1, fence: async () => true, log: () => {} },
    })
    await expect(sink).rejects.toThrow("The connection of the sink 'out' cannot be used: it leads to Millrace's own")
    await sql.raw(`drop role ${account}`).execute(world.platform.db)
  })
})
