import type { Body } from '@millrace/contract'
import { type LogbookSort, logbookSorts } from '@millrace/contract/imports/logbook.rule'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { freshName, makeBadge } from '../../../test-support/factories.ts'
import { type ImportWorld, makeImportWorld, makePipelines } from '../imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const manager = () => world.people.manager
type Country = { _id: string; name: string }
type Values = Partial<Insertable<Tables['imports']>>

/** Each test has a year of its own. */
let year = 2050
const at = (minute: number) => new Date(Date.UTC(year, 0, 1, 0, minute))
const list = (more: Partial<Body<'POST /imports/listAll'>> = {}) => {
  const days = { from: `${year}-01-01T00:00:00.000Z`, to: `${year}-12-31T23:59:59.999Z` }
  const body = { pageNumber: 1, nbItemsPerPage: 100, grouped: true, ...days, ...more }
  return manager().call('POST /imports/listAll', { body })
}
/** The rows of a page as lists of import ids. */
async function rowsOf(more: Partial<Body<'POST /imports/listAll'>> = {}): Promise<string[][]> {
  const { imports, chains = [] } = await list(more)
  const rows = new Map<unknown, string[]>()
  for (const { _id } of imports) {
    const key = chains.find((chain) => chain.imports.includes(_id)) ?? _id
    rows.set(key, [...(rows.get(key) ?? []), _id])
  }
  return [...rows.values()]
}

async function makeFamily(countries: number, name = freshName('Master')) {
  const { master, countries: made } = await makePipelines(world, { countries, master: { name } })
  return { master: master as Country, countries: made as Country[] }
}
const documentOf = async (versionId: string) =>
  (await world.access.seen(world.people['super-admin'], versionId)).pipelineId

async function addJob(of: Country, kind: 'immediate' | 'sequential' | 'repeat'): Promise<string> {
  const id = newId()
  const job = { id, kind, pipeline_id: await documentOf(of._id), version_id: of._id, time_zone: 'UTC' }
  await world.platform.db
    .insertInto('jobs')
    .values({ ...job, user_id: manager().userId, user_name: manager().userName })
    .execute()
  return id
}

/** One run of a job: an import of each country, in the order given. */
async function addRun(job_id: string, countries: readonly Country[], scheduled_at: Date, each: readonly Values[] = []) {
  const ids: string[] = []
  const { n } = await world.platform.db
    .selectFrom('imports')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow()
  for (const [index, { _id }] of countries.entries()) {
    const id = newId()
    await world.platform.db
      .insertInto('imports')
      .values({
        id,
        job_id,
        kind: countries.length > 1 ? 'sequential' : 'immediate',
        position: Number(n) + index,
        pipeline_id: await documentOf(_id),
        version_id: _id,
        user_id: manager().userId,
        user_name: manager().userName,
        first_name: 'Marc',
        last_name: 'Manager',
        state: 'completed',
        success: true,
        scheduled_at,
        ...each[index],
      })
      .execute()
    ids.push(id)
  }
  return ids
}
const runChain = async (family: Awaited<ReturnType<typeof makeFamily>>, minute: number, each: readonly Values[] = []) =>
  addRun(await addJob(family.master, 'sequential'), family.countries, at(minute), each)
const runSingle = async (country: Country | undefined, minute: number, values: Values = {}) => {
  if (country === undefined) throw new Error('a family has a country')
  return addRun(await addJob(country, 'immediate'), [country], at(minute), [values])
}
/** Nobody but a super-admin sees it from here on. */
async function hide(versionId: string): Promise<void> {
  const { db } = world.platform
  const read_rule = JSON.stringify([[await makeBadge(db)]])
  await db
    .updateTable('documents')
    .set({ read_rule })
    .where('id', '=', await documentOf(versionId))
    .execute()
}

