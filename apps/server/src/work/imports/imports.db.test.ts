import type { RanWith } from '@millrace/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { freshName } from '../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
  until,
} from './imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const lines = async (importId: string) =>
  (await manager().call('GET /logs/jobs', { query: { id: importId } })).map((line) => `${line.level}: ${line.message}`)
const start = (pipelineId: string) =>
  manager().call('POST /imports', { body: { pipelineId, kind: 'immediate', restartOnError: true } })
const output = async (importId: string): Promise<string> => {
  const row = await world.platform.db
    .selectFrom('uploads')
    .selectAll()
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const body = { uploadIds: [row.id] }
  return (await sendRaw(world.url, 'POST /uploads/export', { body }, manager().token)).text()
}
/** A component whose code runs for ever, so that an import stays in progress until it is stopped. */
const endless = { jsCode: 'await new Promise(() => { for (;;) {} })' }
/** Slow enough to be met while it runs, and ends by itself. */
const slow = { jsCode: 'const end = Date.now(); let n = 0; while (n < 4e8) n++; ctx.output = { out: ctx.input.rows }' }

describe('an import', () => {
  it('API-037/api IMP-008/api IMP-016/api IMP-046/api IMP-049/engine runs now: source in, sink out, once', async () => {
    const { country } = await makePipelines(world)
    await sendFile(manager(), country._id, 'rows', csv(30), 'stück liste.csv')
    const { jobId, importId } = await start(country._id)
    const row = await ended(world, importId)
    expect(await lines(importId)).toEqual(expect.arrayContaining(['success: Completed', 'info: out: 30 records']))
    expect(row).toMatchObject({ state: 'completed', success: true, attempt: 1, job_id: jobId })
    expect(row.counts).toEqual({
      sources: { rows: { read: 30, rejected: 0, written: 30 } },
      sinks: { out: { read: 30, rejected: 0, written: 30 } },
    })
    const rows = (await output(importId))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toHaveLength(30)
    expect(rows[2]).toEqual({ key: 'k2', name: 'Name 2', price: 2.5 })
  })

  it('UPL-020/api API-029/api the output file is offered under pipeline, sink and time', async () => {
    const { country } = await makePipelines(world, { country: { name: 'Räder & mehr fr/FR' } })
    await sendFile(manager(), country._id, 'rows', csv(2))
    const { importId } = await start(country._id)
    await ended(world, importId)
    const all = await manager().call('GET /uploads/last-all', { query: { pipelineId: country._id } })
    const [made] = all.filter((upload) => upload.from === 'destination')
    expect(made).toMatchObject({ status: 'valid', dataSubKind: 'out', counts: { records: 2, valid: 2, rejected: 0 } })
    expect(made?.originalFilename).toMatch(/^Räder---mehr-fr-FR-out-\d{8}-\d{6}\.ndjson$/)
  })

  it('records what it ran with', async () => {
    const { country, component } = await makePipelines(world)
    const upload = await sendFile(manager(), country._id, 'rows', csv(2))
    const { importId } = await start(country._id)
    const row = await ended(world, importId)
    expect(row.ran_with).toEqual({
      pipeline: { _id: country._id, name: country.name, version: 1, vLocked: false, type: 'pipeline' },
      component: { _id: component._id, name: component.name, version: 1, vLocked: false, type: 'component' },
      uploads: [{ _id: upload._id, dataSubKind: 'rows', sha256: upload.sha256 }],
      now: row.scheduled_at.toISOString(),
      timeZone: 'Europe/Paris',
      seed: importId,
      sysVersion: 1,
      plan: expect.stringMatching(/^[0-9a-f]{64}$/),
    } satisfies RanWith)
  })

  it('records left out within the tolerance show in the counts and the last line', async () => {
    const { country } = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 0.5 })] })
    await sendFile(manager(), country._id, 'rows', 'key,name,price\nk1,a,1\nk2,b,2\nk3,c,x\n')
    const { importId } = await start(country._id)
    const row = await ended(world, importId)
    expect(row).toMatchObject({ state: 'completed', success: true })
    expect(row.counts.sources.rows).toMatchObject({ read: 3, rejected: 1, written: 2 })
    expect((await lines(importId)).at(-1)).toBe('warn: Completed, 1 left out: 1 of rows')
  })

  it('a component that throws ends it as failed, naming component and line; nothing is written', async () => {
    const jsCode = 'const rows = ctx.input.rows\nif (rows.length > 1) {\n  throw new Error("no good")\n}'
    const { country, component } = await makePipelines(world, { component: { jsCode } })
    await sendFile(manager(), country._id, 'rows', csv(2))
    const { importId } = await start(country._id)
    expect(await ended(world, importId)).toMatchObject({ state: 'failed', success: false, attempt: 1 })
    const said = (await lines(importId)).join('\n')
    expect(said).toContain('no good')
    expect(said).toMatch(new RegExp(`error: .*${component.name}.*line 3`))
    const all = await manager().call('GET /uploads/last-all', { query: { pipelineId: country._id } })
    expect(all.filter((upload) => upload.from === 'destination')).toEqual([])
  })

  it('invalid inputs at run time fail it with a log', async () => {
    const { master } = await makePipelines(world)
    const { importId } = await manager().call('POST /imports/runAllImport', { body: { pipelineId: master._id } })
    expect(await ended(world, importId)).toMatchObject({ state: 'failed', success: false })
    expect((await lines(importId)).at(-1)).toBe(
      'error: The import failed: The inputs are not ready: there is no upload for rows',
    )
  })

  it('a source or sink that names no port fails it, naming the source or sink', async () => {
    const { country } = await makePipelines(world)
    await sendFile(manager(), country._id, 'rows', csv(2))
    await world.pipelines.save(world.people['super-admin'], {
      _id: country._id,
      name: country.name,
      sys_version: country.sys_version,
      isMaster: false,
      masterPipeline: country.masterPipeline,
      dataSinks: [{ name: 'elsewhere' }],
    })
    const { importId } = await start(country._id)
    expect(await ended(world, importId)).toMatchObject({ state: 'failed' })
    expect((await lines(importId)).join('\n')).toContain('elsewhere')
  })
})

