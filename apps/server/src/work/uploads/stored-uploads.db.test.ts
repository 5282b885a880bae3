import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
  uploadForm,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
let family: Awaited<ReturnType<typeof makePipelines>>
beforeAll(async () => {
  world = await makeImportWorld()
  family = await makePipelines(world)
})
afterAll(() => world.close())

describe('last uploads', () => {
  it('API-028/api API-029/api UPL-013/api API-030/api at most four, newest first, enabled only', async () => {
    const own = await makePipelines(world, { sources: [manualSource('rows'), manualSource('more')] })
    const sent = []
    for (let n = 0; n < 6; n++) {
      const form = uploadForm(own.country._id, { rows: { name: `f${n}.csv`, content: csv(1) } })
      sent.push(...(await world.people.manager.call('POST /uploads', { body: form })))
    }
    const more = uploadForm(own.country._id, { more: { name: 'more.csv', content: csv(1) } })
    await world.people.manager.call('POST /uploads', { body: more })
    const names = async () =>
      (
        await world.people.manager.call('GET /uploads/last', {
          query: { pipelineId: own.country._id, dataSubKind: 'rows' },
        })
      ).map((upload) => upload.originalFilename)
    expect(await names()).toEqual(['f5.csv', 'f4.csv', 'f3.csv', 'f2.csv'])
    const uploadId = sent[5]?._id ?? ''
    const disabled = await world.people.manager.call('POST /uploads/disable', { body: { uploadId } })
    expect(disabled.enabled).toBe(false)
    expect(await world.people.manager.call('POST /uploads/disable', { body: { uploadId } })).toEqual(disabled)
    expect(await names()).toEqual(['f4.csv', 'f3.csv', 'f2.csv', 'f1.csv'])
    const all = await world.people.manager.call('GET /uploads/last-all', { query: { pipelineId: own.country._id } })
    expect(all.map((upload) => upload.originalFilename)).toEqual(['more.csv', 'f4.csv', 'f3.csv', 'f2.csv', 'f1.csv'])
  })

  it('UPL-013/api API-030/api are not switched off while an import runs, of a master while its countries do (D-63)', async () => {
    const { db } = world.platform
    const sources = [manualSource('rows'), manualSource('shared', { dataFromMaster: true })]
    const component = { inputs: ['rows', 'shared'].map((name) => ({ name, inputSchema: { type: 'array' } })) }
    const { master, country } = await makePipelines(world, { sources, component })
    const { manager } = world.people
    const own = await sendFile(manager, country._id, 'rows', csv(1))
    const lent = await sendFile(manager, master._id, 'shared', csv(1))
    const { pipelineId } = await world.access.seen(manager, country._id)
    const id = newId()
    const where = { pipeline_id: pipelineId, version_id: country._id, user_id: manager.userId, user_name: 'x.y' }
    await db
      .insertInto('jobs')
      .values({ id, kind: 'sequential', ...where, time_zone: 'UTC' })
      .execute()
    const row = { id, job_id: id, kind: 'sequential' as const, ...where, first_name: 'X', last_name: 'Y' }
    await db
      .insertInto('imports')
      .values({ ...row, state: 'busy', success: null, scheduled_at: new Date(), attempt: 1 })
      .execute()
    const running = { code: 40900, message: 'Cannot edit the import. An import is already running.', data: null }
    const disable = (uploadId: string, person = manager) => person.ask('POST /uploads/disable', { body: { uploadId } })
    expect(await disable(own._id)).toEqual(running)
    expect(await disable(lent._id)).toEqual(running)
    // Of a plain import that waits for a worker is said that it waits.
    await db.updateTable('imports').set({ state: 'pending', kind: 'immediate' }).where('id', '=', id).execute()
    const pending = { ...running, message: 'Cannot edit the import. An immediate import is pending.' }
    expect(await disable(own._id)).toEqual(pending)
    await db
      .updateTable('imports')
      .set({ state: 'failed', success: false, ended_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await disable(own._id)).data).toMatchObject({ _id: own._id, enabled: false })
    expect((await disable(lent._id)).data.enabled).toBe(false)
    expect((await disable(lent._id, world.people.admin)).code).toBe(40300)
  })

  it('unknown ids answer 40400', async () => {
    const answers = await Promise.all([
      world.people.manager.ask('POST /uploads/disable', { body: { uploadId: 'x' } }),
      world.people.manager.ask('GET /uploads/status', { query: { ids: 'x,y' } }),
      world.people.manager.ask('GET /uploads/findings', { query: { id: 'x' } }),
      world.people.manager.ask('GET /logs/uploads', { query: { ids: 'x' } }),
      world.people.manager.ask('GET /uploads/last-all', { query: { pipelineId: 'x' } }),
    ])
    expect(answers.map((answer) => answer.code)).toEqual([40400, 40400, 40400, 40400, 40400])
  })
})

describe('POST /uploads/export', () => {
  const exported = (uploadIds: string[], role: 'manager' | 'admin' | 'user' = 'manager') =>
    sendRaw(world.url, 'POST /uploads/export', { body: { uploadIds } }, world.people[role].token)

  it('API-031/api EXP-001/api EXP-006/api one file comes under its own name, byte for byte', async () => {
    const content = csv(5)
    const form = uploadForm(family.country._id, { rows: { name: 'Prix (été) 1.csv', content } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: form })
    const answer = await exported([upload?._id ?? ''])
    expect(await answer.text()).toBe(content)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''Prix%20%28%C3%A9t%C3%A9%29%201\.csv/,
    )
    expect(answer.headers.get('content-length')).toBe(String(content.length))
  })

  it('EXP-007/api several come as export.zip, equal names numbered', async () => {
    const sent = []
    for (let n = 0; n < 3; n++) {
      const form = uploadForm(family.country._id, { rows: { name: 'same.csv', content: csv(n + 1) } })
      sent.push(...(await world.people.manager.call('POST /uploads', { body: form })))
    }
    const answer = await exported(sent.map((upload) => upload._id))
    expect(answer.headers.get('content-disposition')).toContain('export.zip')
    const { unzipSync } = await import('fflate')
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const texts = Object.fromEntries(
      Object.entries(entries).map(([name, data]) => [name, Buffer.from(data).toString()]),
    )
    expect(texts).toEqual({ 'same.csv': csv(1), 'same (1).csv': csv(2), 'same (2).csv': csv(3) })
  })

  it('ERR-013/api refuses an empty list, unknown uploads, files that are gone', async () => {
    expect(await (await exported([])).json()).toMatchObject({ code: 40000, message: 'cannot export selected uploads' })
    expect(await (await exported(['x'])).json()).toMatchObject({ code: 40400 })
    const form = uploadForm(family.country._id, { rows: { name: 'a.csv', content: csv(1) } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: form })
    await world.platform.files.remove(upload?._id ?? '')
    expect(await (await exported([upload?._id ?? ''])).json()).toMatchObject({ code: 40400 })
  })

  it('PRM-003/api admin may not export', async () => {
    expect(await (await exported(['x'], 'admin')).json()).toMatchObject({
      code: 40300,
      message: 'You are not allowed to do this.',
    })
  })
})
