import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DataSource, roles, type Upload } from '@millrace/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { newId } from '../../platform/database/ids.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  until,
} from '../imports/imports.fixtures.ts'
import { queueImport } from '../imports/runs/run-queue.ts'
import { makeBadge } from '../../test-support/factories.ts'
import { createTestPlatform } from '../../test-support/platform.ts'

let world: ImportWorld
let server: Server
let client: pg.Client
let shop: Awaited<ReturnType<typeof createEmptyDatabase>>
let connection: string
const role = `t_fetch_${process.pid}_${randomBytes(4).toString('hex')}`
/** What the other side answers; each test says. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end(csv(3))
let asked: { method: string; url: string; key: string | undefined }[] = []
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', key: request.headers['x-key'] as string })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await makeImportWorld({ platform: await createTestPlatform({ settings: { allowedHosts: [host()] } }) })
  shop = await createEmptyDatabase()
  client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query(`create role ${role} login password 'Very-secret-1'`)
  await client.query(`create table stock as select 'k' || n as key, 'Name ' || n as name, n::int as price
    from generate_series(1, 1200) n`)
  await client.query(`alter table stock owner to ${role}`)
  const url = new URL(shop.url)
  url.username = role
  url.password = 'Very-secret-1'
  const given = { name: 'shop', type: 'postgresql' as const, cnxString: url.href }
  connection = (await world.connections.create(world.people['super-admin'], given))._id
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

const feed = (name: string, config: DataSource['config'], more: Partial<DataSource> = {}): DataSource =>
  manualSource(name, { connectorType: 'real-time', config, ...more })
const ports = (sources: readonly DataSource[]) => ({
  inputs: sources.map(({ dataSubKind }) => ({ name: dataSubKind, inputSchema: { type: 'array' } })),
})
const family = (...sources: DataSource[]) => makePipelines(world, { sources, component: ports(sources) })
/** The pipeline that hands its rows on, with a row schema, over one source. */
const rowsFrom = (config: DataSource['config'], more: Partial<DataSource> = {}) =>
  makePipelines(world, { sources: [feed('rows', config, more)] })
const address = (path = '/rows.csv') => ({ method: 'GET' as const, url: `http://${host()}${path}` })
const fetching = (pipeline: string, ...dataSubKinds: string[]) =>
  world.people.manager.ask('POST /uploads/fetchRealTime', { body: { pipeline, dataSubKinds } })
const validated = (upload: Upload | undefined) =>
  until('validation', async () => {
    const [now] = await world.people.manager.call('GET /uploads/status', { query: { ids: upload?._id ?? '' } })
    return now?.status === 'validating' ? null : now
  })