describe('a table sink', () => {
  it('writes rows once, and a second run with the same file changes none', async () => {
    const warehouse = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: warehouse.url })
    await client.connect()
    await client.query('create schema if not exists shop')
    await client.query('create table shop.product (key text primary key, name text, price numeric)')
    const connection = await world.connections.ensure(world.people['super-admin'], {
      name: freshName('Warehouse'),
      type: 'postgresql',
      cnxString: warehouse.url,
    })
    const target = {
      kind: 'table' as const,
      connection: connection._id,
      table: 'shop.product',
      keys: ['key'],
      mode: 'upsert' as const,
    }
    const { country } = await makePipelines(world, { sinks: [{ name: 'out', format: 'csv', target }] })
    await sendFile(manager(), country._id, 'rows', csv(100))
    const first = await ended(world, (await start(country._id)).importId)
    expect(first.counts.sinks.out).toMatchObject({ created: 100, changed: 0 })
    const second = await ended(world, (await start(country._id)).importId)
    expect(second.counts.sinks.out).toMatchObject({ created: 0, changed: 0, unchanged: 100 })
    expect((await client.query('select count(*)::int as n, sum(price) as s from shop.product')).rows).toEqual([
      { n: 100, s: '5000.0' },
    ])
    await client.end()
    await warehouse.drop()
  })
})

