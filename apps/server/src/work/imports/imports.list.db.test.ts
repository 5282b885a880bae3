import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBrand, ensureLocale, ensureProductLine } from '../../documents/lookups/lookups.service.ts'
import type { LogbookSort } from '@millrace/contract/imports/logbook.rule'
import { logbookSorts } from '@millrace/contract/imports/logbook.rule'
import type { Insertable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { newId } from '../../platform/database/ids.ts'
import { makeBadge, makeUser } from '../../test-support/factories.ts'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile } from './imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const start = (pipelineId: string) =>
  manager().call('POST /imports', { body: { pipelineId, kind: 'immediate', restartOnError: true } })

describe('the logbook', () => {
  it('API-044/api IMP-042/api LOG-010/api API-045/api API-035/api lists, filters and pages imports', async () => {
    const { master, country } = await makePipelines(world)
    await sendFile(manager(), country._id, 'rows', csv(1))
    const ids = []
    for (let n = 0; n < 3; n++) {
      const { importId } = await start(country._id)
      await ended(world, importId)
      ids.unshift(importId)
    }
    const idsOf = (pipelineId: string) => manager().call('GET /imports/pipeline', { query: { pipelineId } })
    expect(await idsOf(country._id)).toEqual(ids)
    // A master is never imported itself: its imports are those of its countries.
    expect(await idsOf(master._id)).toEqual(ids)
    const list = (more: object = {}) =>
      manager().call('POST /imports/listAll', {
        body: { pageNumber: 1, nbItemsPerPage: 2, pending: false, success: [true, false], ...more },
      })
    const page = await list()
    expect(page.imports.map((entry) => entry._id)).toEqual(ids.slice(0, 2))
    expect(page.imports[0]?.totalCount).toBe(page.totalCount)
    expect(page.imports[0]).toMatchObject({ state: 'completed', success: true, user: { userName: manager().userName } })
    const second = await list({ pageNumber: 2 })
    expect(second.imports[0]?._id).toBe(ids[2])
    expect((await list({ success: false })).imports.every((entry) => entry.success === false)).toBe(true)
    expect((await list({ success: true })).imports[0]?._id).toBe(ids[0])
    expect((await list({ pending: true })).totalCount).toBe(0)
    for (const filter of ['brand', 'locale', 'productLine', 'datakind']) {
      expect([filter, (await list({ [filter]: 'nobody' })).totalCount]).toEqual([filter, 0])
    }
    expect((await list({ brand: world.classes.brand, locale: world.classes.locale })).totalCount).toBe(page.totalCount)
    expect((await list({ user: world.people.admin.userId })).totalCount).toBe(0)
    for (const wrong of [{ pageNumber: 0 }, { nbItemsPerPage: 101 }, { success: [] }]) {
      const body = { pageNumber: 1, nbItemsPerPage: 9, ...wrong }
      expect((await manager().ask('POST /imports/listAll', { body })).code).toBe(40000)
    }
    // What no import is classed by is not offered.
    await makePipelines(world, { country: { datakind: world.classes.dealerKind } })
    const filters = await manager().call('GET /imports/listAllFilters')
    expect(filters.brands.map((brand) => brand._id)).toEqual([world.classes.brand])
    expect(filters.locales[0]?.label).toBe('fr-FR')
    expect(filters.productLines.map((line) => line._id)).toEqual([world.classes.productLine])
    expect(filters.kinds.map((kind) => kind.name)).toEqual(['product'])
    expect(filters.users.map((user) => user.userName)).toContain(manager().userName)
  })
})

