import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiRoot, isEnded, tokenHeader } from '@millrace/contract'
import { type Behaviour, startReceiver } from '@millrace/engine/host/sinks/http/receiver-for-test'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callServer } from '../entry/cli/client.ts'
import { postgresProcessesOf } from '../platform/embedded/processes.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  scale,
  sendFile,
  sha256,
  until,
  uploadForm,
} from '../work/imports/imports.fixtures.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { maxPickUpMs, maxStopMs, testTimeouts } from './figures.ts'
import { keepUploading } from './keep-uploading.ts'

vi.setConfig(testTimeouts)

const serverFolder = fileURLToPath(new URL('../..', import.meta.url))
let world: ImportWorld
let receiver: Awaited<ReturnType<typeof startReceiver>>
let behave: Behaviour = (response) => response.writeHead(200).end()
const running = new Set<ProductProcess>()
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  receiver = await startReceiver((...args) => behave(...args))
})
afterEach(async () => {
  for (const each of running) await each.kill()
  running.clear()
})
afterAll(async () => {
  await receiver?.close()
  await world?.close()
})

const manager = () => world.people.manager
async function start(role: 'api' | 'worker'): Promise<ProductProcess> {
  const started = await startProcess(role, world.platform, { MILLRACE_ALLOWED_HOSTS: receiver.host })
  running.add(started)
  return started
}
const uploadRow = (id: string) =>
  world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An upload that sends its first half and then nothing. Settles when the server has had enough. */