describe('refusals of POST /imports', () => {
  it('IMP-041/api IMP-046/api an unknown kind, no kind, no pipeline', async () => {
    const { country } = await makePipelines(world)
    expect(await manager().ask('POST /imports', { body: { pipelineId: country._id, kind: 'sometimes' } })).toEqual({
      code: 40000,
      message: 'Something unexpected happened.',
      data: null,
    })
    expect(await manager().ask('POST /imports', { body: { pipelineId: country._id } })).toMatchObject({
      message: 'Missing field(s) : kind',
    })
    expect(await manager().ask('POST /imports', { body: { kind: 'immediate' } })).toMatchObject({
      message: 'Missing field(s) : pipelineId',
    })
  })

  it('JOB-005/api kind is read from kind, else from jobKind', async () => {
    const { country } = await makePipelines(world)
    await sendFile(manager(), country._id, 'rows', csv(1))
    const body = { pipelineId: country._id, jobKind: 'immediate', state: 'whatever' }
    const { importId } = await manager().call('POST /imports', { body })
    expect(await ended(world, importId)).toMatchObject({ kind: 'immediate', state: 'completed' })
  })

  it('IMP-010/api names the missing properties', async () => {
    const { country } = await makePipelines(world, { country: { locale: null, brand: null } })
    expect(await manager().ask('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })).toEqual({
      code: 40000,
      message: 'Missing field(s) : brand, locale',
      data: null,
    })
  })

  it('IMP-009/api needs a valid newest upload for each source; a bad one never falls back to an older one', async () => {
    const { country } = await makePipelines(world)
    const answer = () => manager().ask('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })
    const notReady = { code: 40000, message: 'Not all data sources have a valid upload', data: null }
    expect(await answer()).toEqual(notReady)
    await sendFile(manager(), country._id, 'rows', csv(1))
    const bad = await sendFile(manager(), country._id, 'rows', 'key\nk1\n')
    expect(bad.status).toBe('invalid')
    expect(await answer()).toEqual(notReady)
    await manager().call('POST /uploads/disable', { body: { uploadId: bad._id } })
    const { data } = await answer()
    expect(await ended(world, data?.importId ?? '')).toMatchObject({ state: 'completed' })
  })

  it('ERR-022/api an unknown pipeline', async () => {
    expect(await manager().ask('POST /imports', { body: { pipelineId: 'x', kind: 'immediate' } })).toMatchObject({
      code: 40400,
      message: 'Document not found',
    })
  })

  it('PRM-001/api PRM-004/api admin starts nothing; user and admin stop nothing and see no logbook', async () => {
    const { country } = await makePipelines(world)
    const forbidden = { code: 40300, message: 'You are not allowed to do this.', data: null }
    const { admin, user } = world.people
    expect(await admin.ask('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })).toEqual(
      forbidden,
    )
    expect(await admin.ask('GET /imports/job', { query: { pipelineId: country._id } })).toEqual(forbidden)
    for (const person of [admin, user]) {
      expect(await person.ask('POST /imports/abort', { body: { importId: 'x' } })).toEqual(forbidden)
      expect(await person.ask('POST /imports/listAll', { body: { pageNumber: 1, nbItemsPerPage: 9 } })).toEqual(
        forbidden,
      )
    }
    const unseen = await user.ask('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })
    expect(unseen.code).toBe(40400)
  })
})

describe('while an import runs', () => {
  it('API-030/api an upload is not switched off while the import runs', async () => {
    const { country } = await makePipelines(world, { component: endless })
    const upload = await sendFile(manager(), country._id, 'rows', csv(1))
    const { importId } = await start(country._id)
    expect(await manager().ask('POST /uploads/disable', { body: { uploadId: upload._id } })).toMatchObject({
      code: 40900,
      message: 'Cannot edit the import. An import is already running.',
    })
    await manager().call('POST /imports/abort', { body: { importId } })
  })
})

describe('GET /imports/job', () => {
  it('API-040/api JOB-005/api answers the running import with its job, then the last one without', async () => {
    const { country } = await makePipelines(world, { component: slow })
    const ask = () => manager().call('GET /imports/job', { query: { pipelineId: country._id } })
    expect(await ask()).toEqual({ imp: null, job: null })
    await sendFile(manager(), country._id, 'rows', csv(1))
    const { importId, jobId } = await start(country._id)
    const { imp, job } = await ask()
    expect(imp).toMatchObject({ _id: importId, jobId, success: null, endAt: null, pipeline: { _id: country._id } })
    expect(job).toMatchObject({
      _id: jobId,
      kind: 'immediate',
      jobKind: 'immediate',
      pipelineId: country._id,
      restartOnError: true,
      scheduledBy: { userName: manager().userName },
      repeatPattern: null,
      scheduledDate: null,
      scheduledTime: null,
      lastExecuted: null,
    })
    await ended(world, importId)
    const after = await ask()
    expect(after.imp).toMatchObject({ _id: importId, state: 'completed', success: true, endAt: expect.any(String) })
    expect(after.job).toBeNull()
  })
})

describe('POST /imports/abort', () => {
  it('API-043/api IMP-045/api IMP-043/api stops a running import within a second, for good', async () => {
    const { country } = await makePipelines(world, { component: endless })
    await sendFile(manager(), country._id, 'rows', csv(1))
    const { importId, jobId } = await start(country._id)
    await until('progress', async () => {
      const { imp, job } = await manager().call('GET /imports/job', { query: { pipelineId: country._id } })
      expect(job?._id).toBe(jobId)
      return imp?.state === 'progress'
    })
    const aborted = await manager().call('POST /imports/abort', { body: { importId } })
    expect(aborted).toMatchObject({ state: 'aborted', success: false, endAt: expect.any(String) })
    expect((await lines(importId)).at(-1)).toBe('error: Pipeline process aborted')
    expect(await manager().ask('POST /imports/abort', { body: { importId } })).toMatchObject({
      code: 40900,
      message: 'The import is not running.',
    })
    // The pipeline is free at once, and the runner is gone within a second: two places, two endless runs, a third goes on.
    const { importId: next } = await start(country._id)
    await until(
      'the next one in progress',
      async () => {
        const { imp } = await manager().call('GET /imports/job', { query: { pipelineId: country._id } })
        return imp?._id === next && imp.state === 'progress'
      },
      3000,
    )
    await manager().call('POST /imports/abort', { body: { importId: next } })
    const { imp, job } = await manager().call('GET /imports/job', { query: { pipelineId: country._id } })
    expect(imp).toMatchObject({ _id: next, state: 'aborted' })
    expect(job).toBeNull()
    expect((await lines(importId)).at(-1)).toBe('error: Pipeline process aborted')
  })

  it('unknown imports answer 40400', async () => {
    expect(await manager().ask('POST /imports/abort', { body: { importId: 'x' } })).toMatchObject({ code: 40400 })
  })
})
