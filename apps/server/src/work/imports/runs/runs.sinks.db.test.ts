import { setTimeout as sleep } from 'node:timers/promises'
import type { SinkTarget } from '@millrace/contract'
import {
  createMysqlDatabase,
  type MysqlTestDatabase,
  mysqlSuite,
} from '@millrace/engine/host/sinks/mysql/mysql-for-test'
import { type Behaviour, startReceiver } from '@millrace/engine/host/sinks/http/receiver-for-test'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform } from '../../../test-support/platform.ts'
import { workerProcesses } from '../../../test-support/worker-processes.ts'
import { freshName } from '../../../test-support/factories.ts'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile, until } from '../imports.fixtures.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>
let world: ImportWorld
let receiver: Receiver
let behave: Behaviour = (response) => response.writeHead(200).end()
beforeAll(async () => {
  receiver = await startReceiver((...args) => behave(...args))
  const platform = await createTestPlatform({ settings: { allowedHosts: [receiver.host] } })
  world = await makeImportWorld({ platform })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const manager = () => world.people.manager
const lines = async (importId: string) =>
  (await manager().call('GET /logs/jobs', { query: { id: importId } })).map((line) => `${line.level}: ${line.message}`)

/** A pipeline that hands its rows on to this target. */
async function pipelineTo(target: SinkTarget): Promise<string> {
  const { country } = await makePipelines(world, { sinks: [{ name: 'out', format: 'csv', target }] })
  return country._id
}
async function start(pipelineId: string): Promise<string> {
  return (await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
}
async function run(pipelineId: string, content: string) {
  await sendFile(manager(), pipelineId, 'rows', content)
  return ended(world, await start(pipelineId))
}

describe('a sink that sends', () => {
  const http = (url = receiver.url): SinkTarget => ({ kind: 'http', url, batchSize: 40 })

  it('sends the records in batches and keeps the file', async () => {
    const from = receiver.received.length
    const row = await run(await pipelineTo(http()), csv(100))
    expect(row).toMatchObject({ state: 'completed', problem: null })
    expect(row.counts.sinks.out).toEqual({ read: 100, rejected: 0, written: 100 })
    const sent = receiver.received.slice(from)
    expect(sent.map((batch) => batch.records.length)).toEqual([40, 40, 20])
    expect(sent[2]?.records.at(-1)).toEqual({ key: 'k99', name: 'Name 99', price: 99.5 })
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([1, 2, 3].map((n) => `${row.id}-out-${n}`))
    expect(await lines(row.id)).toEqual(expect.arrayContaining(['info: out: 100 records sent in 3 batches']))
  })

  it('fails with the receiver’s words, and shows no file', async () => {
    behave = (response) => response.writeHead(400).end('unknown product k0')
    const row = await run(await pipelineTo(http()), csv(10))
    behave = (response) => response.writeHead(200).end()
    expect(row).toMatchObject({
      state: 'failed',
      problem: `The sink 'out': batch 1 of 1 was not taken, the answer was 400: unknown product k0`,
    })
    const files = await world.platform.db.selectFrom('uploads').select('id').where('import_id', '=', row.id).execute()
    expect(files).toEqual([])
  })

  it('an aborted import sends no further batch', async () => {
    const from = receiver.received.length
    behave = () => undefined
    const pipelineId = await pipelineTo(http())
    await sendFile(manager(), pipelineId, 'rows', csv(100))
    const importId = await start(pipelineId)
    await until('the first batch', async () => receiver.received.length > from)
    await manager().call('POST /imports/abort', { body: { importId } })
    expect(await ended(world, importId)).toMatchObject({ state: 'aborted' })
    behave = (response) => response.writeHead(200).end()
    await sleep(1500)
    expect(receiver.received.length).toBe(from + 1)
  })

  it('a host that is not listed is refused, in the words for it', async () => {
    const row = await run(await pipelineTo(http('https://elsewhere.example/')), csv(1))
    expect(row).toMatchObject({
      state: 'failed',
      problem:
        "The sink 'out' cannot be sent: The host elsewhere.example is not allowed; a super-admin lists allowed hosts in MILLRACE_ALLOWED_HOSTS",
    })
  })
})

mysqlSuite(describe, 'a table of MariaDB', () => {
  let db: MysqlTestDatabase
  let connection: string
  beforeAll(async () => {
    db = await createMysqlDatabase()
    const made = await world.connections.ensure(world.people['super-admin'], {
      name: 'Shop',
      type: 'mysql',
      cnxString: db.url,
    })
    connection = made._id
  })
  afterAll(() => db?.remove())

  const tableTarget = async (mode: 'upsert' | 'insert' | 'replace'): Promise<SinkTarget & { table: string }> => {
    const table = `t${freshName('').trim()}`
    await db.rows(`create table ${table} (\`key\` varchar(50) primary key, name text, price decimal(12, 2))`)
    await db.rows(`insert into ${table} values ('before', 'Before', 1)`)
    return { kind: 'table', connection, table, keys: ['key'], mode }
  }
  const count = async (table: string) => Number((await db.rows(`select count(*) as n from ${table}`))[0]?.n)

  it.each([
    ['upsert', { created: 20, changed: 0, unchanged: 0 }, { created: 10, changed: 10, unchanged: 0 }, 31],
    ['insert', { created: 20, changed: 0, unchanged: 0 }, { created: 10, changed: 0, unchanged: 10 }, 31],
    ['replace', { created: 20, deleted: 1 }, { created: 10, changed: 10, unchanged: 0, deleted: 10 }, 20],
  ] as const)('is filled by %s, with exact counts in result and log', async (mode, first, second, left) => {
    const target = await tableTarget(mode)
    const pipelineId = await pipelineTo(target)
    expect((await run(pipelineId, csv(20))).counts.sinks.out).toMatchObject(first)
    const row = await run(pipelineId, csv(20, 10))
    expect(row).toMatchObject({ state: 'completed', problem: null })
    expect(row.counts.sinks.out).toMatchObject({ read: 20, ...second })
    expect(await count(target.table)).toBe(left)
    const words = Object.entries(row.counts.sinks.out ?? {}).filter(([word]) => word in second)
    for (const [word, n] of words)
      expect((await lines(row.id)).join('\n')).toMatch(new RegExp(`out: .*\\b${n} ${word}`))
  })

  it('that is missing fails the import before it runs', async () => {
    const row = await run(
      await pipelineTo({ kind: 'table', connection, table: 'nowhere', keys: ['key'], mode: 'upsert' }),
      csv(1),
    )
    expect(row).toMatchObject({
      state: 'failed',
      problem: `The table 'nowhere' does not exist in the database '${db.name}'`,
    })
  })

  it('of a connection that is gone fails the import', async () => {
    const row = await run(
      await pipelineTo({ kind: 'table', connection: 'gone', table: 't', keys: ['key'], mode: 'upsert' }),
      csv(1),
    )
    expect(row).toMatchObject({ state: 'failed', problem: 'The database connection of the sink out does not exist' })
  })
})

describe('GUARANTEE G3 a killed worker', () => {
  let killed: ImportWorld
  const workers = workerProcesses(
    () => killed.platform,
    () => ({ MILLRACE_WORKERS: '1', MILLRACE_ALLOWED_HOSTS: receiver.host }),
  )
  beforeAll(async () => {
    killed = await makeImportWorld({ worker: false })
  })
  afterAll(async () => {
    await workers.killAll()
    await killed?.close()
  })

  it('sends its batches again under the same keys, with the same bytes', async () => {
    const http: SinkTarget = { kind: 'http', url: receiver.url, batchSize: 20 }
    const { country } = await makePipelines(killed, { sinks: [{ name: 'out', format: 'json', target: http }] })
    let worker = await workers.takeOrStart()
    await sendFile(killed.people.manager, country._id, 'rows', csv(100))
    const from = receiver.received.length
    // The third batch is taken, but the worker never hears of it.
    behave = (response, _got, n) => (n === from + 3 ? undefined : response.writeHead(200).end())
    const body = { pipelineId: country._id, kind: 'immediate' as const }
    const { importId } = await killed.people.manager.call('POST /imports', { body })
    await until('the third batch', async () => receiver.received.length === from + 3)
    await workers.kill(worker)
    worker = await workers.start()
    expect(await ended(killed, importId, 60_000)).toMatchObject({ state: 'completed', attempt: 2, problem: null })
    const sent = receiver.received.slice(from).map(({ headers, body: bytes }) => [headers['idempotency-key'], bytes])
    expect(sent).toHaveLength(8)
    expect(sent.slice(3, 6)).toEqual(sent.slice(0, 3))
    const records = new Map(sent.map(([key, bytes]) => [key, JSON.parse(String(bytes)) as object[]]))
    expect([...records.values()].flat()).toHaveLength(100)
  }, 120_000)

  mysqlSuite(describe, 'between the commit of a MariaDB sink and the end of the import', () => {
    it('the rows are written once, with the counts of the run that wrote them', async () => {
      const db = await createMysqlDatabase()
      const { _id: connection } = await killed.connections.ensure(killed.people['super-admin'], {
        name: 'Shop',
        type: 'mysql',
        cnxString: db.url,
      })
      await db.rows('create table t (`key` varchar(50) primary key, name text, price decimal(12, 2), seen int)')
      await db.rows("insert into t values ('k0', 'Before', 1, 1)")
      const target: SinkTarget = { kind: 'table', connection, table: 't', keys: ['key'], mode: 'replace' }
      const { country } = await makePipelines(killed, { sinks: [{ name: 'out', format: 'ndjson', target }] })
      let worker = await workers.takeOrStart()
      await sendFile(killed.people.manager, country._id, 'rows', csv(200))
      // The output file's row comes after the tables are committed: a pause there is the moment to kill.
      const { db: platform } = killed.platform
      await sql`create function wait_a_little() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return new; end $$`.execute(
        platform,
      )
      await sql`create trigger wait_a_little before insert on uploads for each row
        when (new.origin = 'destination') execute function wait_a_little()`.execute(platform)
      const body = { pipelineId: country._id, kind: 'immediate' as const }
      const { importId } = await killed.people.manager.call('POST /imports', { body })
      await until('the rows', async () => (await db.rows('select 1 from t')).length === 200)
      const state = async () =>
        (await platform.selectFrom('imports').select('state').where('id', '=', importId).executeTakeFirstOrThrow())
          .state
      expect(await state()).toBe('progress')
      await workers.kill(worker)
      await sql`drop function wait_a_little() cascade`.execute(platform)
      await db.rows('update t set seen = 2')
      worker = await workers.start()
      const row = await ended(killed, importId, 60_000)
      expect(row).toMatchObject({ state: 'completed', attempt: 2, problem: null })
      expect(row.counts.sinks.out).toMatchObject({ created: 199, changed: 1, unchanged: 0, deleted: 0, written: 200 })
      expect(await db.rows('select count(*) as n, sum(seen) as seen from t')).toEqual([{ n: 200, seen: '400' }])
      expect(await db.rows('select attempt from millrace_imports')).toEqual([{ attempt: 1 }])
      await db.remove()
    }, 120_000)
  })
})
