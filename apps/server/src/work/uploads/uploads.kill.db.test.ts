import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callServer } from '../../entry/cli/client.ts'
import { postgresProcessesOf } from '../../platform/embedded/processes.ts'
import { keepUploading } from '../../guarantees/keep-uploading.ts'
import { makeImportWorld, makePipelines, scale, sendRaw, sha256, until } from '../imports/imports.fixtures.ts'
import { type ProductProcess, startProcess } from '../../test-support/product-process.ts'
import { expireHeartbeats } from '../../guarantees/expire-heartbeats.ts'
import { testTimeouts } from '../../guarantees/figures.ts'

vi.setConfig(testTimeouts)

let server: ProductProcess | null = null
afterEach(async () => {
  await server?.kill()
})

/** One that has ended by itself since it was found is killed already. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The content of uploads by the API, compared with what was sent. */
async function expectStored(url: string, token: string, answered: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, hash] of answered) {
    const answer = await sendRaw(url, 'POST /uploads/export', { body: { uploadIds: [id] } }, token)
    expect([id, sha256(new Uint8Array(await answer.arrayBuffer()))]).toEqual([id, hash])
  }
}

describe('GUARANTEE G1 a server killed during uploads', () => {
  it('API-025/api what was answered is there, byte for byte, and is validated; nothing else looks accepted', async () => {
    const world = await makeImportWorld({ worker: false })
    const { country } = await makePipelines(world)
    const { token } = world.people.manager
    const seed = Date.now() % 1000
    console.log(`kills of the server, seed ${seed}`)
    const answered = new Map<string, string>()
    const rounds = Math.ceil(2.5 * scale)
    for (let round = 0; round < rounds; round++) {
      server = await startProcess('serve', world.platform)
      // Several uploads are under way at each kill.
      const uploading = keepUploading(server.url, { pipelineId: country._id, token, at: 4 })
      // At least one is answered first; the moment after that is any.
      await until('an answer', async () => uploading.answered.size > 0)
      await sleep((seed + round * 211) % 500)
      await server.kill()
      await expireHeartbeats(world.platform.db)
      await uploading.stop()
      expect([uploading.refused, uploading.faults]).toEqual([[], []])
      for (const [id, hash] of uploading.answered) answered.set(id, hash)
    }
    expect(answered.size).toBeGreaterThanOrEqual(rounds)
    const rows = () => world.platform.db.selectFrom('uploads').selectAll().execute()
    for (const row of await rows()) {
      const bytes = readFileSync(await world.platform.files.localPath(row.file_key))
      expect([bytes.length, sha256(bytes)]).toEqual([Number(row.size), row.sha256])
      if (answered.has(row.id)) expect(row.sha256).toBe(answered.get(row.id))
    }
    // A row whose answer was cut off may exist, since it was committed; there is at most one for each upload under way.
    expect((await rows()).length - answered.size).toBeLessThanOrEqual(rounds * 4)
    server = await startProcess('serve', world.platform)
    await expectStored(server.url, token, answered)
    await until(
      'validation of all',
      async () => (await rows()).every((row) => row.status === 'valid'),
      60_000 + 10_000 * (await rows()).length,
    )
    await server.kill()
    await world.close()
  })

  it('PostgreSQL killed with it: what was answered is there after the next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-killed-'))
    const on = { dataFolder: join(folder, 'data') }
    const cluster = join(on.dataFolder, 'postgres', '18')
    const start = () => startProcess('serve', on, { MILLRACE_DEMO: '1' })
    const signIn = async (url: string) => {
      const body = { username: 'marc.manager', password: 'Try-this-1now' }
      const signed = await callServer(url, 'POST /users/login', { body })
      if (!('token' in signed)) throw new Error('no token')
      return signed.token.value
    }
    const seed = Date.now() % 1000
    console.log(`kills of server and PostgreSQL, seed ${seed}`)
    const answered = new Map<string, string>()
    for (let round = 0; round < Math.ceil(0.5 * scale); round++) {
      server = await start()
      const token = await signIn(server.url)
      const { pipelines } = await callServer(server.url, 'GET /users/pipelines', {}, token)
      const pipelineId = pipelines.find((each) => each.name === 'EPA registry en-US')?._id ?? ''
      const uploading = keepUploading(server.url, { pipelineId, token, at: 4, kind: 'vehicles' })
      await until('an answer', async () => uploading.answered.size > 0)
      await sleep((seed + round * 211) % 500)
      const gone = server.kill()
      for (const pid of postgresProcessesOf(cluster)) killIfThere(pid)
      await gone
      await uploading.stop()
      for (const [id, hash] of uploading.answered) answered.set(id, hash)
    }
    server = await start()
    await expectStored(server.url, await signIn(server.url), answered)
    expect((await server.terminate()).code).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })
})
