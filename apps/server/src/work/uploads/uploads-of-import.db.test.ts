import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile } from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const start = async (pipelineId: string) => {
  const body = { pipelineId, kind: 'immediate' }
  return (await world.people.manager.call('POST /imports', { body })).importId
}

describe('the files of an import', () => {
  it('are those it read and those it wrote, however many came after', async () => {
    const { manager, user } = world.people
    const { country } = await makePipelines(world)
    const sent = await sendFile(manager, country._id, 'rows', csv(3))
    const importId = await start(country._id)
    await ended(world, importId)
    for (let i = 0; i < 5; i++) await sendFile(manager, country._id, 'rows', csv(4))
    await ended(world, await start(country._id))

    const files = await manager.call('GET /uploads/import', { query: { importId } })
    expect(files.map(({ from }) => from)).toEqual(['source', 'destination'])
    expect(files[0]).toMatchObject({ _id: sent._id, counts: { records: 3 } })
    expect((await user.ask('GET /uploads/import', { query: { importId } })).code).toBe(40400)
    expect((await manager.ask('GET /uploads/import', { query: { importId: 'x' } })).code).toBe(40400)
  })

  it('are none of its own where it wrote none; the import says why', async () => {
    const { manager } = world.people
    const target = { kind: 'table' as const, connection: 'gone', table: 't', keys: ['key'], mode: 'upsert' as const }
    const { country } = await makePipelines(world, { sinks: [{ name: 'out', target }] })
    await sendFile(manager, country._id, 'rows', csv(3))
    const importId = await start(country._id)
    await ended(world, importId)
    const { imports } = await manager.call('POST /imports/listAll', { body: { pageNumber: 1, nbItemsPerPage: 1 } })
    expect(imports[0]).toMatchObject({
      _id: importId,
      state: 'failed',
      problem: 'The database connection of the sink out does not exist',
    })
    const files = await manager.call('GET /uploads/import', { query: { importId } })
    expect(files.filter(({ from }) => from === 'destination')).toEqual([])
  })
})