describe('each filter of the logbook', () => {
  it('API-044/api IMP-042/api leaves the imports it names, of those that differ in all of them', async () => {
    const { db } = world.platform
    await makePipelines(world)
    const lookups = {
      brand: await ensureBrand(db, 'OpenEV'),
      locale: await ensureLocale(db, { language: 'de', country: 'DE', name: 'German' }),
      productLine: await ensureProductLine(db, 'accessories', 'Parts'),
      datakind: world.classes.dealerKind,
    }
    const { country } = await makePipelines(world, { country: lookups })
    const { pipelineId } = await world.access.seen(manager(), country._id)
    const person = await makeUser(db, { role: 'manager' })
    const of = { pipeline_id: pipelineId, version_id: country._id, user_id: person.userId, user_name: person.userName }
    const job_id = newId()
    const kind = 'scheduled'
    await db
      .insertInto('jobs')
      .values({ id: job_id, kind, ...of, time_zone: 'UTC' })
      .execute()
    const common = { ...of, job_id, kind, first_name: 'Ina', last_name: 'Other' } as const
    const add = async (state: 'completed' | 'failed' | 'pending', hour: number) => {
      const [id, at] = [newId(), new Date(Date.UTC(2099, 11, 1, hour))]
      const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
      const ran = { success: state === 'completed', started_at: later(1), ended_at: later(2) }
      const outcome = state === 'pending' ? {} : ran
      await db
        .insertInto('imports')
        .values({ ...common, ...outcome, id, state, scheduled_at: at })
        .execute()
      return id
    }
    const [good, bad, waiting] = [await add('completed', 1), await add('failed', 2), await add('pending', 3)]
    const all = { pageNumber: 1, nbItemsPerPage: 100 }
    const found = async (filter: object) =>
      (await manager().call('POST /imports/listAll', { body: { ...all, ...filter } })).imports.map(({ _id }) => _id)
    for (const filter of [
      ...Object.entries(lookups).map(([name, id]) => ({ [name]: id })),
      { user: person.userId },
      { ...lookups, user: person.userId },
    ]) {
      expect([filter, await found({ ...filter, pending: false })]).toEqual([filter, [bad, good]])
    }
    const own = { user: person.userId }
    const body = { ...all, ...own, pending: false, success: true }
    expect(await manager().call('POST /imports/listAll', { body })).toEqual({
      totalCount: 1,
      imports: [
        {
          ...{ _id: good, jobId: job_id, state: 'completed', success: true, totalCount: 1 },
          pipeline: expect.objectContaining({ _id: country._id, name: country.name, brand: country.brand }),
          scheduledAt: '2099-12-01T01:00:00.000Z',
          startedAt: '2099-12-01T01:01:00.000Z',
          endAt: '2099-12-01T01:02:00.000Z',
          user: { _id: person.userId, userName: person.userName, firstName: 'Ina', lastName: 'Other' },
          ...{ counts: { sources: {}, sinks: {} }, problem: null, ranWith: null },
        },
      ],
    })
    expect(await found({ ...own, pending: false, success: true })).toEqual([good])
    expect(await found({ ...own, pending: false, success: [false] })).toEqual([bad])
    expect(await found({ ...own, pending: true })).toEqual([waiting])
    expect(await found({ ...own, states: ['failed', 'aborted'] })).toEqual([bad])
    expect(await found({ ...own, states: ['completed', 'pending'] })).toEqual([waiting, good])
    // Both ends are among them.
    const [first, second] = ['2099-12-01T01:00:00.000Z', '2099-12-01T02:00:00.000Z']
    expect(await found({ ...own, from: second })).toEqual([waiting, bad])
    expect(await found({ ...own, to: second })).toEqual([bad, good])
    expect(await found({ ...own, from: first, to: first })).toEqual([good])
    const wrong = { body: { ...all, states: [] } }
    expect((await manager().ask('POST /imports/listAll', wrong)).code).toBe(40000)
    expect(await found({ ...own, pageNumber: 2, nbItemsPerPage: 1, pending: false })).toEqual([good])
  })

  it('API-044/api lists the imports of one pipeline, of a master those of its countries, and of none that is not seen', async () => {
    const [one, other] = [await makePipelines(world), await makePipelines(world)]
    const { pipelineId } = await world.access.seen(manager(), one.country._id)
    const [mine] = [await addImport(pipelineId, one.country._id, {})]
    const of = async (pipeline: string) => {
      const answer = await manager().ask('POST /imports/listAll', {
        body: { pageNumber: 1, nbItemsPerPage: 9, pipeline },
      })
      return answer.data === null ? answer.code : answer.data.imports.map(({ _id }) => _id)
    }
    for (const pipeline of [one.country._id, one.master._id]) expect(await of(pipeline)).toEqual([mine])
    for (const pipeline of [other.country._id, other.master._id]) expect(await of(pipeline)).toEqual([])
    expect(await of('nobody')).toBe(40400)
    const { db } = world.platform
    const read_rule = JSON.stringify([[await makeBadge(db)]])
    await db.updateTable('documents').set({ read_rule }).where('id', '=', pipelineId).execute()
    expect(await of(one.country._id)).toBe(40400)
    // The country is left out of its master, as if there were none.
    expect(await of(one.master._id)).toEqual([])
  })
})

