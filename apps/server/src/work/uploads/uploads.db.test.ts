import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { apiRoot, httpStatus, uploadLimitBytes } from '@millrace/contract'
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
  sha256,
  uploadForm,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
let family: Awaited<ReturnType<typeof makePipelines>>
beforeAll(async () => {
  world = await makeImportWorld()
  family = await makePipelines(world, {
    sources: [
      manualSource('rows', { tolerance: 0.5 }),
      manualSource('strict'),
      manualSource('feed', { connectorType: 'real-time' }),
      manualSource('off', { enabled: false }),
      manualSource('shared', { dataFromMaster: true }),
    ],
    component: {
      inputs: ['rows', 'strict', 'feed', 'off', 'shared'].map((name) => ({ name, inputSchema: { type: 'array' } })),
    },
  })
})
afterAll(() => world.close())

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const uploadsStored = async () =>
  Number(
    (
      await world.platform.db
        .selectFrom('uploads')
        .select((s) => s.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const filesStored = () =>
  readdirSync(world.platform.settings.filesFolder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
    .length

describe('POST /uploads', () => {
  it('API-025/api UPL-009/api UPL-010/api stores a file per source and answers it as validating', async () => {
    const content = csv(3)
    const form = uploadForm(family.country._id, { rows: { name: '../år, 1.csv', content } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: form })
    expect(upload).toEqual({
      _id: expect.stringMatching(/./),
      status: 'validating',
      enabled: true,
      originalFilename: 'år, 1.csv',
      createdAt: expect.stringMatching(isoInstant),
      dataSubKind: 'rows',
      from: 'source',
      pipelineId: family.country._id,
      size: content.length,
      sha256: sha256(content),
      counts: null,
      detected: null,
    })
    expect(Math.abs(Date.now() - Date.parse(upload?.createdAt ?? ''))).toBeLessThan(60_000)
  })

  const refused: [string, () => FormData, number, string][] = [
    ['no file', () => uploadForm(family.country._id, {}), 40000, 'no valid data'],
    [
      'no pipeline',
      () => uploadForm(null, { rows: { name: 'a.csv', content: csv(1) } }),
      40000,
      'Missing field(s) : pipelineId',
    ],
    [
      'an unknown pipeline',
      () => uploadForm('nobody', { rows: { name: 'a.csv', content: csv(1) } }),
      40400,
      'Document not found',
    ],
    [
      'an unknown source',
      () => uploadForm(family.country._id, { what: { name: 'a.csv', content: csv(1) } }),
      40000,
      'Unknown data source what',
    ],
    [
      'a disabled source',
      () => uploadForm(family.country._id, { off: { name: 'a.csv', content: csv(1) } }),
      40000,
      'Unknown data source off',
    ],
    [
      'a real-time source',
      () => uploadForm(family.country._id, { feed: { name: 'a.csv', content: csv(1) } }),
      40000,
      'Unknown data source feed',
    ],
    [
      'a source fed by the master',
      () => uploadForm(family.country._id, { shared: { name: 'a.csv', content: csv(1) } }),
      40000,
      'Unknown data source shared',
    ],
    [
      'another extension',
      () => uploadForm(family.country._id, { rows: { name: 'a.xlsx', content: csv(1) } }),
      40000,
      'The file type is not accepted for rows',
    ],
    [
      'content of another type',
      () =>
        uploadForm(family.country._id, {
          rows: { name: 'a.csv', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]) },
        }),
      40000,
      'The file type is not accepted for rows',
    ],
  ]
  it.each(refused)(
    'UPL-003/api UPL-006/api UPL-018/api ERR-022/api refuses %s and stores nothing',
    async (_, form, code, message) => {
      const before = [await uploadsStored(), filesStored()]
      expect(await world.people.manager.ask('POST /uploads', { body: form() })).toEqual({ code, message, data: null })
      expect([await uploadsStored(), filesStored()]).toEqual(before)
    },
  )

  it('UPL-006/api refuses two files for one source', async () => {
    const form = uploadForm(family.country._id, { rows: { name: 'a.csv', content: csv(1) } })
    form.append('rows', new Blob([csv(1)]), 'b.csv')
    expect((await world.people.manager.ask('POST /uploads', { body: form })).message).toBe('Unknown data source rows')
  })

  it('a good file beside a bad one is not stored either', async () => {
    const before = [await uploadsStored(), filesStored()]
    const form = uploadForm(family.country._id, {
      rows: { name: 'a.csv', content: csv(1) },
      what: { name: 'b.csv', content: csv(1) },
    })
    expect((await world.people.manager.ask('POST /uploads', { body: form })).code).toBe(40000)
    expect([await uploadsStored(), filesStored()]).toEqual(before)
  })

  it('the files may come before the pipeline', async () => {
    const form = new FormData()
    form.set('rows', new Blob([csv(1)]), 'a.csv')
    form.set('pipelineId', family.country._id)
    expect(await world.people.manager.call('POST /uploads', { body: form })).toHaveLength(1)
  })

  it('UPL-008/api refuses a pipeline without all four properties', async () => {
    const bare = await makePipelines(world, { country: { locale: null } })
    const form = uploadForm(bare.country._id, { rows: { name: 'a.csv', content: csv(1) } })
    const answer = await world.people.manager.ask('POST /uploads', { body: form })
    expect(answer).toEqual({ code: 40000, message: 'cannot be run because of missing properties', data: null })
  })

  it('UPL-005/api takes a file one byte under 20 MiB and refuses one of 20 MiB', async () => {
    const line = `${'x'.repeat(1023)}\n`
    const full = line.repeat(uploadLimitBytes / 1024)
    const before = [await uploadsStored(), filesStored()]
    const over = uploadForm(family.country._id, { rows: { name: 'a.csv', content: full } })
    const answer = await sendRaw(world.url, 'POST /uploads', { body: over }, world.people.manager.token)
    expect(answer.status).toBe(httpStatus[41300])
    expect(await answer.json()).toEqual({ code: 41300, message: 'File must be under 20 MiB', data: null })
    expect([await uploadsStored(), filesStored()]).toEqual(before)
    const under = uploadForm(family.country._id, { rows: { name: 'a.csv', content: full.slice(1) } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: under })
    expect(upload?.size).toBe(uploadLimitBytes - 1)
  })

  it('UPL-001/api a connection cut in the middle of a file leaves nothing behind', async () => {
    const before = [await uploadsStored(), filesStored()]
    const { port } = new URL(world.url)
    const body = `--x\r\nContent-Disposition: form-data; name="pipelineId"\r\n\r\n${family.country._id}\r\n--x\r\nContent-Disposition: form-data; name="rows"; filename="a.csv"\r\n\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(
      `POST ${apiRoot}/uploads HTTP/1.1\r\nHost: x\r\nX-Token: ${world.people.manager.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n${body}`,
    )
    socket.write(csv(50_000))
    await expect.poll(filesStored).toBe((before[1] ?? 0) + 1)
    socket.destroy()
    await expect.poll(async () => [await uploadsStored(), filesStored()]).toEqual(before)
  })

  it.each([
    [
      'a body that ends early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="rows"; filename="a.csv"\r\n\r\nkey',
    ],
    ['a body that is no form', 'multipart/form-data; boundary=x', 'hello'],
    ['a form without boundary', 'multipart/form-data', '--x\r\n'],
    ...['', 'b'.repeat(70), 'b'.repeat(252), 'b'.repeat(253), 'b'.repeat(8000), '"', '"x', ' ', 'ü'].map((boundary) => [
      `a form with a boundary of ${boundary.length} characters like ${boundary.slice(0, 2)}`,
      `multipart/form-data; boundary=${boundary}`,
      '--x\r\n',
    ]),
    ['another content type', 'application/json', '{}'],
  ])('refuses %s', async (_, type, body) => {
    const before = [await uploadsStored(), filesStored()]
    const answer = await fetch(`${world.url}${apiRoot}/uploads`, {
      method: 'POST',
      headers: { 'x-token': world.people.manager.token, 'content-type': type },
      body,
    })
    expect(await answer.json()).toMatchObject({ code: 40000, message: 'no valid data' })
    await expect.poll(async () => [await uploadsStored(), filesStored()]).toEqual(before)
  })

  it('UPL-003/api a master takes the file that feeds its countries', async () => {
    const form = uploadForm(family.master._id, { shared: { name: 'a.csv', content: csv(1) } })
    expect(await world.people.manager.call('POST /uploads', { body: form })).toHaveLength(1)
  })

  it('refuses when the disk is nearly full', async () => {
    const { files } = world.platform
    const real = files.freeBytes
    files.freeBytes = async () => 1024 ** 3 - 1
    try {
      const form = uploadForm(family.country._id, { rows: { name: 'a.csv', content: csv(1) } })
      const answer = await world.people.manager.ask('POST /uploads', { body: form })
      expect(answer).toMatchObject({ code: 40900, message: expect.stringContaining('short of free space') })
    } finally {
      files.freeBytes = real
    }
  })

  it('PRM-006/api all four roles may send files to a pipeline they see; role user sees none that is not assigned', async () => {
    const form = () => uploadForm(family.country._id, { rows: { name: 'a.csv', content: csv(1) } })
    const codes = []
    for (const person of Object.values(world.people))
      codes.push((await person.ask('POST /uploads', { body: form() })).code)
    expect(codes).toEqual([40400, 20000, 20000, 20000])
  })
})

describe('validation', () => {
  it('UPL-010/api UPL-019/api API-027/api a good file becomes valid, with what was detected and the counts', async () => {
    const upload = await sendFile(world.people.manager, family.country._id, 'strict', csv(12))
    expect(upload).toMatchObject({ status: 'valid', counts: { records: 12, valid: 12, rejected: 0 } })
    expect(upload.detected).toMatchObject({ encoding: 'utf-8', delimiter: ',' })
    const [{ logs } = { logs: [] }] = await world.people.manager.call('GET /uploads/status', {
      query: { ids: upload._id },
    })
    expect(logs.map((line) => line.seq)).toEqual(logs.map((_, i) => i + 1))
    expect(logs.map((line) => line.message).join('\n')).toMatch(/12 records/)
    expect(logs.map((line) => line.message).join('\n')).toMatch(/delimiter comma/)
  })

  it('API-027/api answers those asked for, in their order, each with its status and its own logs', async () => {
    const { manager } = world.people
    const bad = await sendFile(manager, family.country._id, 'strict', '')
    const good = await sendFile(manager, family.country._id, 'strict', csv(2))
    const answered = await manager.call('GET /uploads/status', { query: { ids: `${bad._id},${good._id}` } })
    expect(answered.map((upload) => [upload._id, upload.status])).toEqual([
      [bad._id, 'invalid'],
      [good._id, 'valid'],
    ])
    const listed = await manager.call('GET /uploads/last-all', { query: { pipelineId: family.country._id } })
    for (const { logs, ...upload } of answered) {
      expect(listed).toContainEqual(upload)
      expect(logs.length).toBeGreaterThan(0)
      expect(logs).toEqual(await manager.call('GET /logs/uploads', { query: { ids: upload._id } }))
    }
  })

  it('an empty file becomes invalid with a sentence', async () => {
    const upload = await sendFile(world.people.manager, family.country._id, 'strict', '')
    expect(upload.status).toBe('invalid')
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.map((line) => line.message).join('\n')).toMatch(/empty/i)
  })
})

describe('validation against a row schema', () => {
  it('UPL-019/api API-033/api findings are kept, logged with their row up to 100, and totalled by cause', async () => {
    const strict = await makePipelines(world)
    const bad = Array.from({ length: 150 }, (_, i) => `k${i},Name,dear`).join('\n')
    const upload = await sendFile(
      world.people.manager,
      strict.country._id,
      'rows',
      `key,name,price\n${bad}\nk,Name,1\n`,
    )
    expect(upload).toMatchObject({ status: 'invalid', counts: { records: 151, valid: 1, rejected: 150 } })
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.filter((line) => /^Row \d+/.test(line.message))).toHaveLength(100)
    expect(lines.map((line) => line.message).join('\n')).toMatch(/150/)
    const query = { id: upload._id, pageNumber: '4', nbItemsPerPage: '40' }
    const page = await world.people.manager.call('GET /uploads/findings', { query })
    expect(page.totalCount).toBe(150)
    expect(page.findings).toHaveLength(30)
    expect(page.findings[0]).toMatchObject({ row: 121, column: 'price', value: 'dear' })
    expect(page.groups).toEqual([expect.objectContaining({ column: 'price', count: 150 })])
  })

  it('API-033/api findings of one cause can be asked for alone, page by page', async () => {
    const strict = await makePipelines(world)
    const rows = ['k1,Name,dear', ',Name,1', 'k3,Name,cheap', 'k4,Name,1', ',Name,dear', 'k6,Name,free']
    const sent = await sendFile(
      world.people.manager,
      strict.country._id,
      'rows',
      `key,name,price\n${rows.join('\n')}\n`,
    )
    const ask = (query: Record<string, string>) =>
      world.people.manager.call('GET /uploads/findings', { query: { id: sent._id, ...query } })
    const { groups, totalCount } = await ask({})
    const price = groups.findIndex(({ column }) => column === 'price')
    expect([totalCount, groups[price]?.count]).toEqual([6, 4])
    const first = await ask({ group: String(price), nbItemsPerPage: '3' })
    expect([first.totalCount, first.findings.map(({ row }) => row)]).toEqual([4, [1, 3, 5]])
    const second = await ask({ group: String(price), nbItemsPerPage: '3', pageNumber: '2' })
    expect(second.findings.map(({ column, row, value }) => [column, row, value])).toEqual([['price', 6, 'free']])
    expect(await ask({ group: '77' })).toMatchObject({ totalCount: 0, findings: [] })
  })

  it('rejected records within the tolerance leave the file valid', async () => {
    const kind = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 0.5 })] })
    const text = 'key,name,price\nk1,a,1\nk2,b,x\n'
    expect(await sendFile(world.people.manager, kind.country._id, 'rows', text)).toMatchObject({ status: 'valid' })
    const more = `${text}k3,c,y\n`
    expect(await sendFile(world.people.manager, kind.country._id, 'rows', more)).toMatchObject({ status: 'invalid' })
  })
})

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
