import type { JobStart, Role } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, makePipelines } from '../imports.fixtures.ts'
import { runQueue } from '../runs/run-queue.ts'
import { answers, later, makeReady, setState, stored, weekly } from './planning.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const manager = () => world.people.manager
const plan = (body: JobStart) => manager().ask('POST /imports', { body })
const preview = (body: JobStart) => manager().ask('POST /imports/plan', { body })
const current = (pipelineId: string) => manager().call('GET /imports/job', { query: { pipelineId } })

it('IMP-048/engine a Now job is queued with its answer, to run at once', async () => {
  const { pipelineId } = await makeReady(world)
  const { importId } = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
  const { rows } = await sql<{ id: string }>`
    select data->>'importId' as id from pgboss.job
    where name = ${runQueue} and state = 'created' and start_after <= now()`.execute(world.platform.db)
  expect(rows.map(({ id }) => id)).toContain(importId)
})

describe('POST /imports for a later time', () => {
  it('IMP-008/api IMP-016/api IMP-046/api API-037/api JOB-005/api plans a Later job: job and pending import', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId, importId } = await manager().call('POST /imports', {
      body: { pipelineId, ...later, restartOnError: true, state: 'completed' },
    })
    const { imp, job } = await current(pipelineId)
    expect(imp).toMatchObject({
      _id: importId,
      jobId,
      state: 'pending',
      success: null,
      startedAt: null,
      // 06:15 in Paris in winter.
      scheduledAt: '2099-12-01T05:15:00.000Z',
      user: { userName: manager().userName },
      pipeline: { _id: pipelineId },
    })
    expect(job).toEqual({
      _id: jobId,
      jobKind: 'scheduled',
      kind: 'scheduled',
      scheduledAt: '2099-12-01T05:15:00.000Z',
      scheduledDate: '2099-12-01',
      scheduledTime: '06:15',
      repeatPattern: null,
      pipelineId,
      pipeline: expect.objectContaining({ _id: pipelineId }),
      restartOnError: true,
      scheduledBy: { userName: manager().userName },
      lastExecuted: null,
      nextImport: { _id: importId, scheduledAt: '2099-12-01T05:15:00.000Z' },
      timeZone: 'Europe/Paris',
    })
    const lastExecuted = '2026-11-20T05:15:00.000Z'
    await world.platform.db
      .updateTable('jobs')
      .set({ last_executed_at: new Date(lastExecuted) })
      .where('id', '=', jobId)
      .execute()
    expect((await current(pipelineId)).job).toEqual({ ...job, lastExecuted })
    const { audit, imports } = await stored(world, jobId)
    expect(imports).toHaveLength(1)
    expect(audit).toEqual([
      expect.objectContaining({
        user_id: manager().userId,
        kind: 'job',
        action: 'create',
        before: null,
        after: expect.objectContaining({ kind: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '06:15' }),
      }),
    ])
  })

  it.each([
    ['M 15', 'M 15'],
    ['H 23', 'H 23'],
    ['45 23 * * *', '45 23 * * *'],
    ['15 6 * * 1', '15 6 * * 1'],
    ['15 6 * * 7', '15 6 * * 0'],
    ['15 6 * * mon', '15 6 * * 1'],
    ['0 6 31 * *', '0 6 31 * *'],
  ])(
    'IMP-016/api IMP-046/api IMP-020/api IMP-021/api IMP-022/api IMP-023/api repeat %s is stored as %s',
    async (sent, kept) => {
      const { pipelineId } = await makeReady(world)
      const started = Date.now()
      const { jobId, importId } = await manager().call('POST /imports', {
        body: { pipelineId, kind: 'repeat', repeatPattern: sent },
      })
      const { imp, job } = await current(pipelineId)
      expect(job).toMatchObject({ _id: jobId, kind: 'repeat', repeatPattern: kept, scheduledAt: null })
      expect(job?.nextImport).toEqual({ _id: importId, scheduledAt: imp?.scheduledAt })
      const { data } = await preview({ pipelineId, kind: 'repeat', repeatPattern: sent })
      const [first] = data?.nextRuns ?? []
      // Equal spacings are counted from the moment of saving, which the preview is a little after.
      const apart = Date.parse(first ?? '') - Date.parse(imp?.scheduledAt ?? '')
      if (kept.length > 4) expect(apart).toBe(0)
      else
        expect(Date.parse(imp?.scheduledAt ?? '')).toBeGreaterThanOrEqual(started + (kept === 'M 15' ? 9e5 : 23 * 36e5))
    },
  )

  it('IMP-047/api restartOnError is true or left out', async () => {
    const { pipelineId } = await makeReady(world)
    const body = { pipelineId, ...later, restartOnError: false } as unknown as JobStart
    expect(await plan(body)).toEqual(answers.missing('restartOnError'))
  })
})

