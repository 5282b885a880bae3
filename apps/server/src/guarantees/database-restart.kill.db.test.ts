import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiRoot, type ClientToServer, type Envelope, type Log, type ServerToClient } from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded/postgres.ts'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  scale,
  sendFile,
  sha256,
  until,
} from '../work/imports/imports.fixtures.ts'
import { findLogs } from '../work/logs/logs.repository.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { maxErrorMs, maxRecoveryMs, testTimeouts } from './figures.ts'
import { keepUploading } from './keep-uploading.ts'
import { copyPreparedCluster } from '../test-support/prepared-cluster.ts'

vi.setConfig(testTimeouts)

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-restart-'))
const given = process.env.MILLRACE_TEST_DATABASE_URL
let server: EmbeddedPostgres
let world: ImportWorld
let api: ProductProcess
let worker: ProductProcess
let slow: { host: string; close(): void }

beforeAll(async () => {
  // A server of its own, which this test takes away. It is durable: a crash must lose nothing that was committed.
  copyPreparedCluster(dataFolder)
  server = await startEmbeddedPostgres({ dataFolder })
  process.env.MILLRACE_TEST_DATABASE_URL = server.url('postgres')
  world = await makeImportWorld({ worker: false })
  api = await startProcess('api', world.platform)
  slow = await startSlowServer()
  worker = await startProcess('worker', world.platform, { MILLRACE_ALLOWED_HOSTS: slow.host })
})
afterAll(async () => {
  await api?.kill()
  await worker?.kill()
  slow?.close()
  await world?.close()
  await server?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
  if (given) process.env.MILLRACE_TEST_DATABASE_URL = given
})

/** Answers each request after a while, so that a run that asks it takes long without work. */
async function startSlowServer() {
  const answering = createServer((_request, response) => void setTimeout(() => response.end('slow'), 250))
  answering.listen(0, '127.0.0.1')
  await once(answering, 'listening')
  const { port } = answering.address() as { port: number }
  return { host: `127.0.0.1:${port}`, close: () => void answering.closeAllConnections() }
}

const token = () => world.people.manager.token

/** Takes the server away for a while; `at once` as a crash does, after which it recovers from its log. */
async function away(ms: number, how: 'in order' | 'at once'): Promise<number> {
  if (how === 'at once') process.kill(server.pid, 'SIGQUIT')
  await server.stop()
  await sleep(ms)
  server = await startEmbeddedPostgres({ dataFolder })
  return performance.now()
}

/** Follows the lines of an import for as long as it takes, as a client that comes back does. */
function followLines(importId: string) {
  const lines: Log[] = []
  const socket: Socket<ServerToClient, ClientToServer> = io(api.url, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const subscribe = () => {
    const last = lines.at(-1)?.seq
    const after = last === undefined ? {} : { after: { [importId]: last } }
    socket.emit(
      'subscribe',
      { token: token(), model: 'logs', filter: { importId: [importId] }, ...after },
      (answer) => {
        if (answer.code !== 20000 && socket.connected) setTimeout(subscribe, 300)
      },
    )
  }
  socket.on('connect', subscribe)
  socket.on('init', (message) => message.model === 'logs' && lines.push(...message.data))
  socket.on('change', (message) => message.model === 'logs' && lines.push(...[message.data].flat()))
  return { lines, end: () => socket.disconnect() }
}

describe('GUARANTEE G6 a restart of the database', () => {
  it('during uploads, an import and live logs: clear errors within 5 s, no crash, all goes on by itself within 15 s', async () => {
    const uploads = await makePipelines(world)
    const talking = await makePipelines(world, {
      component: {
        isIO: true,
        jsCode: `for (let i = 0; i < 40; i++) {
          ctx.log.info((await ctx.http.get('http://${slow.host}/')).text + ' ' + i)
        }
        ctx.output = { out: ctx.input.rows }`,
      },
    })
    await sendFile(world.people.manager, talking.country._id, 'rows', csv(100))
    const seed = Date.now() % 1000
    console.log(`restarts of the database, seed ${seed}`)
    for (let round = 0; round < Math.ceil(0.5 * scale); round++) {
      const began = await world.people.manager.ask('POST /imports', {
        body: { pipelineId: talking.country._id, kind: 'immediate' },
      })
      expect(began).toMatchObject({ code: 20000 })
      const importId = began.data?.importId ?? ''
      const follower = followLines(importId)
      const uploading = keepUploading(api.url, { pipelineId: uploads.country._id, token: token(), at: 3, goOn: true })
      await until('lines and uploads', async () => follower.lines.length > 1 && uploading.answered.size > 0)
      await sleep((seed + round * 211) % 800)
      const answeredBefore = uploading.answered.size
      const asked = performance.now()
      const back = await away(2000, round % 2 === 0 ? 'in order' : 'at once')
      console.log(`the database was away for ${Math.round(back - asked)} ms`)
      await until('an upload', async () => uploading.answered.size > answeredBefore, maxRecoveryMs)
      const uploadedMs = performance.now() - back
      const row = () =>
        world.platform.db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
      await until(
        'lines',
        async () => {
          const from = (await row()).log_seq
          await sleep(300)
          const now = await row()
          return now.log_seq > from || now.ended_at !== null
        },
        maxRecoveryMs,
      )
      const end = await until(
        'the end of the import',
        async () => ((await row()).ended_at === null ? null : row()),
        60_000,
      )
      await uploading.stop()
      console.log(
        `uploads again after ${Math.round(uploadedMs)} ms, ${uploading.refused.length} refused, import ${end.state} at attempt ${end.attempt}`,
      )
      expect(end).toMatchObject({ state: 'completed', problem: null })
      for (const { code, message, ms } of uploading.refused) {
        expect([code, message]).toEqual([50000, 'The database does not answer. Please try again in a moment.'])
        expect(ms).toBeLessThan(maxErrorMs)
      }
      expect(uploading.refused.length).toBeGreaterThan(0)
      expect(uploading.faults).toEqual([])
      for (const [id, hash] of uploading.answered) {
        const stored = await world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
        expect(stored?.sha256).toBe(hash)
        expect(sha256(readFileSync(await world.platform.files.localPath(stored?.file_key ?? '')))).toBe(hash)
      }
      const table = await findLogs(world.platform.db, { imports: [importId] })
      await until('all lines', async () => follower.lines.length >= table.length, maxRecoveryMs)
      expect(follower.lines.map(({ seq, message }) => [seq, message])).toEqual(
        table.map(({ seq, message }) => [seq, message]),
      )
      expect(table.map(({ seq }) => seq)).toEqual(table.map((_, i) => i + 1))
      follower.end()
      expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null])
    }
    const answer = (await (await fetch(`${api.url}/readyz`)).json()) as Envelope<never>
    expect(answer).toEqual({ ok: true, problems: [] })
  })
})
