import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase } from '../../../test-support/database.ts'
import { freshName } from '../../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  send,
  scale,
  sendFile,
  until,
} from '../imports.fixtures.ts'
import { startProcess } from '../../../test-support/product-process.ts'
import { countEnds } from '../../../guarantees/count-ends.ts'
import { testTimeouts } from '../../../guarantees/figures.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
let warehouse: pg.Client
let warehouseDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let connection: string
beforeAll(async () => {
  world = await makeImportWorld()
  warehouseDatabase = await createEmptyDatabase()
  warehouse = new pg.Client({ connectionString: warehouseDatabase.url })
  // Some tests end every connection.
  warehouse.on('error', () => {})
  await warehouse.connect()
  const made = await world.connections.ensure(world.people['super-admin'], {
    name: 'Warehouse',
    type: 'postgresql',
    cnxString: warehouseDatabase.url,
  })
  connection = made._id
})
afterAll(async () => {
  await warehouse.end()
  await world.close()
  await warehouseDatabase.drop()
})

const manager = () => world.people.manager
async function tablePipeline(spin: number) {
  const table = `r${freshName('').trim()}`
  await warehouse.query(`create table ${table} (key text primary key, name text, price numeric)`)
  const { country } = await makePipelines(world, {
    component: { jsCode: `let n = 0; while (n < ${spin}) n++; ctx.output = { out: ctx.input.rows }` },
    sinks: [{ name: 'out', target: { kind: 'table', connection, table, keys: ['key'], mode: 'upsert' } }],
  })
  await sendFile(manager(), country._id, 'rows', csv(50))
  return { pipelineId: country._id, table }
}
const rowsIn = async (table: string) => Number((await warehouse.query(`select count(*) as n from ${table}`)).rows[0]?.n)
const outputsOf = async (importId: string) =>
  (await world.platform.db.selectFrom('uploads').select('id').where('import_id', '=', importId).execute()).length
const start = async (pipelineId: string) =>
  (await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId

describe('GUARANTEE G2 abort at the moment of completion', () => {
  it('IMP-045/api ends each import once, and what it left agrees with its state', async () => {
    const seed = Date.now() % 1000
    const ends: Record<string, number> = {}
    const endsOf = await countEnds(world.platform.db)
    // The delay closes in on the completion, however fast the machine is: later after each abort that came in time.
    let delay = 400
    for (let round = 0; round < 10 * scale; round++) {
      const { pipelineId, table } = await tablePipeline(1e6)
      const importId = await start(pipelineId)
      await sleep(delay * (0.9 + ((seed + round * 137) % 200) / 1000))
      const answer = await manager().ask('POST /imports/abort', { body: { importId } })
      const row = await ended(world, importId)
      await sleep(200)
      const lines = await manager().call('GET /logs/jobs', { query: { id: importId } })
      ends[row.state] = (ends[row.state] ?? 0) + 1
      expect(await endsOf(importId)).toBe(1)
      delay *= row.state === 'completed' ? 0.8 : 1.25
      if (row.state === 'completed') {
        expect(answer).toMatchObject({ code: 40900, message: 'The import is not running.' })
        expect([await rowsIn(table), await outputsOf(importId)]).toEqual([50, 1])
        expect(lines.at(-1)?.message).toBe('Completed')
        continue
      }
      expect(row.state).toBe('aborted')
      expect([await rowsIn(table), await outputsOf(importId)]).toEqual([0, 0])
      expect(lines.at(-1)?.message).toBe('Pipeline process aborted')
      expect(lines.filter((line) => line.message === 'Completed')).toEqual([])
    }
    console.log(`abort at completion, seed ${seed}: ${JSON.stringify(ends)}`)
  })
})

describe('GUARANTEE G8 one running import per pipeline', () => {
  it('IMP-037/api IMP-040/api of 50 simultaneous starts at two servers one is accepted', async () => {
    // It runs until it is aborted: one that ended before the last answer would rightly let another in.
    const { country } = await makePipelines(world, { component: { jsCode: 'for (;;) {}' } })
    await sendFile(manager(), country._id, 'rows', csv(1))
    // Two processes of the product; a third does the imports.
    const servers = await Promise.all([1, 2].map(() => startProcess('api', world.platform)))
    for (let round = 0; round < 2 * scale; round++) {
      const body = { pipelineId: country._id, kind: 'immediate' }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          send(servers[i % 2]?.url ?? '', 'POST /imports', { body }, manager().token),
        ),
      )
      const accepted = answers.filter((answer) => answer.code === 20000)
      expect(accepted).toHaveLength(1)
      for (const answer of answers.filter((each) => each.code !== 20000)) {
        expect(answer).toEqual({
          code: 40900,
          message: 'Cannot create or edit the import. There is already an import running for this pipeline.',
          data: null,
        })
      }
      const importId = accepted[0]?.data?.importId ?? ''
      await manager().ask('POST /imports/abort', { body: { importId } })
      await ended(world, importId)
    }
    for (const server of servers) await server.kill()
  })
})

describe('GUARANTEE G6 a broken database connection', () => {
  it('lost while a transaction waits between two statements, it fails the next statement and nothing else', async () => {
    const tx = await world.platform.db.startTransaction().execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await warehouse.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sleep(200)
    await expect(sql`select 1`.execute(tx)).rejects.toThrow()
    await expect(tx.rollback().execute()).rejects.toThrow()
    expect((await sql<{ one: number }>`select 1 as one`.execute(world.platform.db)).rows).toEqual([{ one: 1 }])
  })

  it('an import whose every connection is cut ends once, with its sink written', async () => {
    const { pipelineId, table } = await tablePipeline(8e8)
    const importId = await start(pipelineId)
    const stateOf = async () =>
      (
        await world.platform.db
          .selectFrom('imports')
          .select('state')
          .where('id', '=', importId)
          .executeTakeFirstOrThrow()
      ).state
    await until('progress', async () => (await stateOf()) === 'progress')
    await sleep(200)
    const cutter = new pg.Client({ connectionString: world.platform.databaseUrl })
    await cutter.connect()
    await cutter.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname in (current_database(), $1) and pid <> pg_backend_pid()',
      [new URL(warehouseDatabase.url).pathname.slice(1)],
    )
    await cutter.end()
    warehouse = new pg.Client({ connectionString: warehouseDatabase.url })
    warehouse.on('error', () => {})
    await warehouse.connect()
    const row = await ended(world, importId, 40_000)
    const outputs = await outputsOf(importId)
    if (row.state === 'completed') expect([await rowsIn(table), outputs]).toEqual([50, 1])
    else {
      expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(/connection/) })
      expect([await rowsIn(table), outputs]).toEqual([0, 0])
    }
    // The pipeline is usable again at once.
    const next = await ended(world, await start(pipelineId), 40_000)
    expect(next).toMatchObject({ state: 'completed', problem: null })
    expect(await rowsIn(table)).toBe(50)
    await sql`select 1`.execute(world.platform.db)
  })
})