function halfAnUpload(url: string, pipelineId: string, token: string): Promise<string> {
  const boundary = 'half-a-form'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="pipelineId"\r\n\r\n${pipelineId}\r\n`
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="rows"; filename="half.csv"\r\n\r\nkey,name,price\nhalf,`
  return new Promise((resolve) => {
    const sending = request(`${url}${apiRoot}/uploads`, {
      method: 'POST',
      headers: { [tokenHeader]: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    sending.on('response', (answer) => resolve(`answered ${answer.statusCode}`))
    sending.on('error', (error) => resolve(error.message))
    sending.write(head + file)
  })
}

describe('GUARANTEE G14 a stop of the API', () => {
  it('uploads under way are whole or absent, new work is refused, and it ends within 30 s', async () => {
    const { country } = await makePipelines(world)
    const seed = Date.now() % 1000
    console.log(`stops of the API, seed ${seed}`)
    for (let round = 0; round < Math.ceil(0.3 * scale); round++) {
      const api = await start('api')
      const uploading = keepUploading(api.url, { pipelineId: country._id, token: manager().token, at: 4 })
      const half = halfAnUpload(api.url, country._id, manager().token)
      await until('a first upload', async () => uploading.answered.size > 0)
      await sleep((seed + round * 211) % 400)
      const stopping = api.terminate()
      await sleep(500)
      const late = await fetch(`${api.url}${apiRoot}/uploads`, {
        method: 'POST',
        headers: { [tokenHeader]: manager().token },
        body: uploadForm(country._id, { rows: { name: 'late.csv', content: csv(1) } }),
      }).then(
        async (answer) => ((await answer.json()) as { code: number }).code,
        () => 'refused',
      )
      const { code, ms } = await stopping
      await uploading.stop()
      expect(late).not.toBe(20000)
      expect([code, ms < maxStopMs]).toEqual([0, true])
      expect(await half).not.toBe('answered 200')
      console.log(`the API stopped in ${Math.round(ms)} ms, ${uploading.answered.size} uploads answered`)
      const rows = await world.platform.db
        .selectFrom('uploads')
        .select(['id', 'file_key', 'sha256', 'original_filename'])
        .where('pipeline_id', '=', (await uploadRow([...uploading.answered.keys()][0] ?? '')).pipeline_id)
        .execute()
      for (const row of rows) {
        expect(sha256(readFileSync(await world.platform.files.localPath(row.file_key)))).toBe(row.sha256)
      }
      const stored = new Map(rows.map((row) => [row.id, row.sha256]))
      for (const [id, hash] of uploading.answered) expect(stored.get(id)).toBe(hash)
      expect(rows.map((row) => row.original_filename)).not.toContain('half.csv')
      expect(uploading.faults).toEqual([])
    }
  })
})

describe('GUARANTEE G14 a stop of a worker', () => {
  it('finishes what is short, hands back what is long, takes nothing new, and ends within 30 s', async () => {
    const http = { kind: 'http' as const, url: receiver.url, batchSize: 10 }
    const long = await makePipelines(world, { sinks: [{ name: 'out', format: 'csv', target: http }] })
    const short = await makePipelines(world, {
      component: { jsCode: 'let n = 0; while (n < 1e9) n++; ctx.output = { out: ctx.input.rows }' },
    })
    const fresh = await makePipelines(world)
    const other = await makePipelines(world)
    const first = await start('worker')
    for (const { country } of [long, short, fresh]) await sendFile(manager(), country._id, 'rows', csv(30))
    const run = async (pipelineId: string) =>
      (await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
    // The receiver never answers the first worker.
    behave = () => undefined
    const longImport = await run(long.country._id)
    await until('the first batch', async () => receiver.received.length > 0)
    const shortImport = await run(short.country._id)
    const row = (id: string) =>
      world.platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await until('progress', async () => (await row(shortImport)).state === 'progress')
    const stopping = first.terminate()
    await sleep(300)
    const newImport = await run(fresh.country._id)
    const form = uploadForm(other.country._id, { rows: { name: 'rows.csv', content: csv(5) } })
    const [newUpload] = await manager().call('POST /uploads', { body: form })
    const { code, ms } = await stopping
    console.log(`the worker stopped in ${Math.round(ms)} ms`)
    expect([code, ms < maxStopMs]).toEqual([0, true])
    expect(await row(shortImport)).toMatchObject({ state: 'completed', attempt: 1 })
    expect(await row(longImport)).toMatchObject({ state: 'progress', attempt: 1, ended_at: null })
    expect(await row(newImport)).toMatchObject({ state: 'pending', attempt: 0 })
    expect(await uploadRow(newUpload?._id ?? '')).toMatchObject({ status: 'validating', attempt: 0 })

    behave = (response) => response.writeHead(200).end()
    const began = performance.now()
    await start('worker')
    expect(await ended(world, longImport)).toMatchObject({ state: 'completed', attempt: 2, problem: null })
    expect(await ended(world, newImport)).toMatchObject({ state: 'completed', attempt: 1 })
    expect(performance.now() - began).toBeLessThan(maxPickUpMs)
    await until('validation', async () => (await uploadRow(newUpload?._id ?? '')).status === 'valid')
  })

  it('hands a long validation back, which starts clean at the next worker', async () => {
    const first = await start('worker')
    const { country } = await makePipelines(world, {
      schema: { type: 'object', properties: { key: { type: 'string', pattern: '^(k[0-9]+)+$' } } },
    })
    const form = uploadForm(country._id, { rows: { name: 'rows.csv', content: csv(400_000) } })
    const [sent] = await manager().call('POST /uploads', { body: form })
    const id = sent?._id ?? ''
    await until('it is taken', async () => (await uploadRow(id)).attempt === 1)
    const { code, ms } = await first.terminate()
    expect([code, ms < maxStopMs]).toEqual([0, true])
    await start('worker')
    const done = await until('validation', async () => {
      const row = await uploadRow(id)
      return row.status === 'validating' ? null : row
    })
    expect(done).toMatchObject({ status: 'valid', counts: { records: 400_000, valid: 400_000, rejected: 0 } })
  })
})

describe('GUARANTEE G14 a stop of everything in one', () => {
  it('uploads, an import and PostgreSQL end in order within 30 s; the next start goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-stop-'))
    const on = { dataFolder: join(folder, 'data') }
    const content = readFileSync(join(serverFolder, 'demo', 'files', 'epa-vehicles.csv'), 'utf8')
    const seed = Date.now() % 1000
    console.log(`stops of everything, seed ${seed}`)
    const answered = new Map<string, string>()
    const imports: { pipelineId: string; importId: string }[] = []
    const signIn = async (url: string) => {
      const body = { username: 'marc.manager', password: 'Try-this-1now' }
      const signed = await callServer(url, 'POST /users/login', { body })
      if (!('token' in signed)) throw new Error('no token')
      return signed.token.value
    }
    const endOf = (url: string, token: string, { pipelineId, importId }: (typeof imports)[number]) =>
      until('the end of the import', async () => {
        const { imp } = await callServer(url, 'GET /imports/job', { query: { pipelineId } }, token)
        return imp?._id === importId && isEnded(imp.state) ? imp : null
      })
    const sendOne = async (url: string, token: string, pipelineId: string, text: string) => {
      const form = uploadForm(pipelineId, { vehicles: { name: 'a.csv', content: text } })
      const [sent] = await callServer(url, 'POST /uploads', { body: form }, token)
      await until('validation', async () => {
        const [now] = await callServer(url, 'GET /uploads/status', { query: { ids: sent?._id ?? '' } }, token)
        return now?.status === 'valid'
      })
    }
    for (let round = 0; round < Math.ceil(0.2 * scale); round++) {
      const server = await startProcess('serve', on, { MILLRACE_DEMO: '1' })
      running.add(server)
      const token = await signIn(server.url)
      const { pipelines } = await callServer(server.url, 'GET /users/pipelines', {}, token)
      const idOf = (name: string) => pipelines.find((each) => each.name === name)?._id ?? ''
      const pipelineId = idOf('EPA registry en-US')
      const last = imports.at(-1)
      if (last !== undefined) await endOf(server.url, token, last)
      await sendOne(server.url, token, pipelineId, content)
      const uploading = keepUploading(server.url, {
        pipelineId: idOf('Bikes catalogue de-DE'),
        token,
        at: 2,
        kind: 'local',
        content: (n) => `${content}${n},\n`,
      })
      await until('a first upload', async () => uploading.answered.size > 0)
      const body = { pipelineId, kind: 'immediate' } as const
      imports.push({ pipelineId, ...(await callServer(server.url, 'POST /imports', { body }, token)) })
      await sleep((seed + round * 211) % 500)
      const { code, ms } = await server.terminate()
      await uploading.stop()
      console.log(`everything stopped in ${Math.round(ms)} ms`)
      expect([code, ms < maxStopMs, server.output()]).toEqual([0, true, expect.not.stringContaining('"level":60')])
      expect(postgresProcessesOf(join(on.dataFolder, 'postgres', '18'))).toEqual([])
      for (const [id, hash] of uploading.answered) answered.set(id, hash)
      expect(uploading.faults).toEqual([])
    }
    const server = await startProcess('serve', on, { MILLRACE_DEMO: '1' })
    running.add(server)
    const token = await signIn(server.url)
    const last = imports.at(-1)
    if (last !== undefined) expect((await endOf(server.url, token, last)).state).toBe('completed')
    for (const [id, hash] of answered) {
      const answer = await fetch(`${server.url}${apiRoot}/uploads/export`, {
        method: 'POST',
        headers: { [tokenHeader]: token, 'content-type': 'application/json' },
        body: JSON.stringify({ uploadIds: [id] }),
      })
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(hash)
    }
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
})
