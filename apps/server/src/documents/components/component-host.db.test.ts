import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { type DocumentWorld, makeDocumentWorld } from '../kernel/documents.fixtures.ts'
import { type ComponentHost, createComponentHost, type RunRights } from './component-host.ts'

let world: DocumentWorld
let server: Server
let outbound: ReturnType<typeof createOutbound>
const role = `t_host_${process.pid}_${randomBytes(4).toString('hex')}`
const password = 'Very-secret-1'
const both: RunRights = { db: true, io: true }
const hosts: ComponentHost[] = []
const warnings: unknown[] = []

let shop: Awaited<ReturnType<typeof createEmptyDatabase>>
const asSuperuser = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  world = await makeDocumentWorld()
  shop = await createEmptyDatabase()
  await asSuperuser(
    `create role ${role} login password '${password}'`,
    'create table shelf (id int primary key, name text)',
    `insert into shelf select n, 'book ' || n from generate_series(1, 1200) n`,
    `grant select on shelf to ${role}`,
  )
  const url = new URL(shop.url)
  url.username = role
  url.password = password
  const { 'super-admin': sam } = world.people
  await world.connections.create(sam, { name: 'shelf', type: 'postgresql', cnxString: url.href })
  server = createServer((request, response) => {
    if (request.url === '/latin') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=latin1' }).end(Buffer.from('é', 'latin1'))
    } else response.writeHead(201, { 'x-made': 'yes' }).end(`${request.method} é`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  outbound = createOutbound({ allowedHosts: [address()] })
})
afterAll(async () => {
  for (const host of hosts) await host.close()
  await outbound.close()
  server.close()
  await asSuperuser(`drop owned by ${role}`, `drop role ${role}`)
  await shop.drop()
  await world.platform.close()
})
const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`

function open(rights = both, signal = new AbortController().signal): ComponentHost {
  const log = { warn: (...what: unknown[]) => warnings.push(what) }
  const host = createComponentHost({ connections: world.connections, outbound, log }, rights, signal)
  hosts.push(host)
  return host
}

describe('the host of component code', () => {
  it('answers queries by the name of the connection, and streams by handles', async () => {
    const host = open()
    const sql = 'select id, name from shelf where id > $1 order by id'
    expect(await host.serve('db', ['query', 'shelf', sql, [1199]])).toEqual([{ id: 1200, name: 'book 1200' }])
    const handle = await host.serve('db', ['open', 'shelf', sql, [0]])
    const ids: unknown[] = []
    for (;;) {
      const rows = (await host.serve('db', ['next', handle])) as { id: number }[]
      expect(rows.length).toBeLessThanOrEqual(500)
      if (rows.length === 0) break
      ids.push(...rows.map((row) => row.id))
    }
    expect(ids).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
    const early = await host.serve('db', ['open', 'shelf', sql, [0]])
    await host.serve('db', ['next', early])
    expect(await host.serve('db', ['close', early])).toBeNull()
    await expect(host.serve('db', ['next', early])).rejects.toThrow('the stream is closed')
    await expect(host.serve('db', ['query', 'shelf', 'delete from shelf', []])).rejects.toThrow(/is for reading/)
  })

  it('gives ten thousand rows of a query, and says to stream more', async () => {
    const rows = (count: number) =>
      open().serve('db', ['query', 'shelf', 'select generate_series(1, $1::int) as n', [count]])
    expect(await rows(10_000)).toHaveLength(10_000)
    await expect(rows(10_001)).rejects.toThrow('the query gives more than 10000 rows; read them with ctx.db.stream')
  })

  it('keeps twenty streams open at once', async () => {
    const host = open()
    const another = () => host.serve('db', ['open', 'shelf', 'select 1', []])
    const handles: unknown[] = []
    while (handles.length < 20) handles.push(await another())
    await expect(another()).rejects.toThrow('at most 20 streams may be open at once')
    await host.serve('db', ['close', handles[0]])
    await expect(another()).resolves.toEqual(expect.any(Number))
  })

  it('sends requests to allowed hosts and answers with text', async () => {
    const host = open()
    const url = `http://${address()}/`
    expect(await host.serve('http', [{ method: 'PUT', url, headers: {}, body: 'x' }])).toMatchObject({
      status: 201,
      headers: { 'x-made': 'yes' },
      body: 'PUT é',
    })
    expect(await host.serve('http', [{ url: `${url}latin` }])).toMatchObject({ body: 'é' })
    await expect(host.serve('http', [{ url: 'http://169.254.169.254/' }])).rejects.toThrow(
      'The host 169.254.169.254 is not allowed; a super-admin lists allowed hosts in MILLRACE_ALLOWED_HOSTS',
    )
  })

  it('S1 refuses what the program is not flagged for, and connections that the person may not use', async () => {
    const none = open({ db: false, io: false })
    await expect(none.serve('db', ['query', 'shelf', 'select 1'])).rejects.toThrow('is not flagged for ctx.db')
    await expect(none.serve('http', [{ url: `http://${address()}/` }])).rejects.toThrow('is not flagged for ctx.http')
    const missing = 'there is no database connection of this name'
    await expect(open({ ...both, mayUse: () => false }).serve('db', ['query', 'shelf', 'select 1'])).rejects.toThrow(
      missing,
    )
    await expect(open().serve('db', ['query', 'nothing', 'select 1'])).rejects.toThrow(missing)
  })

  it.each([
    ['db', []],
    ['db', ['drop', 'shelf', 'select 1']],
    ['db', ['query', 'shelf']],
    ['db', ['query', { toString: 1 }, 'select 1', []]],
    ['db', ['query', 'shelf', 'select 1', 'no list']],
    ['db', ['next', 'x']],
    ['http', []],
    ['http', ['http://127.0.0.1']],
    ['http', [{ url: 1 }]],
    ['http', [{ url: 'http://127.0.0.1/', headers: { a: 1 } }]],
  ] as ['db' | 'http', unknown[]][])('refuses malformed requests: %s %j', async (kind, args) => {
    await expect(open().serve(kind, args)).rejects.toThrow('the request is malformed')
  })

  it('S6 says nothing of its own faults to the code, and nothing of the password', async () => {
    const host = open()
    await expect(host.serve('db', ['query', 'shelf', 'select nothing', []])).rejects.toThrow(/column "nothing"/)
    const broken = createComponentHost(
      {
        connections: { openByName: () => Promise.reject(new Error(`no luck with ${password}`)) },
        outbound,
        log: { warn: () => {} },
      },
      both,
      new AbortController().signal,
    )
    const fault = await broken.serve('db', ['query', 'shelf', 'select 1', []]).catch((error: Error) => error.message)
    expect(fault).toBe('it failed for a reason that only the log of the server tells')
  })

  it('bounds streams and answers, and ends everything with the run', async () => {
    const abort = new AbortController()
    const host = open(both, abort.signal)
    const wide = `select repeat('x', 9000000) as text`
    const wave = await Promise.allSettled(
      Array.from({ length: 9 }, () => host.serve('db', ['query', 'shelf', wide, []])),
    )
    expect(wave.filter((each) => each.status === 'rejected').map((each) => String(each.reason))).toContain(
      'Error: the answers waited for at once are larger than 64 MiB',
    )
    expect(await host.serve('db', ['query', 'shelf', 'select 1 as n', []])).toEqual([{ n: 1 }])
    const slow = host.serve('db', ['query', 'shelf', 'select pg_sleep(60)', []])
    setTimeout(() => abort.abort(), 200)
    await expect(slow).rejects.toThrow()
    await host.close()
    await expect(host.serve('db', ['query', 'shelf', 'select 1', []])).rejects.toThrow('the run has ended')
    const left = async () => {
      const counted = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where usename = ${role}`
      return (await counted.execute(world.platform.db)).rows[0]?.n
    }
    for (const each of hosts) await each.close()
    await expect.poll(left).toBe(0)
  })
})