describe('what every call with a start payload refuses', () => {
  /** What the two that plan and the one that only says what would be answer: one answer when they agree. */
  const everywhere = async (body: JobStart) => {
    const edited = await manager().ask('POST /imports/job', { body: { ...body, jobId } })
    const all: unknown[] = [await plan(body), await preview(body), edited]
    return [...new Map(all.map((answer) => [JSON.stringify(answer), answer])).values()]
  }
  let pipelineId: string
  let jobId: string
  beforeAll(async () => {
    ;({ pipelineId } = await makeReady(world))
    ;({ jobId } = await manager().call('POST /imports', { body: { pipelineId, ...weekly } }))
  })

  it('IMP-041/api an unknown kind', async () =>
    expect(await everywhere({ pipelineId, kind: 'sometimes' })).toEqual([answers.unexpected]))
  it('no kind', async () => expect(await everywhere({ pipelineId })).toEqual([answers.missing('kind')]))

  it('IMP-019/api Later without date or time, or with one that is not offered', async () => {
    const kind = 'scheduled'
    expect(await everywhere({ pipelineId, kind })).toEqual([answers.missing('scheduledDate', 'scheduledTime')])
    expect(await everywhere({ pipelineId, kind, scheduledDate: '2099-12-01' })).toEqual([
      answers.missing('scheduledTime'),
    ])
    expect(await everywhere({ pipelineId, kind, scheduledTime: '06:15' })).toEqual([answers.missing('scheduledDate')])
    expect(await everywhere({ pipelineId, ...later, scheduledDate: '2099-02-30' })).toEqual([
      answers.invalid('scheduledDate'),
    ])
    expect(await everywhere({ pipelineId, ...later, scheduledTime: '06:10' })).toEqual([
      answers.invalid('scheduledTime'),
    ])
    const both = { scheduledDate: 'soon', scheduledTime: '25:00' }
    expect(await everywhere({ pipelineId, kind, ...both })).toEqual([answers.invalid('scheduledDate', 'scheduledTime')])
    expect(await everywhere({ pipelineId, kind: 'repeat' })).toEqual([answers.missing('repeatPattern')])
  })

  it.each(['M', 'M 10', 'M 60', 'H 0', 'H 24', '15 6 * *', '15 24 * * *', '10 6 * * *', '15 6 32 * *'])(
    'IMP-020/api IMP-025/api Repeat with the pattern %j',
    async (repeatPattern) =>
      expect(await everywhere({ pipelineId, kind: 'repeat', repeatPattern })).toEqual([
        answers.invalid('repeatPattern'),
      ]),
  )
  it.each(['15 6 0 * *', '15 6 * * 8', '15 6 1 * 1', '15 6 * 2 *', '*/15 * * * *', '15 6 * * sunday'])(
    'IMP-023/api IMP-025/api Repeat with the expression %j',
    async (repeatPattern) =>
      expect(await everywhere({ pipelineId, kind: 'repeat', repeatPattern })).toEqual([
        answers.invalid('repeatPattern'),
      ]),
  )

  it('IMP-019/api a date in the past, to the minute of the platform zone', async () => {
    expect(
      await everywhere({ pipelineId, kind: 'scheduled', scheduledDate: '2020-01-01', scheduledTime: '00:00' }),
    ).toEqual([answers.past])
    const quarter = 15 * 60_000
    const local = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })
    const passed = local(Math.floor(Date.now() / quarter) * quarter)
    const scheduled = (text: string) => ({ scheduledDate: text.slice(0, 10), scheduledTime: text.slice(11, 16) })
    expect(await everywhere({ pipelineId, kind: 'scheduled', ...scheduled(passed) })).toEqual([answers.past])
    const next = local((Math.floor(Date.now() / quarter) + 2) * quarter)
    expect(await preview({ pipelineId, kind: 'scheduled', ...scheduled(next) })).toMatchObject({ code: 20000 })
  })

  it('IMP-032/api PRM-018/api repeat by role user', async () => {
    const user = world.people.user
    for (const repeatPattern of ['15 6 * * 1', 'nonsense']) {
      const body = { pipelineId, kind: 'repeat', repeatPattern }
      expect(await user.ask('POST /imports', { body })).toEqual(answers.forbidden)
      expect(await user.ask('POST /imports/plan', { body })).toEqual(answers.forbidden)
      expect(await user.ask('POST /imports/job', { body: { ...body, jobId } })).toEqual(answers.forbidden)
    }
    expect(await user.ask('POST /imports/plan', { body: { pipelineId, ...later } })).toMatchObject({ code: 20000 })
  })

  it('ERR-022/api an unknown pipeline', async () =>
    expect(await everywhere({ pipelineId: 'x', ...later })).toEqual([answers.unknown]))
})

