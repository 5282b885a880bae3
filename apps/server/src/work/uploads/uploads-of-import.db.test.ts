import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  sendFile,
  sendRaw,
  sha256,
} from '../imports/imports.fixtures.ts'

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
  it('UPL-009/api are those it read and those it wrote, however many came after', async () => {
    const { manager, user } = world.people
    const { country } = await makePipelines(world)
    const sent = await sendFile(manager, country._id, 'rows', csv(3))
    const importId = await start(country._id)
    await ended(world, importId)
    for (let i = 0; i < 5; i++) await sendFile(manager, country._id, 'rows', csv(4))
    await ended(world, await start(country._id))

    const files = await manager.call('GET /uploads/import', { query: { importId } })
    expect(files.map(({ from }) => from)).toEqual(['source', 'destination'])
    const common = { pipelineId: country._id, enabled: true }
    expect(files[0]).toEqual({
      ...{ ...common, _id: sent._id, status: 'valid', from: 'source', dataSubKind: 'rows' },
      ...{ originalFilename: 'rows.csv', createdAt: sent.createdAt },
      ...{ size: csv(3).length, sha256: sha256(csv(3)) },
      counts: { records: 3, valid: 3, rejected: 0 },
      detected: sent.detected,
    })
    const [, made] = files
    expect(made).toEqual({
      ...{ ...common, _id: expect.stringMatching(/./), status: 'valid', from: 'destination', dataSubKind: 'out' },
      originalFilename: expect.stringMatching(/^Country.*-out-\d{8}-\d{6}\.ndjson$/),
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      ...{ size: made?.size, sha256: made?.sha256 },
      ...{ counts: { records: 3, valid: 3, rejected: 0 }, detected: null },
    })
    const answer = await sendRaw(world.url, 'POST /uploads/export', { body: { uploadIds: [made?._id] } }, manager.token)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([made?.size, made?.sha256]).toEqual([bytes.length, sha256(bytes)])
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