describe('the order of the logbook', () => {
  it('API-044/api follows a column either way, what has no value in it last', async () => {
    const first = await makePipelines(world, { country: { name: 'b second' } })
    const second = await makePipelines(world, { country: { name: 'A first' } })
    const idOf = async (versionId: string) => (await world.access.seen(manager(), versionId)).pipelineId
    const at = (minute: number) => new Date(Date.UTC(2098, 0, 1, 0, minute))
    const person = await makeUser(world.platform.db, { role: 'manager' })
    const rows = [
      // A worker would take one that is busy, and end it.
      [
        first.country._id,
        {
          kind: 'scheduled',
          state: 'pending',
          scheduled_at: at(1),
          started_at: at(9),
          ended_at: null,
          user_name: 'zoe',
        },
      ],
      [
        first.country._id,
        { state: 'aborted', scheduled_at: at(2), started_at: at(8), ended_at: at(20), user_name: 'Bo' },
      ],
      [
        second.country._id,
        { state: 'failed', scheduled_at: at(3), started_at: at(7), ended_at: at(30), user_name: 'al' },
      ],
    ] as const
    const ids: string[] = []
    for (const [versionId, values] of rows) {
      ids.push(await addImport(await idOf(versionId), versionId, { ...values, user_id: person.userId }))
    }
    const sorted = async (by: LogbookSort, descending: boolean) => {
      const body = { pageNumber: 1, nbItemsPerPage: 9, user: person.userId, sort: { by, descending } }
      return (await manager().call('POST /imports/listAll', { body })).imports.map(({ _id }) => ids.indexOf(_id))
    }
    const expected: Record<LogbookSort, [number[], number[]]> = {
      pipeline: [
        [2, 0, 1],
        [1, 0, 2],
      ],
      scheduledAt: [
        [0, 1, 2],
        [2, 1, 0],
      ],
      startedAt: [
        [2, 1, 0],
        [0, 1, 2],
      ],
      endAt: [
        [1, 2, 0],
        [2, 1, 0],
      ],
      state: [
        [1, 2, 0],
        [0, 2, 1],
      ],
      user: [
        [2, 1, 0],
        [0, 1, 2],
      ],
    }
    for (const by of logbookSorts) {
      expect([by, await sorted(by, false), await sorted(by, true)]).toEqual([by, ...expected[by]])
    }
    const wrong = { body: { pageNumber: 1, nbItemsPerPage: 9, sort: { by: 'destination', descending: true } } }
    expect((await manager().ask('POST /imports/listAll', wrong as never)).code).toBe(40000)
  })
})

/** An import with its job, as a run leaves it. */
async function addImport(pipeline_id: string, version_id: string, values: Partial<Insertable<Tables['imports']>>) {
  const { db } = world.platform
  const [id, job_id] = [newId(), newId()]
  const of = { pipeline_id, version_id, user_id: manager().userId, user_name: manager().userName }
  await db
    .insertInto('jobs')
    .values({ id: job_id, kind: 'immediate', ...of, time_zone: 'UTC' })
    .execute()
  const common = { ...of, kind: 'immediate', state: 'completed', first_name: 'Ina', last_name: 'Other' } as const
  await db
    .insertInto('imports')
    .values({ ...common, scheduled_at: new Date(Date.UTC(2098, 0, 1)), ...values, id, job_id })
    .execute()
  return id
}
