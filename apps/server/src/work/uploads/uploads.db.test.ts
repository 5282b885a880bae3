import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { apiRoot, httpStatus, uploadLimitBytes } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendRaw,
  sha256,
  uploadForm,
  until,
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
/** Counted when nothing is being checked: a check writes files of its own. */
const filesStored = async () => {
  const checked = world.platform.db.selectFrom('uploads').select('id').where('status', '=', 'validating')
  await until('the end of all checks', async () => (await checked.execute()).length === 0)
  const found = readdirSync(world.platform.settings.filesFolder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).length
}

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
      'The file type is not accepted for rows. Open it in a spreadsheet program and save it as CSV',
    ],
    [
      'content of another type',
      () =>
        uploadForm(family.country._id, {
          rows: { name: 'a.csv', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]) },
        }),
      40000,
      'The file type is not accepted for rows. The file looks like a PNG image, not like delimited text (CSV)',
    ],
  ]
  it.each(refused)(
    'UPL-003/api UPL-006/api UPL-018/api ERR-022/api refuses %s and stores nothing',
    async (_, form, code, message) => {
      const before = [await uploadsStored(), await filesStored()]
      expect(await world.people.manager.ask('POST /uploads', { body: form() })).toEqual({ code, message, data: null })
      expect([await uploadsStored(), await filesStored()]).toEqual(before)
    },
  )

  it('UPL-006/api refuses two files for one source', async () => {
    const form = uploadForm(family.country._id, { rows: { name: 'a.csv', content: csv(1) } })
    form.append('rows', new Blob([csv(1)]), 'b.csv')
    expect((await world.people.manager.ask('POST /uploads', { body: form })).message).toBe('Unknown data source rows')
  })

  it('a good file beside a bad one is not stored either', async () => {
    const before = [await uploadsStored(), await filesStored()]
    const form = uploadForm(family.country._id, {
      rows: { name: 'a.csv', content: csv(1) },
      what: { name: 'b.csv', content: csv(1) },
    })
    expect((await world.people.manager.ask('POST /uploads', { body: form })).code).toBe(40000)
    expect([await uploadsStored(), await filesStored()]).toEqual(before)
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
    const before = [await uploadsStored(), await filesStored()]
    const over = uploadForm(family.country._id, { rows: { name: 'a.csv', content: full } })
    const answer = await sendRaw(world.url, 'POST /uploads', { body: over }, world.people.manager.token)
    expect(answer.status).toBe(httpStatus[41300])
    expect(await answer.json()).toEqual({ code: 41300, message: 'File must be under 20 MiB', data: null })
    expect([await uploadsStored(), await filesStored()]).toEqual(before)
    const under = uploadForm(family.country._id, { rows: { name: 'a.csv', content: full.slice(1) } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: under })
    expect(upload?.size).toBe(uploadLimitBytes - 1)
  })

  it('UPL-001/api a connection cut in the middle of a file leaves nothing behind', async () => {
    const before = [await uploadsStored(), await filesStored()]
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
    await expect.poll(async () => [await uploadsStored(), await filesStored()]).toEqual(before)
  })

  it('UPL-006/api a file that was given up once it had wholly arrived is not stored', async () => {
    const before = [await uploadsStored(), await filesStored()]
    const { port } = new URL(world.url)
    const body = `--x\r\nContent-Disposition: form-data; name="pipelineId"\r\n\r\n${family.country._id}\r\n--x\r\nContent-Disposition: form-data; name="rows"; filename="a.csv"\r\n\r\n${csv(3)}\r\n--x--\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const { files } = world.platform
    const receive = files.receive.bind(files)
    const spy = vi.spyOn(files, 'receive').mockImplementation(async (...asked) => {
      const pending = await receive(...asked)
      const commit = pending.commit.bind(pending)
      return Object.assign(pending, {
        commit: async (id: string) => {
          const kept = await commit(id)
          socket.destroy()
          await new Promise((resolve) => setTimeout(resolve, 200))
          return kept
        },
      })
    })
    socket.write(
      `POST ${apiRoot}/uploads HTTP/1.1\r\nHost: x\r\nX-Token: ${world.people.manager.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => spy.mock.settledResults.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 500))
    spy.mockRestore()
    expect([await uploadsStored(), await filesStored()]).toEqual(before)
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
    const before = [await uploadsStored(), await filesStored()]
    const answer = await fetch(`${world.url}${apiRoot}/uploads`, {
      method: 'POST',
      headers: { 'x-token': world.people.manager.token, 'content-type': type },
      body,
    })
    expect(await answer.json()).toMatchObject({ code: 40000, message: 'no valid data' })
    await expect.poll(async () => [await uploadsStored(), await filesStored()]).toEqual(before)
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
