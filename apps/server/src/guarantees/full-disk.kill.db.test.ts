import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiRoot, type Envelope, tokenHeader, type Upload } from '@millrace/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
  until,
  uploadForm,
} from '../work/imports/imports.fixtures.ts'
import { createTestPlatform } from '../test-support/platform.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { minFreeBytes } from '../work/uploads/uploads.policy.ts'
import { maxErrorMs, maxRecoveryMs, testTimeouts } from './figures.ts'

vi.setConfig(testTimeouts)

const roomBytes = 64 * 1024 ** 2

const disk = mkdtempSync(join(tmpdir(), 'millrace-small-disk-'))
const mounted = mount()
const suite = mounted ? describe : describe.skip
const reason = mounted ? '' : ' (skipped: no filesystem may be mounted here)'

/** A small filesystem of its own, in memory: only root may make one, and not everywhere. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${minFreeBytes + roomBytes}`, 'tmpfs', disk], {
      stdio: 'ignore',
    })
    return true
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return false
  }
}
const free = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
/** Fills the disk until so many bytes are free; others write meanwhile, so the first try may ask for too much. */
function fill(left: number): void {
  for (let tries = 1; ; tries++) {
    try {
      execFileSync('fallocate', ['-l', String(free() - left), join(disk, 'ballast')], { stdio: 'pipe' })
      return
    } catch (error) {
      if (tries === 20) throw error
    }
  }
}
const empty = () => rmSync(join(disk, 'ballast'), { force: true })