describe('rows of the logbook', () => {
  it('API-044/api a chain is one row, named by its master and in the order in which it runs; pages never tear it', async () => {
    year++
    const family = await makeFamily(3)
    const first = await runChain(family, 1)
    const alone = await runSingle(family.countries[0], 2)
    const second = await runChain(family, 3)
    const { imports, totalCount, chains } = await list({ nbItemsPerPage: 2 })
    expect(totalCount).toBe(3)
    expect(imports.map(({ _id }) => _id)).toEqual([...second, ...alone])
    expect(imports[0]?.totalCount).toBe(3)
    const { _id, name } = family.master
    const pipeline = { _id, name, version: 1, vLocked: false, type: 'pipeline' }
    expect(chains).toEqual([{ pipeline, imports: second, unmatched: [] }])
    expect(await rowsOf({ nbItemsPerPage: 2, pageNumber: 2 })).toEqual([first])
    expect(await rowsOf({ nbItemsPerPage: 1, pageNumber: 3 })).toEqual([first])
  })

  it('API-044/api without being asked for chains the answer is single imports and how many there are', async () => {
    year++
    const ids = await runChain(await makeFamily(3), 1)
    const answer = await list({ grouped: undefined, nbItemsPerPage: 2 })
    expect(Object.keys(answer)).toEqual(['imports', 'totalCount'])
    expect(answer.totalCount).toBe(3)
    expect(answer.imports.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 2))
  })

  it('each firing of a plan is a row of its own, and a chain where it runs several', async () => {
    year++
    const family = await makeFamily(2)
    const ofMaster = await addJob(family.master, 'repeat')
    const repeated = { kind: 'repeat' } as const
    const one = await addRun(ofMaster, family.countries, at(1), [repeated, repeated])
    const two = await addRun(ofMaster, family.countries, at(2), [repeated, repeated])
    const single = await makeFamily(1)
    const ofOne = await addJob(single.countries[0] as Country, 'repeat')
    const singles = [
      await addRun(ofOne, single.countries, at(3), [repeated]),
      await addRun(ofOne, single.countries, at(4), [repeated]),
    ]
    expect(await rowsOf()).toEqual([...singles.toReversed(), two, one])
    expect((await list()).chains).toHaveLength(2)
  })

  it('a list of pipelines is a chain without a master', async () => {
    year++
    const { countries } = await makeFamily(2)
    await addRun(await addJob(countries[0] as Country, 'sequential'), countries, at(1))
    expect((await list()).chains?.map(({ pipeline }) => pipeline)).toEqual([null])
  })
})

describe('what is not seen', () => {
  it('API-044/api counts in no chain and is not named: neither a country nor the master', async () => {
    year++
    const family = await makeFamily(3, freshName('A hidden master'))
    const [first, second, third] = family.countries as [Country, Country, Country]
    const ids = await runChain(family, 1, [{}, { state: 'failed', success: false, ended_at: at(50) }, {}])
    const other = await runChain(await makeFamily(2, freshName('B')), 2)
    await hide(second._id)
    await hide(family.master._id)
    const seen = [ids[0], ids[2]]
    expect(await rowsOf()).toEqual([other, seen])
    const answer = await list()
    expect(answer.totalCount).toBe(2)
    expect(answer.chains?.[1]).toEqual({ pipeline: null, imports: seen, unmatched: [] })
    for (const name of [second.name, family.master.name]) expect(JSON.stringify(answer)).not.toContain(name)
    // It is not found by what is not seen, nor sorted by it: it is completed, and named by its first country.
    expect(await rowsOf({ states: ['failed'] })).toEqual([])
    expect((await list({ states: ['failed'] })).totalCount).toBe(0)
    expect(await rowsOf({ sort: { by: 'pipeline', descending: false } })).toEqual([other, seen])
    expect(await rowsOf({ sort: { by: 'state', descending: false } })).toEqual([seen, other])
    // With one import that is seen it is an ordinary row.
    await hide(third._id)
    expect((await list()).chains).toHaveLength(1)
    expect(await rowsOf()).toEqual([other, [ids[0]]])
    expect((await list()).imports.map(({ pipeline }) => pipeline.name)).toContain(first.name)
  })
})

