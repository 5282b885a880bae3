import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { makeBadge } from '../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
  sha256,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const start = async (pipelineId: string, person = world.people.manager) => {
  const body = { pipelineId, kind: 'immediate' }
  return (await person.call('POST /imports', { body })).importId
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

const readersOf = (uploadId: string, person = world.people.manager) =>
  person.ask('GET /imports/upload', { query: { uploadId } })
const sendersOf = (person: typeof world.people.manager, ...ids: string[]) =>
  person.call('GET /uploads/senders', { query: { ids: ids.join(',') } })

describe('the imports that read an upload', () => {
  it('UPL-024/api are the last ones, newest first, and how many there are', async () => {
    const { manager, user } = world.people
    const { country } = await makePipelines(world)
    const first = await sendFile(manager, country._id, 'rows', csv(2))
    expect((await readersOf(first._id)).data).toEqual({ imports: [], totalCount: 0 })
    const older = await start(country._id)
    await ended(world, older)
    const newer = await start(country._id)
    await ended(world, newer)
    const second = await sendFile(manager, country._id, 'rows', csv(3))
    const last = await start(country._id)
    await ended(world, last)

    const { data } = await readersOf(first._id)
    expect(data.imports.map(({ _id, state }) => [_id, state])).toEqual([
      [newer, 'completed'],
      [older, 'completed'],
    ])
    expect(data.totalCount).toBe(2)
    expect((await readersOf(second._id)).data.imports.map(({ _id }) => _id)).toEqual([last])

    const limit = 10
    const before = await world.platform.db.selectFrom('imports').selectAll().where('id', '=', last).executeTakeFirst()
    const { blocking, ...row } = before ?? expect.fail('no import')
    expect(blocking).toBe(false)
    const copies = Array.from({ length: limit + 2 }, (_, n) => ({
      ...row,
      id: `copy-${String(n).padStart(2, '0')}-${last}`,
      counts: JSON.stringify(row.counts),
      ran_with: JSON.stringify(row.ran_with),
      scheduled_at: new Date(row.scheduled_at.getTime() - (n + 1) * 1000),
    }))
    await world.platform.db.insertInto('imports').values(copies).execute()
    const many = (await readersOf(second._id)).data
    expect(many.totalCount).toBe(limit + 3)
    expect(many.imports.map(({ _id }) => _id)).toEqual([last, ...copies.slice(0, limit - 1).map(({ id }) => id)])

    expect((await readersOf(first._id, user)).code).toBe(40300)
    expect((await readersOf('x')).code).toBe(40400)
  })

  it('of a master’s file are those of the countries that the caller sees', async () => {
    const { manager } = world.people
    const sam = world.people['super-admin']
    const { master, countries } = await makePipelines(world, {
      sources: [manualSource('rows', { dataFromMaster: true })],
      countries: 2,
    })
    const [open, closed] = countries
    if (open === undefined || closed === undefined) throw new Error('two countries were asked for')
    const file = await sendFile(sam, master._id, 'rows', csv(2))
    const seen = await start(open._id)
    await ended(world, seen)
    await ended(world, await start(closed._id))
    const names = async (person: typeof sam) => (await readersOf(file._id, person)).data
    expect((await names(manager)).totalCount).toBe(2)
    await restrict(closed._id)
    expect(await names(manager)).toMatchObject({ imports: [{ _id: seen }], totalCount: 1 })
    expect((await names(sam)).totalCount).toBe(2)
    await restrict(master._id)
    expect((await readersOf(file._id, manager)).code).toBe(40400)
    expect((await manager.ask('GET /uploads/senders', { query: { ids: file._id } })).code).toBe(40400)
  })
})

/** Only who holds a badge of its own sees the pipeline. */
async function restrict(versionId: string) {
  const badge = await makeBadge(world.platform.db)
  await world.platform.db
    .updateTable('documents')
    .set({ read_rule: JSON.stringify([[badge]]) })
    .where('id', '=', (of) => of.selectFrom('document_versions').select('document_id').where('id', '=', versionId))
    .execute()
}

describe('who sent an upload', () => {
  const by = (how: string, userName: string | null) => ({ how, userName, plan: null, listener: null })

  it('UPL-024/api is told of each in the order asked, also when the account is gone; of an output who ran the import', async () => {
    const { manager } = world.people
    const sam = world.people['super-admin']
    const { country } = await makePipelines(world)
    const first = await sendFile(sam, country._id, 'rows', csv(2))
    const second = await sendFile(manager, country._id, 'rows', csv(3))
    await ended(world, await start(country._id))
    const all = await manager.call('GET /uploads/last-all', { query: { pipelineId: country._id } })
    const output = all.find(({ from }) => from === 'destination')?._id ?? ''
    expect(await sendersOf(sam, second._id, output, first._id)).toEqual([
      { _id: second._id, ...by('sent', manager.userName) },
      { _id: output, ...by('written', manager.userName) },
      { _id: first._id, ...by('sent', sam.userName) },
    ])
    await sentBy(first._id, newId())
    expect(await sendersOf(sam, first._id)).toMatchObject([by('sent', sam.userName)])
    expect(await sendersOf(manager, first._id)).toMatchObject([by('sent', null)])
  })

  it('UPL-024/api has no name of people whom the caller sees neither in their list nor in the logbook', async () => {
    const { manager, user } = world.people
    const sam = world.people['super-admin']
    const { db } = world.platform
    const { country } = await makePipelines(world)
    const upload = await sendFile(sam, country._id, 'rows', csv(2))
    expect(await sendersOf(manager, upload._id)).toMatchObject([by('sent', null)])
    await ended(world, await start(country._id, sam))
    expect(await sendersOf(manager, upload._id)).toMatchObject([by('sent', sam.userName)])

    await sentBy(upload._id, user.userId)
    await db.updateTable('uploads').set({ created_by_name: user.userName }).where('id', '=', upload._id).execute()
    expect(await sendersOf(manager, upload._id)).toMatchObject([by('sent', null)])
    const badge_id = await makeBadge(db, undefined, 'admin')
    const held = [manager, user].map(({ userId: user_id }) => ({ user_id, badge_id }))
    await db.insertInto('user_badges').values(held).execute()
    expect(await sendersOf(manager, upload._id)).toMatchObject([by('sent', user.userName)])
  })
})

/** As if by another account. */
const sentBy = (uploadId: string, userId: string) =>
  world.platform.db.updateTable('uploads').set({ created_by: userId }).where('id', '=', uploadId).execute()
