import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignPipeline, makeBadge } from '../../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  type Person,
  sendFile,
} from '../imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const latest = async (pipelineId: string, person: Person = world.people.manager) =>
  (await person.call('GET /imports/latest')).find(({ _id }) => _id === pipelineId)
const nothing = { file: null, last: null, next: null }
const documentOf = async (versionId: string) =>
  (
    await world.platform.db
      .selectFrom('document_versions')
      .select('document_id')
      .where('id', '=', versionId)
      .executeTakeFirstOrThrow()
  ).document_id

describe('what the list of pipelines tells of each', () => {
  it('its last file, its last import and the next run of its plan; of a master the imports of its countries', async () => {
    const { manager } = world.people
    const { master, country, countries } = await makePipelines(world, { countries: 2 })
    expect(await latest(country._id)).toEqual({ _id: country._id, ...nothing })
    expect(await latest(master._id)).toEqual({ _id: master._id, ...nothing })

    await sendFile(manager, country._id, 'rows', csv(1), 'older.csv')
    const sent = await sendFile(manager, country._id, 'rows', csv(3), 'newer.csv')
    const { importId } = await manager.call('POST /imports', {
      body: { pipelineId: country._id, kind: 'immediate', restartOnError: true },
    })
    const row = await ended(world, importId)
    await manager.call('POST /imports', {
      body: { pipelineId: country._id, kind: 'repeat', repeatPattern: '15 6 * * 1', restartOnError: true },
    })
    const { job } = await manager.call('GET /imports/job', { query: { pipelineId: country._id } })
    const last = {
      _id: importId,
      pipelineId: country._id,
      state: 'completed',
      at: row.started_at?.toISOString(),
      leftOut: 0,
    }
    expect(await latest(country._id)).toEqual({
      _id: country._id,
      file: { name: 'newer.csv', at: sent.createdAt, status: 'valid' },
      last,
      next: job?.nextImport?.scheduledAt,
    })
    expect(await latest(master._id)).toEqual({ _id: master._id, ...nothing, last })
    expect(await latest(countries[1]?._id ?? '')).toEqual({ _id: countries[1]?._id, ...nothing })
  })

  it('a plan of a master is told of it and of the countries that it runs', async () => {
    const { master, countries } = await makePipelines(world, { countries: 2 })
    const [one, other] = countries.map(({ _id }) => _id)
    await world.people.manager.call('POST /imports', {
      body: { pipelineId: master._id, kind: 'repeat', repeatPattern: '0 2 * * *', listPipelines: [one ?? ''] },
    })
    const next = (await latest(master._id))?.next
    expect(next).toMatch(/Z$/)
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now())
    expect((await latest(one ?? ''))?.next).toBe(next)
    expect((await latest(other ?? ''))?.next).toBeNull()
  })

  it('counts what was left out, and passes over disabled files and output files', async () => {
    const { manager } = world.people
    const { country } = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })
    await sendFile(manager, country._id, 'rows', `${csv(2)},nameless,1\n`, 'kept.csv')
    const { importId } = await manager.call('POST /imports', {
      body: { pipelineId: country._id, kind: 'immediate', restartOnError: true },
    })
    await ended(world, importId)
    expect(await latest(country._id)).toMatchObject({ file: { name: 'kept.csv' }, last: { leftOut: 1 } })
    const bad = await sendFile(manager, country._id, 'rows', 'nothing\n1\n', 'bad.csv')
    expect((await latest(country._id))?.file).toMatchObject({ name: 'bad.csv', status: 'invalid' })
    await manager.call('POST /uploads/disable', { body: { uploadId: bad._id } })
    expect((await latest(country._id))?.file).toMatchObject({ name: 'kept.csv', status: 'valid' })
  })

  it('lists what the caller may pick and nothing else: role user what is assigned, nobody what a badge closes', async () => {
    const { manager, user } = world.people
    const { master, country, countries } = await makePipelines(world, {
      countries: 2,
      country: { datakind: world.classes.dealerKind },
      master: { datakind: world.classes.dealerKind },
    })
    const hidden = countries[1]?._id ?? ''
    for (const { _id } of [master, country]) await assignPipeline(world.platform.db, user.userId, await documentOf(_id))
    await sendFile(manager, hidden, 'rows', csv(1))
    const { importId } = await manager.call('POST /imports', {
      body: { pipelineId: hidden, kind: 'immediate', restartOnError: true },
    })
    await ended(world, importId)
    expect((await latest(master._id))?.last?._id).toBe(importId)
    // The import of a country that they do not see tells them nothing of the master either.
    expect(await latest(master._id, user)).toEqual({ _id: master._id, ...nothing })
    const offered = (await user.call('GET /users/pipelines')).pipelines.map(({ _id }) => _id)
    expect((await user.call('GET /imports/latest')).map(({ _id }) => _id)).toEqual(offered)
    expect(offered).toContain(country._id)
    expect(offered).not.toContain(hidden)

    const closed = JSON.stringify([[await makeBadge(world.platform.db)]])
    await world.platform.db
      .updateTable('documents')
      .set({ read_rule: closed })
      .where('id', '=', await documentOf(hidden))
      .execute()
    expect(await latest(hidden)).toBeUndefined()
    expect((await latest(master._id))?.last).toBeNull()
  })
})
