import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blocks } from '@millrace/engine/blocks/blocks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUserOfEachRole } from '../../test-support/factories.ts'
import { ensureReadyMade } from './ensure-ready-made.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof makeUserOfEachRole>>
let ids: Map<string, string>
let server: Server
let client: pg.Client
let shop: Awaited<ReturnType<typeof createEmptyDatabase>>
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
const role = `t_blocks_${process.pid}_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  server = createServer((request, response) => {
    const sku = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    response.statusCode = sku === 'A 2' ? 404 : 200
    response.end(JSON.stringify({ stock: { sku, n: 3 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({ worker: false, settings: { allowedHosts: [host()] } })
  people = await makeUserOfEachRole(app.db)
  ids = await ensureReadyMade(app.platform)
  shop = await createEmptyDatabase()
  client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  // A role that is no superuser, as people give to connections.
  await client.query(`create role ${role} login password 'Very-secret-1'`)
  await client.query(`create table prices as select 'A-' || n as sku, n * 2 as price from generate_series(1, 1200) n`)
  await client.query(`grant select on prices to ${role}`)
  const url = new URL(shop.url)
  url.username = role
  url.password = 'Very-secret-1'
  await app.services.connections.create(people['super-admin'], {
    name: 'Shop',
    type: 'postgresql',
    cnxString: url.href,
  })
})
afterAll(async () => {
  await client.query(`drop owned by ${role}`)
  await client.query(`drop role ${role}`)
  await client.end()
  await shop.drop()
  await app.close()
  server.closeAllConnections()
  server.close()
})

async function run(block: string, payload: unknown, rt_context: unknown = {}) {
  const params = { id: ids.get(block) ?? '' }
  const { code, data } = await app.call('POST /components/{id}/execute', {
    as: people.manager,
    params,
    body: { payload, rt_context },
  })
  expect(code).toBe(20000)
  return data?.output as Record<string, Record<string, unknown>[]>
}

describe('ready-made blocks in a test run', () => {
  it('SQL query reads a table once, page by page, and prices of each record', async () => {
    const once = {
      connection: 'Shop',
      query: 'select sku, price from prices where price >= $1 order by price',
      parameters: [{ value: 4 }],
    }
    const { rows } = await run('SQL query', { settings: once })
    expect(rows).toHaveLength(1199)
    expect(rows?.[0]).toEqual({ sku: 'A-2', price: 4 })
    const each = {
      connection: 'Shop',
      query: 'select price from prices where sku = $1',
      parameters: [{ from: 'sku' }],
      how: 'for each record',
      result: 'row over record',
    }
    const records = [{ sku: 'A-7', name: 'Bike' }, { sku: "x' or true --" }]
    expect(await run('SQL query', { records, settings: each })).toEqual({
      rows: [{ sku: 'A-7', name: 'Bike', price: 14 }],
    })
  })

  it('SQL query changes nothing', async () => {
    const settings = { connection: 'Shop', query: 'delete from prices' }
    expect(await run('SQL query', { settings })).toEqual({ error: expect.any(String) })
    expect((await client.query<{ n: number }>('select count(*)::int as n from prices')).rows[0]?.n).toBe(1200)
  })

  it('HTTP request asks an allowed host for each record', async () => {
    const settings = {
      url: `http://${host()}/stock/{sku}`,
      recordPath: 'stock.n',
      to: 'stock',
      whenFailed: 'to failed',
    }
    const records = [{ sku: 'A-1' }, { sku: 'A 2' }]
    expect(await run('HTTP request', { records, settings })).toMatchObject({
      records: [{ sku: 'A-1', stock: 3 }],
      failed: [{ sku: 'A 2', failure: expect.stringMatching(/^status 404/) }],
    })
  })

  it.each(blocks)('$name runs as it is stored', async (block) => {
    const stored = await app.services.components.find(people.manager, ids.get(block.name) ?? '')
    const output = await run(block.name, JSON.parse(stored.testPayload), JSON.parse(stored.testContext))
    expect(Object.keys(output)).toEqual(block.outputs.map((port) => port.name))
  })
})