describe('POST /imports refuses a plan', () => {
  it('IMP-010/api naming missing properties and the missing time together', async () => {
    const { country } = await makePipelines(world, { country: { locale: null, brand: null } })
    const pipelineId = country._id
    expect(await plan({ pipelineId, ...later })).toEqual(answers.missing('brand', 'locale'))
    expect(await plan({ pipelineId, kind: 'scheduled' })).toEqual(
      answers.missing('brand', 'locale', 'scheduledDate', 'scheduledTime'),
    )
  })

  it('IMP-009/api without a valid upload, once the time is right', async () => {
    const { country } = await makePipelines(world)
    expect(await plan({ pipelineId: country._id, ...weekly })).toEqual(answers.notReady)
    expect(await plan({ pipelineId: country._id, ...later, scheduledDate: '2020-01-01' })).toEqual(answers.past)
  })

  it('IMP-011/api for a master without countries', async () => {
    const { component } = await makePipelines(world)
    const { brand, locale, productLine, datakind } = world.classes
    const classed = { brand, locale, productLine, datakind }
    const lonely = await world.pipelines.save(world.people['super-admin'], {
      name: 'Lonely planner',
      isMaster: true,
      component: component._id,
      ...classed,
    })
    expect(await plan({ pipelineId: lonely._id, ...later })).toEqual(answers.noCountries)
  })

  it('D-73 while one is planned, and a start likewise; a sequential run is not stopped', async () => {
    const { pipelineId, master } = await makeReady(world)
    await manager().call('POST /imports', { body: { pipelineId, ...later } })
    expect(await plan({ pipelineId, ...weekly })).toEqual(answers.planned)
    expect(await plan({ pipelineId, kind: 'immediate' })).toEqual(answers.planned)
    expect(await plan({ pipelineId, kind: 'sequential' })).toMatchObject({ code: 20000 })
    expect((await plan({ pipelineId: master._id, ...later })).code).toBe(40900)
  })

  it.each(['pending', 'busy', 'progress'] as const)(
    'IMP-037/api IMP-040/api while an immediate import is %s',
    async (state) => {
      const { pipelineId } = await makeReady(world)
      const { importId } = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
      if (state !== 'pending') await setState(world, importId, state)
      expect(await plan({ pipelineId, ...later })).toEqual(answers.running)
      expect(await plan({ pipelineId, kind: 'immediate' })).toEqual(answers.running)
      await setState(world, importId, 'completed')
      expect(await plan({ pipelineId, ...later })).toMatchObject({ code: 20000 })
    },
  )

  it('PRM-001/api roles: admin plans nothing, the others do', async () => {
    for (const role of ['user', 'manager', 'super-admin'] satisfies Role[]) {
      const { pipelineId } = await makeReady(world)
      expect(await world.people[role].ask('POST /imports', { body: { pipelineId, ...later } })).toMatchObject({
        code: 20000,
      })
    }
    const { pipelineId } = await makeReady(world)
    const body = { pipelineId, ...later }
    expect(await world.people.admin.ask('POST /imports', { body })).toEqual(answers.forbidden)
    expect(await world.people.admin.ask('POST /imports/plan', { body })).toEqual(answers.forbidden)
    expect(await world.people.admin.ask('POST /imports/job', { body: { ...body, jobId: 'x' } })).toEqual(
      answers.forbidden,
    )
  })
})

