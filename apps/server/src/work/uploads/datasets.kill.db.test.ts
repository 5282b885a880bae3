import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testTimeouts } from '../../guarantees/figures.ts'
import { workerProcesses } from '../../test-support/worker-processes.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  sendRaw,
  sha256,
  until,
  uploadForm,
} from '../imports/imports.fixtures.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
const workers = workerProcesses(() => world.platform)
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(async () => {
  await workers.killAll()
  await world.close()
})

const manager = () => world.people.manager
const datasets = (id: string) =>
  world.platform.db.selectFrom('upload_datasets').selectAll().where('upload_id', '=', id).execute()

/** Naming a dataset takes long from now on: its file has its key, and nobody names it yet. */
async function slowNaming(): Promise<{ isWaiting(): Promise<boolean>; end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: world.platform.databaseUrl })
  await client.connect()
  await client.query(`
    create function wait_a_little() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger wait_a_little before insert on upload_datasets for each row execute function wait_a_little()`)
  return {
    async isWaiting() {
      const waiting = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
      return (await client.query(waiting)).rows.length > 0
    },
    async end() {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event = 'PgSleep' and datname = current_database()`)
      await client.query('drop function wait_a_little() cascade')
      await client.end()
    },
  }
}

async function imported(pipelineId: string, importId: string) {
  const row = await ended(world, importId)
  const [output] = await world.platform.db.selectFrom('uploads').selectAll().where('import_id', '=', importId).execute()
  const body = { uploadIds: [output?.id ?? ''] }
  const answer = await sendRaw(world.url, 'POST /uploads/export', { body }, manager().token)
  const lines = await manager().call('GET /logs/jobs', { query: { id: importId } })
  const again = lines.filter(({ message }) => message.includes('is checked again')).length
  return { pipelineId, state: row.state, bytes: sha256(new Uint8Array(await answer.arrayBuffer())), again }
}

it('GUARANTEE G2 G3 a worker killed between the file of checked records and its name, in a validation and in an import', async () => {
  const { country } = await makePipelines(world)
  const start = async () => {
    const body = { pipelineId: country._id, kind: 'immediate' as const }
    return (await manager().call('POST /imports', { body })).importId
  }
  let worker = await workers.takeOrStart()
  let slow = await slowNaming()
  const body = uploadForm(country._id, { rows: { name: 'rows.csv', content: csv(3000) } })
  const [sent] = await manager().call('POST /uploads', { body })
  const id = sent?._id ?? ''
  await until('the validation is at its end', () => slow.isWaiting())
  await workers.kill(worker)
  await slow.end()
  const upload = () =>
    world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([(await upload()).status, await datasets(id)]).toEqual(['validating', []])
  worker = await workers.start()
  await until('validation', async () => (await upload()).status === 'valid')
  const clean = await imported(country._id, await start())
  expect(clean).toMatchObject({ state: 'completed', again: 0 })

  await world.platform.db.deleteFrom('upload_datasets').where('upload_id', '=', id).execute()
  slow = await slowNaming()
  const importId = await start()
  await until('the import has made it', () => slow.isWaiting())
  await workers.kill(worker)
  await slow.end()
  worker = await workers.start()
  const cut = await imported(country._id, importId)
  expect([cut.state, cut.bytes]).toEqual([clean.state, clean.bytes])
  expect(await datasets(id)).toHaveLength(1)
  expect(await imported(country._id, await start())).toEqual(clean)
})