suite(`a full disk${reason}`, () => {
  let world: ImportWorld
  let api: ProductProcess
  let worker: ProductProcess
  beforeAll(async () => {
    const filesFolder = join(disk, 'files')
    mkdirSync(filesFolder)
    world = await makeImportWorld({ worker: false, platform: await createTestPlatform({ settings: { filesFolder } }) })
    api = await startProcess('api', world.platform)
    worker = await startProcess('worker', world.platform, { MILLRACE_DATA: join(disk, 'data') })
  })
  afterAll(async () => {
    await api?.kill()
    await worker?.kill()
    await world?.close()
  })
  afterEach(empty)
  const token = () => world.people.manager.token
  const send = async (pipelineId: string, content: string) => {
    const body = uploadForm(pipelineId, { rows: { name: 'rows.csv', content } })
    const began = performance.now()
    const answer = await (await sendRaw(api.url, 'POST /uploads', { body }, token())).json()
    return { ...(answer as { code: number; message: string }), ms: performance.now() - began }
  }
  const start = async (pipelineId: string) =>
    (await world.people.manager.call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
  const incoming = () => readdirSync(join(disk, 'files', 'incoming'))

  it('GUARANTEE G6 nearly full: files are refused with a sentence, all else goes on, and they are taken as soon as there is room', async () => {
    const { country } = await makePipelines(world)
    await sendFile(world.people.manager, country._id, 'rows', csv(50))
    fill(minFreeBytes - 1024 ** 2)
    const refused = await send(country._id, csv(10))
    expect(refused).toMatchObject({
      code: 40900,
      message: 'The server is short of free space: files cannot be taken in at the moment.',
    })
    expect(refused.ms).toBeLessThan(maxErrorMs)
    expect(await ended(world, await start(country._id))).toMatchObject({ state: 'completed' })
    empty()
    expect((await send(country._id, csv(10))).code).toBe(20000)
  })

  it('GUARANTEE G6 full in the middle of an upload: a sentence within 5 s, nothing kept, and all is well once there is room', async () => {
    const { country } = await makePipelines(world)
    const boundary = 'a-slow-form'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="pipelineId"\r\n\r\n${country._id}\r\n`
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="rows"; filename="slow.csv"\r\n\r\n`
    const headers = { [tokenHeader]: token(), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const slow = request(`${api.url}${apiRoot}/uploads`, { method: 'POST', headers })
    const answered = new Promise<{ code: number; message: string }>((resolve, reject) => {
      slow.on('error', reject)
      slow.on('response', (answer) => {
        let text = ''
        answer.on('data', (part) => (text += part))
        answer.on('end', () => resolve(JSON.parse(text)))
      })
    })
    slow.write(head + file + csv(5000))
    await until('the first part is written', async () => incoming().length > 0)
    await sleep(200)
    fill(0)
    const full = performance.now()
    slow.write(csv(100_000))
    slow.end(`\r\n--${boundary}--\r\n`)
    expect(await answered).toMatchObject({ code: 50000, message: 'The disk of the server is full.' })
    expect(performance.now() - full).toBeLessThan(maxErrorMs)
    expect(incoming()).toEqual([])
    empty()
    const back = performance.now()
    expect((await send(country._id, csv(10))).code).toBe(20000)
    expect(performance.now() - back).toBeLessThan(maxRecoveryMs)
  })

  it('GUARANTEE G6 full while an import writes: it fails with a sentence within 5 s and leaves nothing; the next one succeeds', async () => {
    const { country } = await makePipelines(world)
    await sendFile(world.people.manager, country._id, 'rows', csv(60_000))
    fill(256 * 1024)
    const row = await ended(world, await start(country._id))
    expect(row).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/no space|disk (of the server )?is full/i),
    })
    expect(Number(row.ended_at) - Number(row.started_at)).toBeLessThan(maxErrorMs)
    expect(incoming()).toEqual([])
    empty()
    const back = performance.now()
    expect(await ended(world, await start(country._id))).toMatchObject({ state: 'completed', problem: null })
    expect(performance.now() - back).toBeLessThan(maxRecoveryMs)
  })

  it('GUARANTEE G6 full while a validation keeps rejected records: it judges the file, and says what cannot be downloaded', async () => {
    const { country } = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })
    // Nothing that could be kept in less room.
    const bad = Array.from({ length: 100_000 }, (_, i) => `k${i},${randomBytes(40).toString('hex')},dear`).join('\n')
    const body = uploadForm(country._id, { rows: { name: 'bad.csv', content: `key,name,price\n${bad}\n` } })
    worker.pause()
    const answer = await sendRaw(api.url, 'POST /uploads', { body }, token())
    const { data } = (await answer.json()) as Envelope<Upload[] | null>
    const id = data?.[0]?._id ?? ''
    fill(256 * 1024)
    worker.wake()
    const row = () => world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const ending = await until('validation', async () => ((await row()).status === 'validating' ? null : row()))
    // The judgement does not need the disk; only the download of what was rejected does.
    expect(ending).toMatchObject({ status: 'valid', attempt: 1, total_findings: 100_000, rejected_key: null })
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: id } })
    expect(lines.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The rejected records cannot be downloaded, they could not be kept: .*no space/),
    )
    expect(incoming()).toEqual([])
    empty()
    const again = uploadForm(country._id, { rows: { name: 'bad.csv', content: 'key,name,price\nk1,Name,dear\n' } })
    const [after] = await world.people.manager.call('POST /uploads', { body: again })
    const kept = await until('validation', async () => {
      const found = await world.platform.db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', after?._id ?? '')
        .execute()
      return found[0]?.status === 'validating' ? null : found[0]
    })
    expect(kept).toMatchObject({ status: 'valid', rejected_key: expect.any(String) })
    expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null])
  })

  it('GUARANTEE G6 nearly full while a validation could keep accepted records: it judges the file, and the import checks it again', async () => {
    const { country } = await makePipelines(world)
    const body = uploadForm(country._id, { rows: { name: 'good.csv', content: csv(500) } })
    worker.pause()
    const answer = await sendRaw(api.url, 'POST /uploads', { body }, token())
    const { data } = (await answer.json()) as Envelope<Upload[] | null>
    const id = data?.[0]?._id ?? ''
    fill(minFreeBytes - 1024 ** 2)
    worker.wake()
    const { db } = world.platform
    const row = () => db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const ending = await until('validation', async () => ((await row()).status === 'validating' ? null : row()))
    const datasets = () => db.selectFrom('upload_datasets').select('stamp').where('upload_id', '=', id).execute()
    expect([ending.status, ending.attempt, await datasets()]).toEqual(['valid', 1, []])
    empty()
    expect(await ended(world, await start(country._id))).toMatchObject({ state: 'completed', problem: null })
    expect(await datasets()).toHaveLength(1)
  })
})

afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})