describe('the plan of a master', () => {
  it('has a pending import for each country, by name, with the versions of now', async () => {
    const { master, countries } = await makeReady(world, { countries: 3 })
    const made = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    expect(made.imports).toHaveLength(3)
    expect(made.imports?.[0]).toEqual({ jobId: made.jobId, importId: made.importId })
    const { imports, job } = await stored(world, made.jobId)
    expect(imports.map((row) => [row.version_id, row.state, row.kind, row.position])).toEqual(
      countries.map(({ _id }, n) => [_id, 'pending', 'repeat', n]),
    )
    expect(job?.list_pipelines).toEqual(countries.map(({ _id }) => _id))
    expect(new Set(imports.map((row) => row.scheduled_at.getTime()))).toEqual(new Set([job?.next_due_at?.getTime()]))
    const shown = await current(master._id)
    expect(shown.job).toMatchObject({
      _id: made.jobId,
      listPipelines: job?.list_pipelines,
      nextImport: { _id: made.importId },
    })
    expect(shown.imp).toMatchObject({ _id: made.importId, state: 'pending' })
    // A country shows its own plan only.
    expect(await current(countries[0]?._id ?? '')).toEqual({ imp: null, job: null })
  })

  it('IMP-046/api runs those listed; another pipeline in the list is unknown', async () => {
    const { master, countries } = await makeReady(world, { countries: 2 })
    const { pipelineId: other } = await makeReady(world)
    const listed = (ids: string[]) => plan({ pipelineId: master._id, listPipelines: ids, ...later })
    expect(await listed([other])).toEqual(answers.unknown)
    const { data } = await listed([countries[1]?._id ?? ''])
    const { imports, job } = await stored(world, data?.jobId ?? '')
    expect(imports.map((row) => row.version_id)).toEqual([countries[1]?._id])
    expect(job?.list_pipelines).toEqual([countries[1]?._id])
    expect((await current(master._id)).job).toMatchObject({ listPipelines: [countries[1]?._id] })
  })

  it('IMP-040/api is refused while one of its countries runs or waits in a chain', async () => {
    const { master, countries } = await makeReady(world, { countries: 2 })
    const chain = await manager().call('POST /imports/runAllImport', { body: { pipelineId: master._id } })
    expect(await plan({ pipelineId: master._id, ...later })).toEqual(answers.running)
    for (const { importId } of chain.imports) await setState(world, importId, 'completed')
    const { importId } = await manager().call('POST /imports', {
      body: { listPipelines: [countries[1]?._id ?? ''], kind: 'immediate' },
    })
    expect(await plan({ pipelineId: master._id, ...later })).toEqual(answers.running)
    await setState(world, importId, 'completed')
    expect(await plan({ pipelineId: master._id, ...later })).toMatchObject({ code: 20000 })
    // Whoever plans one of its countries as well has a plan of that country.
    expect(await plan({ pipelineId: countries[0]?._id ?? '', ...later })).toMatchObject({ code: 20000 })
  })
})