const senderOf = async (id = '') => (await world.people.manager.call('GET /uploads/senders', { query: { ids: id } }))[0]
const documentOf = async (versionId: string): Promise<string> => {
  const { document_id } = await world.platform.db
    .selectFrom('document_versions')
    .select('document_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  return document_id
}
const stored = async () => {
  const { n } = await world.platform.db
    .selectFrom('uploads')
    .select((select) => select.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
const unavailable = { code: 40900, message: 'Real-time source is not available', data: null }

describe('POST /uploads/fetchRealTime', () => {
  it('API-026/api UPL-002/api UPL-017/api fetches an address, stores it like an upload and validates it', async () => {
    asked = []
    answer = (_, response) => response.end(csv(3))
    const config = { ...address('/{locale}/{brand}/{productLine}?kind={datakind}'), headers: { 'X-Key': 'sesame' } }
    const { country } = await rowsFrom(config)
    const { code, data } = await fetching(country._id, 'rows', 'rows')
    expect(code).toBe(20000)
    expect(data).toMatchObject([
      { status: 'validating', enabled: true, dataSubKind: 'rows', from: 'source', pipelineId: country._id },
    ])
    expect(data).toHaveLength(1)
    expect(data[0]?.originalFilename).toMatch(/^rows-\d{8}-\d{6}\.csv$/)
    expect(asked).toEqual([{ method: 'GET', url: '/fr-FR/Adventure%20Works/bikes?kind=product', key: 'sesame' }])
    const done = await validated(data[0])
    expect(done).toMatchObject({ status: 'valid', counts: { records: 3, valid: 3, rejected: 0 } })
    // A line a person can read, without the path and parameters of the address and without headers.
    const lines = done.logs.map((line) => line.message)
    expect(lines[0]).toMatch(/^Fetched from 127\.0\.0\.1:\d+: \d+ bytes in /)
    expect(lines.join()).not.toContain('sesame')
    const last = await world.people.manager.call('GET /uploads/last', {
      query: { pipelineId: country._id, dataSubKind: 'rows' },
    })
    expect(last.map((upload) => upload._id)).toEqual([data[0]?._id])
    const by = { how: 'fetched', userName: world.people.manager.userName, plan: null, listener: null }
    expect(await senderOf(data[0]?._id)).toEqual({ _id: data[0]?._id, ...by })
  })

  it('UPL-017/api takes records at their path, and a finding for each that breaks the schema', async () => {
    answer = (_, response) =>
      response.end(
        JSON.stringify({
          data: {
            items: [
              { key: 'a', name: 'A' },
              { key: '', name: 'B' },
            ],
          },
        }),
      )
    const { country } = await rowsFrom(
      { ...address('/x'), method: 'POST', recordPath: 'data/items' },
      { contentType: 'json' },
    )
    const { data } = await fetching(country._id, 'rows')
    expect(asked.at(-1)?.method).toBe('POST')
    expect(await validated(data[0])).toMatchObject({ status: 'invalid', counts: { records: 2, valid: 1, rejected: 1 } })
  })

  it('UPL-017/api reads the rows of a query, page by page', async () => {
    const { country } = await rowsFrom({ connection, query: 'select key, name, price from stock order by price' })
    const { data } = await fetching(country._id, 'rows')
    expect(data[0]?.originalFilename).toMatch(/^rows-\d{8}-\d{6}\.ndjson$/)
    const done = await validated(data[0])
    expect(done).toMatchObject({ status: 'valid', counts: { records: 1200, valid: 1200, rejected: 0 } })
    expect(done.logs[0]?.message).toMatch(/^Fetched from the database connection 'shop': \d+ bytes/)
  })

  it('is open to every role that sees the pipeline', async () => {
    answer = (_, response) => response.end(csv(1))
    const { country } = await rowsFrom(address())
    for (const person of roles) {
      const body = { pipeline: country._id, dataSubKinds: ['rows'] }
      const reply = await world.people[person].ask('POST /uploads/fetchRealTime', { body })
      expect(reply.code).toBe(person === 'user' ? 40400 : 20000)
    }
  })

  it('UPL-017/api names a source that is none to be fetched', async () => {
    const { country } = await family(
      manualSource('rows'),
      feed('off', address(), { enabled: false }),
      feed('lent', address(), { dataFromMaster: true }),
    )
    for (const name of ['rows', 'off', 'lent', 'what']) {
      expect(await fetching(country._id, name)).toEqual({
        code: 40000,
        message: `Unknown data source ${name}`,
        data: null,
      })
    }
    expect(await fetching(newId(), 'rows')).toMatchObject({ code: 40400, message: 'Document not found' })
    expect(await fetching(country._id)).toMatchObject({ code: 40000, message: 'Missing field(s) : dataSubKinds' })
    const bare = await makePipelines(world, { sources: [feed('rows', address())], country: { locale: null } })
    expect(await fetching(bare.country._id, 'rows')).toMatchObject({
      code: 40000,
      message: 'cannot be run because of missing properties',
    })
  })

  const bad: [string, () => DataSource['config'], (response: ServerResponse) => void][] = [
    ['nothing to fetch from', () => undefined, (response) => response.end(csv(1))],
    ['settings of a file', () => ({ delimiter: ';' }), (response) => response.end(csv(1))],
    ['a host that is not allowed', () => ({ ...address(), url: 'http://127.0.0.1:9/' }), (response) => response.end()],
    ['an answer of another status', address, (response) => response.writeHead(404).end('not here')],
    [
      'a redirect to a host that is not allowed',
      address,
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['an answer of nothing', address, (response) => response.end()],
    ['content of another type', address, (response) => response.end(Buffer.from('89504e470d0a1a0a', 'hex'))],
    ['an answer of 20 MiB', address, (response) => response.end(Buffer.alloc(20 << 20, 'a'))],
    ['no answer', address, (response) => response.destroy()],
    ['an unknown connection', () => ({ connection: newId(), query: 'select 1' }), () => undefined],
    ['a query that is wrong', () => ({ connection, query: 'select nothing from nowhere' }), () => undefined],
    ['a query that writes', () => ({ connection, query: 'delete from stock' }), () => undefined],
    ['a query without rows', () => ({ connection, query: 'select 1 where false' }), () => undefined],
    [
      'more rows than a file may hold',
      () => ({ connection, query: "select repeat('x', 1000) from stock a, stock b" }),
      () => undefined,
    ],
  ]
  it.each(bad)('UPL-017/api is refused for %s, and then nothing is stored of the others', async (_, config, reply) => {
    answer = (request, response) => (request.url === '/good' ? response.end(csv(2)) : reply(response))
    const { country } = await family(feed('good', address('/good')), feed('bad', config()))
    const before = await stored()
    expect(await fetching(country._id, 'good', 'bad')).toEqual(unavailable)
    expect(await stored()).toBe(before)
    expect((await fetching(country._id, 'good')).code).toBe(20000)
  })
})

/** A planned import of the pipeline that becomes due now, as the scheduler leaves it for the workers. */
async function due(job: { id: string; at: Date; pipeline: string; position?: number }, kind: 'repeat' | 'scheduled') {
  const { db, queue } = world.platform
  const pipelineId = await documentOf(job.pipeline)
  const importId = newId()
  const of = { pipeline_id: pipelineId, version_id: job.pipeline }
  const by = { user_id: world.people.manager.userId, user_name: 'x.y' }
  await db
    .insertInto('jobs')
    .values({ id: job.id, kind, ...of, ...by, time_zone: 'UTC' })
    .onConflict((any) => any.doNothing())
    .execute()
  const names = { first_name: 'X', last_name: 'Y' }
  const row = { id: importId, job_id: job.id, kind, state: 'pending' as const, scheduled_at: job.at, success: null }
  await db
    .insertInto('imports')
    .values({ ...row, ...of, ...by, ...names, position: job.position ?? 0 })
    .execute()
  await queueImport(queue, db, importId)
  return importId
}
const linesOf = async (importId: string) =>
  (await world.people.manager.call('GET /logs/jobs', { query: { id: importId } })).map((line) => line.message)

describe('a planned import', () => {
  it.each(['repeat', 'scheduled'] as const)(
    'UPL-017/api of kind %s runs with what its sources hold then',
    async (kind) => {
      answer = (_, response) => response.end(csv(2))
      const { country } = await rowsFrom(address())
      await validated((await fetching(country._id, 'rows')).data[0])
      answer = (_, response) => response.end(csv(5))
      const job = { id: newId(), at: new Date(), pipeline: country._id }
      const importId = await due(job, kind)
      expect(await ended(world, importId)).toMatchObject({
        state: 'completed',
        counts: { sources: { rows: { read: 5 } } },
      })
      expect(await linesOf(importId)).toContain('Fetching what the source holds now')
    },
  )

  it('fails with the reason when a source cannot be fetched, though an older upload is there (D-74)', async () => {
    answer = (_, response) => response.end(csv(2))
    const { country } = await rowsFrom(address())
    await validated((await fetching(country._id, 'rows')).data[0])
    answer = (_, response) => response.writeHead(503).end('closed')
    const importId = await due({ id: newId(), at: new Date(), pipeline: country._id }, 'repeat')
    expect((await ended(world, importId)).state).toBe('failed')
    const failed =
      /^The import failed: The real-time source rows is not available: 127\.0\.0\.1:\d+ answered with status 503$/
    expect((await linesOf(importId)).at(-1)).toMatch(failed)
  })

  it('fails when what was fetched is invalid', async () => {
    answer = (_, response) => response.end('key,name,price\n,no key,1\n')
    const { country } = await rowsFrom(address())
    const importId = await due({ id: newId(), at: new Date(), pipeline: country._id }, 'scheduled')
    expect(await ended(world, importId)).toMatchObject({ state: 'failed' })
    expect((await linesOf(importId)).at(-1)).toMatch(/the last upload for rows, is invalid$/)
  })

  it('of a master fetches what the master lends once for all its countries', async () => {
    answer = (_, response) => response.end(csv(4))
    const { countries } = await makePipelines(world, {
      sources: [feed('rows', address('/shared'), { dataFromMaster: true })],
      countries: 2,
    })
    asked = []
    const job = { id: newId(), at: new Date() }
    for (const [position, country] of countries.entries()) {
      const importId = await due({ ...job, pipeline: country._id, position }, 'repeat')
      expect(await ended(world, importId)).toMatchObject({
        state: 'completed',
        counts: { sources: { rows: { read: 4 } } },
      })
    }
    expect(asked).toHaveLength(1)
    const later = { id: job.id, at: new Date(job.at.getTime() + 60_000), position: 2 }
    await ended(world, await due({ ...later, pipeline: countries[0]?._id ?? '' }, 'repeat'))
    expect(asked).toHaveLength(2)
  })

  it('made by a person runs with fresh files when the scheduler finds it due', async () => {
    answer = (_, response) => response.end(csv(2))
    const { country } = await rowsFrom(address())
    await validated((await fetching(country._id, 'rows')).data[0])
    const time = { kind: 'scheduled' as const, scheduledDate: '2099-12-01', scheduledTime: '06:15' }
    const planned = await world.people.manager.call('POST /imports', { body: { pipelineId: country._id, ...time } })
    answer = (_, response) => response.end(csv(6))
    const at = new Date(Date.now() - 60_000)
    const { db } = world.platform
    await db.updateTable('jobs').set({ next_due_at: at, scheduled_at: at }).where('id', '=', planned.jobId).execute()
    await db.updateTable('imports').set({ scheduled_at: at }).where('id', '=', planned.importId).execute()
    expect(await ended(world, planned.importId, 90_000)).toMatchObject({
      state: 'completed',
      counts: { sources: { rows: { read: 6 } } },
    })
    const files = await world.people.manager.call('GET /uploads/import', { query: { importId: planned.importId } })
    const fetched = files.find(({ from }) => from === 'source')?._id
    const by = { how: 'planned', userName: world.people.manager.userName, listener: null }
    expect(await senderOf(fetched)).toEqual({ _id: fetched, ...by, plan: 'On 2099-12-01 at 06:15' })
    // A plan of a pipeline that the caller does not see.
    const { country: other } = await rowsFrom(address())
    const [badge, hidden] = [await makeBadge(db), await documentOf(other._id)]
    const read_rule = JSON.stringify([[badge]])
    await db.updateTable('documents').set({ read_rule }).where('id', '=', hidden).execute()
    await db.updateTable('jobs').set({ pipeline_id: hidden }).where('id', '=', planned.jobId).execute()
    expect(await senderOf(fetched)).toEqual({ _id: fetched, ...by, plan: null })
  })

  it('that a person starts at once takes the last upload', async () => {
    answer = (_, response) => response.end(csv(2))
    const { country } = await rowsFrom(address())
    await validated((await fetching(country._id, 'rows')).data[0])
    asked = []
    const body = { pipelineId: country._id, kind: 'immediate' as const }
    const { importId } = await world.people.manager.call('POST /imports', { body })
    expect(await ended(world, importId)).toMatchObject({ state: 'completed' })
    expect(asked).toEqual([])
  })
})
