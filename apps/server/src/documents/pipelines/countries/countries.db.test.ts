import type { CountryMatrix, PipelineInput, RolledOutCountry } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import { ensureBrand } from '../../lookups/lookups.service.ts'
import { storedSources } from '../pipelines.reads.ts'
import {
  type DocumentWorld,
  makeComponent,
  makeCountry,
  makeDocumentWorld,
  makeMaster,
  makeSchema,
} from '../../kernel/documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const sam = () => world.people['super-admin']
const rows = { dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' } as const
const secret = 'Bearer never-shown'
const fetched = (url: string): NonNullable<PipelineInput['dataSources']>[number] => ({
  ...{ dataSubKind: 'feed', connectorType: 'real-time', contentType: 'json', enabled: false },
  config: { method: 'GET', url, headers: { Authorization: secret } },
})
const movedUrl = 'https://new.example.org/never-shown-either'
const secretUrl = 'https://shop.example.org/never-shown-either?key=1'

/** A locked master with twenty locked countries, three of which have a value of their own. */
async function makeTwenty(caller = sam()) {
  const schema = await makeSchema(world, caller)
  const component = await makeComponent(world, caller, schema._id)
  const more = { dataSources: [rows, fetched(secretUrl)] }
  const master = await makeMaster(world, caller, component._id, more)
  const overrides: Record<number, Partial<PipelineInput>> = {
    3: { brand: await ensureBrand(world.platform.db, 'Local brand') },
    8: { dataSources: [{ ...rows, config: { delimiter: ';' as const } }, fetched(secretUrl)] },
    15: { dataSinks: [{ name: 'out', format: 'xlsx' }] },
  }
  const countries = []
  for (let index = 0; index < 20; index++) {
    const name = freshName(`Country ${String(index).padStart(2, '0')}`)
    countries.push(await makeCountry(world, caller, master._id, { ...more, name, ...overrides[index] }))
  }
  await world.versions.lock(caller, 'pipeline', { id: master._id, force: true, country: true })
  return { component, schema, master, countries }
}

/** A new draft of the master: another product line of rows, a tab as delimiter, ndjson, and a source that is new. */
async function renewMaster(id: string, component: string, more: Partial<PipelineInput> = {}) {
  const { _id } = await world.versions.createNew(sam(), 'pipeline', { id })
  const draft = await world.pipelines.find(sam(), _id)
  return world.pipelines.save(sam(), {
    ...draft,
    component,
    brand: await ensureBrand(world.platform.db, 'Brand of the new version'),
    dataSources: [
      { ...rows, config: { delimiter: '\t' } },
      ...draft.dataSources.slice(1),
      { ...rows, dataSubKind: 'stock' },
    ],
    dataSinks: [{ name: 'out', format: 'ndjson' }],
    ...more,
  })
}

const statesOf = (matrix: CountryMatrix) =>
  matrix.countries.map(({ cells }) =>
    Object.fromEntries(
      cells.flatMap((cell, index) => {
        const pointer = matrix.fields[index]?.pointer ?? ''
        return cell === null || cell.state === 'inherited' || cell.state === 'own' ? [] : [[pointer, cell.state]]
      }),
    ),
  )

const asked = (matrix: CountryMatrix) => ({
  master: matrix.master._id,
  sys_version: matrix.master.sys_version,
  countries: matrix.countries.map(({ _id, sys_version }) => ({ id: _id, sys_version })),
})

const overridden = { 3: '/brand', 8: '/dataSources/rows/config/delimiter', 15: '/dataSinks/out/format' }

describe('a master and its twenty countries', () => {
  it('tells what is overridden, and what has drifted since the master changed', async () => {
    const { master, component } = await makeTwenty()
    const before = await world.countries.matrix(sam(), master._id)
    expect(before.countries).toHaveLength(20)
    const expected = (state: string) =>
      Array.from({ length: 20 }, (_, index) => {
        const pointer = overridden[index as keyof typeof overridden]
        return pointer === undefined ? {} : { [pointer]: state }
      })
    expect(statesOf(before)).toEqual(expected('overridden'))
    expect(before.countries.flatMap(({ cells }) => cells.filter((cell) => cell?.behind))).toEqual([])

    const newest = await renewMaster(master._id, component._id)
    const after = await world.countries.matrix(sam(), master._id)
    expect(after.master).toMatchObject({ _id: newest._id, version: 2, vLocked: false })
    expect(statesOf(after)).toEqual(expected('drifted'))
    const at = after.fields.findIndex(({ pointer }) => pointer === '/brand')
    expect(after.fields[at]?.newest).toBe('Brand of the new version')
    expect(after.countries[3]?.cells[at]).toEqual({
      ...{ state: 'drifted', behind: false, own: 'Local brand', stored: 'Adventure Works' },
    })
    expect(after.countries[4]?.cells[at]).toMatchObject({ state: 'inherited', behind: true, own: 'Adventure Works' })
  })

  it('rolls the new version out: three overrides stay, everything else follows', async () => {
    const { master, component, schema } = await makeTwenty()
    const other = await makeComponent(world, sam(), schema._id)
    const newest = await renewMaster(master._id, other._id)
    const report = await world.countries.rollOut(sam(), asked(await world.countries.matrix(sam(), master._id)))
    expect(report.map(({ error }) => error)).toEqual(Array.from({ length: 20 }, () => null))
    expect(report.map(({ kept }) => kept)).toEqual(
      Array.from({ length: 20 }, (_, index) => {
        const pointer = overridden[index as keyof typeof overridden]
        return pointer === undefined ? [] : [pointer]
      }),
    )
    expect(component._id).not.toBe(other._id)
    const saved = await Promise.all(report.map(({ _id }) => world.pipelines.find(sam(), _id ?? '')))
    for (const [index, country] of saved.entries()) {
      expect(country).toMatchObject({ version: 2, vLocked: false, masterPipeline: newest._id, component: other._id })
      expect([
        country.brand?.name,
        country.dataSources.map(({ dataSubKind, config }) => [dataSubKind, config]).filter(([name]) => name !== 'feed'),
        country.dataSinks,
      ]).toEqual([
        index === 3 ? 'Local brand' : 'Brand of the new version',
        [
          ['rows', { delimiter: index === 8 ? ';' : '\t' }],
          ['stock', undefined],
        ],
        [{ name: 'out', format: index === 15 ? 'xlsx' : 'ndjson' }],
      ])
    }
    const matrix = await world.countries.matrix(sam(), master._id)
    expect(statesOf(matrix).filter((states) => Object.keys(states).length > 0)).toEqual(
      Object.values(overridden).map((pointer) => ({ [pointer]: 'overridden' })),
    )
    const again = await world.countries.rollOut(sam(), asked(matrix))
    expect(again.map(({ _id, version, changed }) => [_id, version, changed])).toEqual(
      report.map(({ _id }) => [_id, 2, []]),
    )
    expect((await world.pipelines.find(sam(), report[0]?._id ?? '')).sys_version).toBe(saved[0]?.sys_version)
  })

  it('keeps what is secret on its way: addresses and headers reach the country and nobody who looks', async () => {
    const { master, component } = await makeTwenty()
    const moved = await renewMaster(master._id, component._id, {
      dataSources: [rows, fetched(movedUrl)],
    })
    const matrix = await world.countries.matrix(sam(), master._id)
    const report = await world.countries.rollOut(sam(), asked(matrix))
    expect(JSON.stringify([matrix, report])).not.toContain('never-shown')
    expect(JSON.stringify(matrix)).not.toContain('sealed:')
    expect(report[0]?.changed).toContain('/dataSources/feed/config')
    const [ofMaster, ofCountry] = [moved._id, report[0]?._id ?? ''].map((id) => storedSources(world.platform, id))
    const [, feed] = (await ofCountry) ?? []
    expect(feed).toEqual((await ofMaster)?.[1])
    expect(feed).toMatchObject({ config: { url: movedUrl, headers: { Authorization: secret } } })
    const audit = await world.platform.db.selectFrom('audit').select(['action', 'before', 'after']).execute()
    expect(JSON.stringify(audit)).not.toContain('never-shown')
    expect(audit.filter(({ action }) => action === 'roll out').length).toBeGreaterThanOrEqual(20)
  })
})

/** A master with two countries, drafts all, that belong to a manager. */
async function makeTwo(more: Partial<PipelineInput> = {}) {
  const caller = world.people.manager
  const schema = await makeSchema(world, caller)
  const component = await makeComponent(world, caller, schema._id)
  const master = await makeMaster(world, caller, component._id)
  await world.versions.lock(caller, 'pipeline', { id: master._id, force: true })
  const first = await makeCountry(world, caller, master._id, { name: freshName('A'), ...more })
  const second = await makeCountry(world, caller, master._id, { name: freshName('B') })
  return { caller, component, master, first, second }
}

describe('taking over', () => {
  it('sets a field back to the master’s value and leaves the others', async () => {
    const brand = await ensureBrand(world.platform.db, 'Other brand')
    const { caller, master, first } = await makeTwo({ brand, dataSinks: [{ name: 'out', format: 'csv' }] })
    const done = await world.countries.takeOver(caller, {
      ...{ country: first._id, sys_version: first.sys_version, pointers: ['/brand'] },
    })
    expect(done).toEqual({ _id: first._id, version: 1, sys_version: 2 })
    expect(await world.pipelines.find(caller, first._id)).toMatchObject({
      brand: { name: 'Adventure Works' },
      dataSinks: [{ name: 'out', format: 'csv' }],
    })
    expect(statesOf(await world.countries.matrix(caller, master._id))).toEqual([
      { '/dataSinks/out/format': 'overridden' },
      {},
    ])
    const [row] = await world.platform.db
      .selectFrom('audit')
      .select(['action', 'user_name', 'after'])
      .where('object_id', '=', first._id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(row).toMatchObject({ action: 'take over', user_name: caller.userName, after: { brand: 'Adventure Works' } })
  })

  it('makes a draft of a locked country for a super-admin, and for nobody else (D-96)', async () => {
    const brand = await ensureBrand(world.platform.db, 'Other brand')
    const { caller, first, master } = await makeTwo({ brand })
    await world.versions.lock(caller, 'pipeline', { id: first._id, force: true })
    const [column] = (await world.countries.matrix(caller, master._id)).countries
    expect(column).toMatchObject({ vLocked: true, writable: false })
    const wanted = { country: first._id, sys_version: column?.sys_version ?? 0, pointers: ['/brand'] }
    await expect(world.countries.takeOver(caller, wanted)).rejects.toMatchObject({ code: 40300 })
    const done = await world.countries.takeOver(sam(), wanted)
    expect(done.version).toBe(2)
    expect((await world.pipelines.find(sam(), first._id)).brand?.name).toBe('Other brand')
    expect((await world.pipelines.find(sam(), done._id)).brand?.name).toBe('Adventure Works')
  })

  it('refuses what is stale, unknown, or as the master has it', async () => {
    const { caller, first } = await makeTwo()
    const take = (pointers: string[], sys_version = first.sys_version) =>
      world.countries.takeOver(caller, { country: first._id, sys_version, pointers })
    await expect(take(['/brand'], 7)).rejects.toMatchObject({
      message: 'The document was changed by somebody else, please reload it',
    })
    await expect(take(['/nothing'])).rejects.toMatchObject({
      code: 40000,
      message: expect.stringContaining('/nothing'),
    })
    await expect(take(['/locale'])).rejects.toMatchObject({ code: 40000 })
    await expect(take(['/brand'])).rejects.toMatchObject({ message: 'Nothing to update' })
  })
})

const of = (report: RolledOutCountry[], id: string) => report.find(({ country }) => country === id)

describe('a rollout', () => {
  it('reports a country that was saved since and does the others', async () => {
    const { caller, component, master, first, second } = await makeTwo()
    const newest = await renewMaster(master._id, component._id)
    const shown = asked(await world.countries.matrix(caller, master._id))
    await world.pipelines.save(caller, first)
    const report = await world.countries.rollOut(caller, shown)
    expect(of(report, first._id)).toMatchObject({
      ...{ _id: null, changed: [], error: 'The document was changed by somebody else, please reload it' },
    })
    expect(of(report, second._id)).toMatchObject({ _id: second._id, error: null })
    expect((await world.pipelines.find(caller, first._id)).masterPipeline).toBe(master._id)
    expect((await world.pipelines.find(caller, second._id)).masterPipeline).toBe(newest._id)
  })

  it('is refused when the master was saved since it was shown', async () => {
    const { caller, component, master, first } = await makeTwo()
    const newest = await renewMaster(master._id, component._id)
    const shown = asked(await world.countries.matrix(caller, master._id))
    await world.pipelines.save(sam(), newest)
    await expect(world.countries.rollOut(caller, shown)).rejects.toMatchObject({ code: 40900 })
    expect((await world.pipelines.find(caller, first._id)).masterPipeline).toBe(master._id)
  })

  it('takes over the fields that are named for a country', async () => {
    const brand = await ensureBrand(world.platform.db, 'Other brand')
    const { caller, component, master, first } = await makeTwo({ brand })
    await renewMaster(master._id, component._id)
    const shown = asked(await world.countries.matrix(caller, master._id))
    const countries = shown.countries.map((country) => ({ ...country, takeOver: ['/brand'] }))
    const report = await world.countries.rollOut(caller, { ...shown, countries })
    expect(of(report, first._id)).toMatchObject({ kept: [], changed: expect.arrayContaining(['/brand']) })
    expect((await world.pipelines.find(caller, first._id)).brand?.name).toBe('Brand of the new version')
  })

  it('refuses a country of another master, and does nothing for countries that are not there', async () => {
    const { caller, master, first } = await makeTwo()
    const { first: foreign } = await makeTwo()
    const ask = (ids: string[]) =>
      world.countries.rollOut(caller, {
        ...{ master: master._id, sys_version: master.sys_version },
        countries: ids.map((id) => ({ id, sys_version: 1 })),
      })
    expect(await ask([foreign._id])).toMatchObject([{ error: `${foreign.name} does not inherit from this master` }])
    await expect(ask([first._id, 'none'])).rejects.toMatchObject({ code: 40400 })
  })
})

describe('what a person sees', () => {
  it('S3 leaves out the countries whose badges they do not hold, and rolls none of them out', async () => {
    const { caller, component, master, first, second } = await makeTwo()
    await renewMaster(master._id, component._id)
    const tag = await world.badges.save(sam(), { name: freshName('Secret'), type: 'project' })
    await world.documents.setRules(sam(), 'pipeline', second._id, { read: [[tag._id]], write: [] })
    const matrix = await world.countries.matrix(caller, master._id)
    expect(matrix.countries.map(({ _id }) => _id)).toEqual([first._id])
    expect(JSON.stringify(matrix)).not.toContain(second.name)
    const everything = asked(await world.countries.matrix(sam(), master._id))
    expect(everything.countries).toHaveLength(2)
    await expect(world.countries.rollOut(caller, everything)).rejects.toMatchObject({
      ...{ code: 40400, message: 'Document not found' },
    })
    expect((await world.pipelines.find(caller, first._id)).masterPipeline).toBe(master._id)
  })

  it('hands no query of the master to somebody who may not edit the master', async () => {
    const { caller, component, master, first } = await makeTwo()
    const query = { connection: 'c', query: 'select never_shown from prices' }
    const newest = await renewMaster(master._id, component._id, {
      dataSources: [{ ...rows, connectorType: 'real-time', config: query }],
    })
    const tag = await world.badges.save(sam(), { name: freshName('Editors'), type: 'project' })
    await world.documents.setRules(sam(), 'pipeline', newest._id, { read: [], write: [[tag._id]] })
    const matrix = await world.countries.matrix(caller, master._id)
    expect(JSON.stringify(matrix)).not.toContain('never_shown')
    const report = await world.countries.rollOut(caller, asked(matrix))
    expect(of(report, first._id)?.error).toBe(
      'The query of rows is shown to nobody but those who may edit the master. Ask one of them to take it over.',
    )
    expect(JSON.stringify(await world.pipelines.find(caller, first._id))).not.toContain('never_shown')
  })
})
