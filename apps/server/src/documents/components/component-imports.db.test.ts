import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ComponentInput } from '@millrace/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  sendFile,
} from '../../work/imports/imports.fixtures.ts'
import { makeBadge } from '../../test-support/factories.ts'
import { createTestPlatform } from '../../test-support/platform.ts'

let world: ImportWorld
let server: Server
let client: pg.Client
let shop: Awaited<ReturnType<typeof createEmptyDatabase>>
const role = `t_imports_${process.pid}_${randomBytes(4).toString('hex')}`
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  server = createServer((_request, response) => response.end('{"rate":2}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await makeImportWorld({ platform: await createTestPlatform({ settings: { allowedHosts: [host()] } }) })
  const { db } = world.platform
  shop = await createEmptyDatabase()
  client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query(`create role ${role} login password 'Very-secret-1'`)
  await client.query(
    `create table names as select 'k' || n as key, 'Stored ' || n as name from generate_series(0, 999) n`,
  )
  await client.query(`alter table names owner to ${role}`)
  const url = new URL(shop.url)
  url.username = role
  url.password = 'Very-secret-1'
  const tags = [await makeBadge(db)]
  const cnxString = url.href
  await world.connections.create(world.people['super-admin'], { name: 'names', type: 'postgresql', cnxString, tags })
  await db
    .insertInto('modules')
    .values({ id: 'm', name: 'shout', version: '1.0.0', state: 'ready', badges: tags, code: loud })
    .execute()
})
afterAll(async () => {
  await client.query(`drop owned by ${role}`)
  await client.query(`drop role ${role}`)
  await client.end()
  await shop.drop()
  await world.close()
  server.closeAllConnections()
  server.close()
})
const loud = 'module.exports = (text) => text.toUpperCase()'

async function started(component: Partial<ComponentInput>, rows = 20): Promise<string> {
  const { country } = await makePipelines(world, { component })
  const { manager } = world.people
  await sendFile(manager, country._id, 'rows', csv(rows))
  return (await manager.call('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })).importId
}
async function outputOf(importId: string): Promise<{ key: string; name: string; price: number }[]> {
  const { file_key: key } = await world.platform.db
    .selectFrom('uploads')
    .select('file_key')
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  for await (const piece of await world.platform.files.read(key)) pieces.push(piece as Buffer)
  const lines = Buffer.concat(pieces).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

describe('component code of an import', () => {
  it('CMP-008/api MOD-007/api reads connections, calls allowed hosts and requires modules, whoever starts it', async () => {
    const jsCode = `
      const { rate } = (await ctx.http.get('http://${host()}/')).json
      const names = new Map()
      for await (const { key, name } of ctx.db.stream('names', 'select key, name from names')) names.set(key, name)
      ctx.output.out = []
      for (const row of ctx.input.rows) {
        const [{ n }] = await ctx.db.query('names', 'select length($1::text) as n', [row.key])
        ctx.output.out.push({ key: row.key, name: require('shout')(names.get(row.key)), price: row.price * rate + n })
      }`
    const importId = await started({ jsCode, isDB: true, isIO: true })
    expect(await ended(world, importId)).toMatchObject({ state: 'completed', problem: null })
    const output = await outputOf(importId)
    expect(output).toHaveLength(20)
    expect(output[7]).toEqual({ key: 'k7', name: 'STORED 7', price: 17 })
  })

  it.each([
    ["await ctx.db.query('names', 'delete from names')", /is for reading/],
    ["await ctx.db.query('names', 'select pg_read_file($1)', ['/etc/passwd'])", /permission denied/],
    ["await ctx.db.query('other', 'select 1')", /there is no database connection of this name/],
    ["await ctx.http.get('http://169.254.169.254/')", /The host 169\.254\.169\.254 is not allowed/],
  ])('S1 fails the import for %s, while a neighbour succeeds', async (jsCode, problem) => {
    const hostile = await started({ jsCode, isDB: true, isIO: true })
    const neighbour = await started({})
    const row = await ended(world, hostile)
    expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(problem) })
    expect(row.problem).not.toContain('Very-secret')
    expect(await ended(world, neighbour)).toMatchObject({ state: 'completed' })
    expect((await client.query('select from names')).rowCount).toBe(1000)
  })

  it('MOD-007/api fails an import whose module was taken from the list, naming it', async () => {
    const row = await ended(world, await started({ jsCode: "ctx.output.out = [require('gone')]" }))
    expect(row).toMatchObject({ state: 'failed', problem: 'Module gone is not allowed' })
  })
})