describe('a chain and the filters', () => {
  it('API-044/api is listed whole where one of its imports passes; those that do not are told', async () => {
    year++
    const family = await makeFamily(3)
    const ended = { started_at: at(5), ended_at: at(6) }
    const failed = { state: 'failed', success: false, ...ended } as const
    const mixed = await runChain(family, 1, [ended, failed, ended])
    const good = await runChain(family, 2, [ended, ended, ended])
    const alone = await runSingle(family.countries[1], 3, failed)
    const unmatchedIn = async (filter: Partial<Body<'POST /imports/listAll'>>) =>
      (await list(filter)).chains?.map(({ unmatched }) => unmatched)
    const failures: Partial<Body<'POST /imports/listAll'>>[] = [{ states: ['failed'] }, { success: [false] }]
    for (const filter of failures) {
      expect(await rowsOf(filter)).toEqual([alone, mixed])
      expect((await list(filter)).totalCount).toBe(2)
      expect(await unmatchedIn(filter)).toEqual([[mixed[0], mixed[2]]])
    }
    expect(await rowsOf({ success: [true] })).toEqual([good, mixed])
    expect(await unmatchedIn({ success: [true] })).toEqual([[], [mixed[1]]])
    // Of the country that is asked for, and of no other; the master stands for all of them.
    const [, second] = family.countries as [Country, Country]
    expect(await rowsOf({ pipeline: second._id })).toEqual([alone, good, mixed])
    expect(await unmatchedIn({ pipeline: second._id })).toEqual([
      [good[0], good[2]],
      [mixed[0], mixed[2]],
    ])
    expect(await unmatchedIn({ pipeline: family.master._id })).toEqual([[], []])
    expect(await rowsOf({ user: world.people.admin.userId })).toEqual([])
    expect(await rowsOf({ brand: world.classes.brand, user: manager().userId })).toEqual([alone, good, mixed])
    expect(await rowsOf({ to: at(1).toISOString() })).toEqual([mixed])
    expect(await rowsOf({ pending: true })).toEqual([])
  })
})

describe('the order of rows', () => {
  it('API-044/api goes by what a chain shows: its master, its first start, its last end, the state of all of it', async () => {
    year++
    const zulu = await makeFamily(2, freshName('Z'))
    const alpha = await makeFamily(2, freshName('A'))
    const ran = (from: number, to: number) => ({ started_at: at(from), ended_at: at(to) })
    const zuluRow = await runChain(zulu, 1, [ran(10, 12), { ...ran(12, 90), state: 'failed', success: false }])
    const alphaRow = await runChain(alpha, 2, [
      { ...ran(5, 80), user_name: 'zoe' },
      { state: 'progress', success: null, started_at: at(80), user_name: 'zoe' },
    ])
    const alone = await runSingle(zulu.countries[0], 3, { ...ran(7, 20), user_name: 'al' })
    const rows = [zuluRow, alphaRow, alone]
    const sorted = async (by: LogbookSort, descending: boolean) =>
      (await rowsOf({ sort: { by, descending } })).map((row) => rows.findIndex(([first]) => first === row[0]))
    const expected: Record<LogbookSort, [number[], number[]]> = {
      // The single one by its own name, 'Country …'.
      pipeline: [
        [1, 2, 0],
        [0, 2, 1],
      ],
      scheduledAt: [
        [0, 1, 2],
        [2, 1, 0],
      ],
      startedAt: [
        [1, 2, 0],
        [0, 2, 1],
      ],
      // One that runs has no end yet, and comes last either way.
      endAt: [
        [2, 0, 1],
        [0, 2, 1],
      ],
      // completed, failed, progress
      state: [
        [2, 0, 1],
        [1, 0, 2],
      ],
      user: [
        [2, 0, 1],
        [1, 0, 2],
      ],
    }
    for (const by of logbookSorts) {
      expect([by, await sorted(by, false), await sorted(by, true)]).toEqual([by, ...expected[by]])
    }
    // By all of its imports, also where a filter leaves some of them out.
    const byEnd = { by: 'endAt', descending: true } as const
    expect(await rowsOf({ states: ['completed'], sort: byEnd })).toEqual([zuluRow, alone, alphaRow])
  })
})
