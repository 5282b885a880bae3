import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { createLogWriter, type LogWriter } from '../../logs/log-writer.ts'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile, until } from '../imports.fixtures.ts'
import { createRunHost } from './run-host.ts'

let world: ImportWorld
/** An import whose code never ends, so that its row stays in progress. */
let importId: string
let pipelineId: string
beforeAll(async () => {
  world = await makeImportWorld()
  const { country } = await makePipelines(world, { component: { jsCode: 'for (;;) {}' } })
  pipelineId = country._id
  await sendFile(world.people.manager, pipelineId, 'rows', csv(1))
  const body = { pipelineId, kind: 'immediate' } as const
  ;({ importId } = await world.people.manager.call('POST /imports', { body }))
  const row = world.platform.db.selectFrom('imports').select('state').where('id', '=', importId)
  await until('progress', async () => (await row.executeTakeFirst())?.state === 'progress')
})
afterAll(async () => {
  await world.people.manager.ask('POST /imports/abort', { body: { importId } })
  await ended(world, importId)
  await world.close()
})

const sink = { name: 'out', rowSchema: null, tolerance: 0, format: 'csv', table: null, http: null } as const

/** Waits where it is called until it may pass. */
function makeGate() {
  const [reached, passes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stop = () => (reached.resolve(), passes.promise)
  return { stop, reached: reached.promise, open: passes.resolve }
}

/** A store whose files wait at the gate before they get their names. */
function stopFilesAt(stop: () => Promise<void>): FileStore {
  const { files } = world.platform
  return {
    ...files,
    async create() {
      const pending = await files.create()
      return { ...pending, commit: async (key) => (await stop(), pending.commit(key)) }
    },
  }
}

function openHost(changed: { files?: FileStore; pause?: LogWriter['pause'] }) {
  const { db, files, log } = { ...world.platform, ...changed }
  const writer = createLogWriter({ db, owner: { import: importId }, attempt: 1, lastSeq: 0, log })
  return createRunHost(
    { db, files, log },
    {
      openConnection: () => Promise.reject(new Error('no sink has a table')),
      outbound: { check: async () => {}, send: () => Promise.reject(new Error('no sink sends')) },
    },
    {
      attempt: { id: importId, attempt: 1, pipelineId },
      writer: { ...writer, fenced: false, pause: changed.pause ?? writer.pause },
      signal: new AbortController().signal,
      serve: async () => null,
    },
  )
}

const openTransactions = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(world.platform.db)
  return rows[0]?.n ?? Number.NaN
}

describe('GUARANTEE G5 a run that stops waiting for its fence', () => {
  it.each([
    ['before its file has a name', (stop: () => Promise<void>) => ({ files: stopFilesAt(stop) })],
    ['before its row is locked', (stop: () => Promise<void>) => ({ pause: stop })],
  ])('%s: leaves neither a file nor a lock', async (_, change) => {
    const gate = makeGate()
    const host = openHost(change(gate.stop))
    const file = await host.openFile(sink)
    file.write.end('key\n1\n')
    const fence = host.fence()
    await gate.reached
    const givenUp = host.release().then(() => host.removeOutputs())
    await new Promise((resolve) => setTimeout(resolve, 50))
    gate.open()
    expect(await fence).toBe(true)
    await givenUp
    const keys = host.outputs.map((output) => output.file.key)
    expect(keys).toHaveLength(1)
    expect(await Promise.all(keys.map((key) => world.platform.files.exists(key)))).toEqual([false])
    await expect.poll(openTransactions, { timeout: 5000 }).toBe(0)
  })
})
