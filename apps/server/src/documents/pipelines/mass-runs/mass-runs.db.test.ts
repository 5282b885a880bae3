import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, makePipelines, until } from '../../../work/imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const sam = () => world.people['super-admin']
/** What the audit tells of these documents, by the person who did it. */
const audited = async (ids: readonly string[], action: string) => {
  const rows = await world.platform.db
    .selectFrom('audit')
    .select(['object_id', 'user_name'])
    .where('object_id', 'in', [...ids])
    .where('action', '=', action)
    .execute()
  expect(new Set(rows.map((row) => row.user_name))).toEqual(new Set([sam().userName]))
  return rows.map((row) => row.object_id).toSorted()
}
const candidates = (kind: string) => sam().call('GET /pipelines/version/mass-compute', { query: { kind } })

/** A family that is locked, and whose data model has a newer locked version. */
async function outdated() {
  const family = await makePipelines(world)
  await world.versions.lock(sam(), 'pipeline', { id: family.master._id, force: true, country: true })
  const next = await world.versions.createNew(sam(), 'schema', { id: family.schema._id })
  await world.versions.lock(sam(), 'schema', { id: next._id })
  return family
}

describe('mass update', () => {
  it('API-081/api API-082/api VER-036/api VER-040/api VER-043/api lists masters by name with their previews, and updates them', async () => {
    const families = [await outdated(), await outdated()]
    const names = families.map(({ master }) => master.name)
    const listed = await candidates('update')
    const own = listed.filter(({ name }) => names.includes(name))
    expect(own.map(({ name }) => name)).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(own[0]?.report).toMatchObject({ update: true, pipelines: [{ update: true }] })
    const ids = families.map(({ master }) => master._id)
    const rows = await sam().call('POST /pipelines/version/mass-update', { body: { ids: [...ids, ...ids] } })
    expect(rows.map(({ old, new: made }) => [old.version, made?.version])).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect((await candidates('update')).filter(({ name }) => names.includes(name))).toEqual([])
    const made = rows.map((row) => String(row.new?._id))
    expect(await audited(made, 'update')).toEqual(made.toSorted())
  })

  it('VER-043/api one that fails says why, and the others go on; what was looked at is what is done', async () => {
    const [stale, chosen] = [await outdated(), await outdated()]
    const listed = await candidates('update')
    const previewOf = (id: string) => {
      const report = listed.find(({ _id }) => _id === id)?.report
      if (report === undefined) throw new Error('it is not listed')
      return report
    }
    const next = await world.versions.createNew(sam(), 'schema', { id: stale.schema._id })
    await world.versions.lock(sam(), 'schema', { id: next._id })
    const rows = await sam().call('POST /pipelines/version/mass-update', {
      body: {
        ids: [stale.master._id, chosen.master._id],
        previews: [previewOf(stale.master._id), { ...previewOf(chosen.master._id), pipelines: [] }],
      },
    })
    const of = (name: string) => rows.find(({ old }) => old.name === name)
    expect(of(stale.master.name)).toMatchObject({
      ...{ new: null, error: 'The preview is out of date, please compute it again' },
    })
    expect(of(chosen.master.name)).toMatchObject({ new: { version: 2 } })
    expect(await world.versions.list(sam(), 'pipeline', chosen.country._id)).toHaveLength(1)
    const run = await sam().call('GET /pipelines/version/mass-runs', { query: { kind: 'update' } })
    expect(run?.rows.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
    expect(run?.endedAt).not.toBeNull()
  })

  it('refuses nothing, what is unknown, and kinds there are not', async () => {
    const empty = await sam().ask('POST /pipelines/version/mass-update', { body: { ids: [] } })
    expect(empty.code).toBe(40000)
    const unknown = await sam().ask('POST /pipelines/version/mass-update', { body: { ids: ['nothing'] } })
    expect(unknown.code).toBe(40400)
    const kind = await sam().ask('GET /pipelines/version/mass-compute', { query: { kind: 'other' } })
    expect(kind).toMatchObject({ code: 40000, message: 'Unknown kind' })
  })
})

describe('mass lock', () => {
  it('API-083/api VER-038/api VER-043/api locks masters with what they use and their countries; each whole or not at all', async () => {
    const [good, bad, broken] = [
      await makePipelines(world),
      await makePipelines(world),
      await makePipelines(world, { sinks: [{ name: 'nowhere' }] }),
    ]
    const ids = (await candidates('lock')).map(({ _id }) => _id)
    expect(ids).toEqual(expect.arrayContaining([good.master._id, bad.master._id]))
    expect(ids).not.toContain(broken.master._id)
    const { country } = bad
    await world.pipelines.save(sam(), { ...country, dataSinks: [{ name: 'nowhere' }] })
    const rows = await sam().call('POST /pipelines/version/mass-lock', {
      body: { ids: [good.master._id, bad.master._id] },
    })
    const of = (id: string) => rows.find(({ _id }) => _id === id)
    expect(of(good.master._id)).toEqual({ _id: good.master._id, name: good.master.name, version: 1 })
    expect(of(bad.master._id)?.error).toMatch(/nowhere/)
    const locked = async (id: string) => (await world.versions.list(sam(), 'pipeline', id))[0]?.vLocked
    expect([await locked(good.master._id), await locked(good.country._id)]).toEqual([true, true])
    expect([await locked(bad.master._id), await locked(country._id)]).toEqual([false, false])
    expect(await audited([good.master._id, bad.master._id], 'lock')).toEqual([good.master._id])
  })
})

describe('masters of one run that rest on the same documents', () => {
  /** Two locked masters over one component, whose data model has a newer locked version. */
  async function sharing() {
    const one = await outdated()
    const other = await makePipelines(world, { master: { component: one.component._id } })
    await world.versions.lock(sam(), 'pipeline', { id: other.master._id, force: true, country: true })
    return { ...one, masters: [one.master, other.master] }
  }
  const numbers = async (kind: 'component' | 'pipeline', id: string) =>
    (await world.versions.list(sam(), kind, id)).map(({ version }) => version)
  /** A mass update of the masters as they are listed now, with the previews that are shown. */
  async function updateListed(names: readonly string[]) {
    const listed = (await candidates('update')).filter(({ name }) => names.includes(name))
    const previews = listed.flatMap(({ report }) => (report === undefined ? [] : [report]))
    const ids = listed.map(({ _id }) => _id)
    return sam().call('POST /pipelines/version/mass-update', { body: { ids, previews } })
  }

  it('get one draft of each of these, and once all are locked none is behind', async () => {
    const { masters, component } = await sharing()
    const names = masters.map(({ name }) => name)
    const rows = await updateListed(names)
    expect(rows.map(({ error, new: made }) => error ?? made?.version)).toEqual([2, 2])
    expect(await numbers('component', component._id)).toEqual([2, 1])
    const made = await Promise.all(rows.map((row) => world.pipelines.find(sam(), row.new?._id ?? '')))
    expect(new Set(made.map((master) => master.component)).size).toBe(1)
    const body = { ids: made.map(({ _id }) => _id) }
    const locked = await sam().call('POST /pipelines/version/mass-lock', { body })
    expect(locked.filter(({ error }) => error !== undefined)).toEqual([])
    expect((await candidates('update')).filter(({ name }) => names.includes(name))).toEqual([])
  })

  it('are not stale when the one before has changed a draft of both in place', async () => {
    const { masters, component, schema } = await sharing()
    const names = masters.map(({ name }) => name)
    await updateListed(names)
    const next = await world.versions.createNew(sam(), 'schema', { id: schema._id })
    await world.versions.lock(sam(), 'schema', { id: next._id })
    const rows = await updateListed(names)
    expect(rows.map(({ old, error, new: made }) => error ?? [old.version, made?.version])).toEqual([
      [2, 3],
      [2, 2],
    ])
    expect(await numbers('component', component._id)).toEqual([2, 1])
    const run = await sam().call('GET /pipelines/version/mass-runs', { query: { kind: 'update' } })
    expect(run?.rows[1]?.touched.map(({ name, version }) => `${name} ${version}`)).toEqual([`${component.name} 2`])
    expect((await candidates('update')).filter(({ name }) => names.includes(name))).toEqual([])
  })

  it('are stale all the same when somebody else has changed the draft meanwhile', async () => {
    const { masters, schema } = await sharing()
    const names = masters.map(({ name }) => name)
    const listed = (await candidates('update')).filter(({ name }) => names.includes(name))
    await updateListed(names.slice(0, 1))
    const next = await world.versions.createNew(sam(), 'schema', { id: schema._id })
    await world.versions.lock(sam(), 'schema', { id: next._id })
    const [row] = await sam().call('POST /pipelines/version/mass-update', {
      body: { ids: [masters[1]?._id ?? ''], previews: listed.flatMap(({ report }) => report ?? []) },
    })
    expect(row?.error).toBe('The preview is out of date, please compute it again')
  })
})

it('a run goes on when its call is given up', async () => {
  const { master } = await outdated()
  const runId = await world.massRuns.start(sam(), 'update', [master._id])
  const gone = AbortSignal.abort()
  await world.massRuns.rowsAtTheEnd(runId, gone)
  await until('the end of the run', async () => (await world.massRuns.last(sam(), 'update'))?.endedAt)
  expect(await world.versions.list(sam(), 'pipeline', master._id)).toHaveLength(2)
})