describe('a planned pipeline', () => {
  const sam = () => world.people['super-admin']

  it('D-75 is run in the version it was planned with; an edit that names a newer one moves it', async () => {
    const { pipelineId, master } = await makeReady(world)
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId, ...later } })
    await world.versions.lock(sam(), 'pipeline', { id: master._id, force: true })
    await world.versions.lock(sam(), 'pipeline', { id: pipelineId, force: true })
    const { _id: newer } = await world.versions.createNew(sam(), 'pipeline', { id: pipelineId })
    const versions = async () => {
      const { job, imports } = await stored(world, jobId)
      return [job?.version_id, ...imports.map((row) => row.version_id)]
    }
    await manager().call('POST /imports/job', { body: { jobId, ...weekly } })
    expect(await versions()).toEqual([pipelineId, pipelineId])
    // Any version finds the plan (D-55).
    expect((await current(newer)).job?._id).toBe(jobId)
    await manager().call('POST /imports/job', { body: { jobId, pipelineId: newer, ...weekly } })
    expect(await versions()).toEqual([newer, newer])
  })

  it('is not deleted, nor a country that the plan of its master runs', async () => {
    const { master, pipelineId } = await makeReady(world)
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    const remove = () => world.versions.deleteDocument(sam(), 'pipeline', pipelineId)
    await expect(remove()).rejects.toThrow(`Document is used by a planned import of ${master.name}`)
    await manager().call('DELETE /imports/job', { query: { jobId } })
    const own = await manager().call('POST /imports', { body: { pipelineId, ...later } })
    await expect(remove()).rejects.toThrow(/^Document is used by a planned import of Country/)
    await manager().call('DELETE /imports/job', { query: { jobId: own.jobId } })
    await expect(remove()).resolves.toEqual({ deleted: [pipelineId] })
  })
})

describe('POST /imports/plan', () => {
  it('says the plan with its next ten runs, across the change to summer time', async () => {
    const { pipelineId } = await makeReady(world)
    const { data } = await preview({ pipelineId, kind: 'repeat', repeatPattern: '15 6 1 * *' })
    expect(data?.sentence).toBe('Once a month on day 1 at 06:15')
    expect(data?.nextRuns).toHaveLength(10)
    const hours = new Set(data?.nextRuns.map((run) => run.slice(11)))
    expect(hours).toEqual(new Set(['04:15:00.000Z', '05:15:00.000Z']))
    expect(await preview({ pipelineId, ...later })).toMatchObject({
      data: { sentence: 'On 2099-12-01 at 06:15', nextRuns: ['2099-12-01T05:15:00.000Z'] },
    })
    expect(await preview({ pipelineId, kind: 'immediate' })).toMatchObject({ data: { sentence: 'Now', nextRuns: [] } })
  })

  it('plans nothing, and asks neither for uploads nor for a free pipeline', async () => {
    const { country } = await makePipelines(world)
    const pipelineId = country._id
    expect(await preview({ pipelineId, ...later })).toMatchObject({ code: 20000 })
    expect(await current(pipelineId)).toEqual({ imp: null, job: null })
    const { pipelineId: planned } = await makeReady(world)
    await manager().call('POST /imports', { body: { pipelineId: planned, ...later } })
    expect(await preview({ pipelineId: planned, ...weekly })).toMatchObject({ code: 20000 })
  })

  it('reads an existing plan in its own zone', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId, ...weekly } })
    await world.platform.db.updateTable('jobs').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', jobId).execute()
    const body = { jobId, ...later }
    expect((await manager().call('POST /imports/plan', { body })).nextRuns).toEqual(['2099-12-01T00:45:00.000Z'])
  })
})
