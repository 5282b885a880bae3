import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  apiRoot,
  type ClientToServer,
  type Envelope,
  type Log,
  type LogInit,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  scale,
  sendFile,
  until,
  uploadForm,
} from '../imports/imports.fixtures.ts'
import { appendLogs, type LogLine } from '../logs/append-logs.ts'
import { endSession } from '../../people/sessions/end-sessions.ts'

type Client = Socket<ServerToClient, ClientToServer>

let world: ImportWorld
let pipelineId: string
let uploadId: string
const open = new Set<Client>()
beforeAll(async () => {
  world = await makeImportWorld()
  const { country } = await makePipelines(world)
  pipelineId = country._id
})
afterEach(() => {
  for (const socket of open) socket.disconnect()
  open.clear()
})
afterAll(() => world.close())

const token = () => world.people.manager.token

async function connect(more: object = {}): Promise<Client> {
  const socket: Client = io(world.url, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    forceNew: true,
    ...more,
  })
  open.add(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}
const subscribe = (socket: Client, subscription: unknown) =>
  new Promise<Envelope<null>>((resolve) => socket.emit('subscribe', subscription as Subscription, resolve))

/** An upload nobody validates: the queue entry is not sent. */
async function quietUpload(): Promise<string> {
  const { db } = world.platform
  const seen = await world.access.seen(world.people.manager, pipelineId)
  const id = `quiet-${Date.now()}-${Math.random()}`
  await db
    .insertInto('uploads')
    .values({
      id,
      pipeline_id: seen.pipelineId,
      version_id: pipelineId,
      import_id: null,
      status: 'validating',
      original_filename: 'quiet.csv',
      data_sub_kind: 'rows',
      origin: 'source',
      file_key: id,
      size: 1,
      sha256: '',
      created_by: null,
    })
    .execute()
  return id
}
const line = (n: number): LogLine => ({ at: new Date(), level: 'info', message: `line ${n}` })
/** Writes `count` lines in statements of a few, as a run does. */
async function write(id: string, from: number, count: number, per = 7, pauseMs = 0): Promise<void> {
  for (let n = from; n < from + count; n += per) {
    if (pauseMs > 0) await sleep(pauseMs)
    const some = Array.from({ length: Math.min(per, from + count - n) }, (_, i) => line(n + i))
    await appendLogs(world.platform.db, { upload: id }, some, null)
  }
}
/** Bytes that are in use once garbage is gone. */
function retained(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
/** Everything a socket receives about logs, in order. */
function collect(socket: Client) {
  const inits: LogInit[] = []
  const lines: Log[] = []
  const operations = new Set<string>()
  let pushes = 0
  socket.on('init', (message) => {
    if (message.model !== 'logs') return
    inits.push(message)
    lines.push(...message.data)
  })
  socket.on('change', (message) => {
    if (message.model !== 'logs') return
    pushes++
    operations.add(message.operationType)
    lines.push(...[message.data].flat())
  })
  return { inits, lines, operations, pushes: () => pushes }
}
const seqs = (lines: readonly Log[]) => lines.map((each) => each.seq)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('live logs', () => {
  it('LOG-011/api LOG-012/api LOG-018/api LOG-020/api API-105/api a snapshot, then every later line once', async () => {
    uploadId = await quietUpload()
    await write(uploadId, 1, 30)
    const socket = await connect()
    const got = collect(socket)
    const filter = { uploadId: [uploadId] }
    expect(await subscribe(socket, { token: token(), model: 'logs', filter })).toEqual({
      code: 20000,
      message: 'ok',
      data: null,
    })
    expect(got.inits).toEqual([expect.objectContaining({ model: 'logs', filter, firstSeq: 1, lastSeq: 30, total: 30 })])
    await write(uploadId, 31, 70)
    await until('100 lines', async () => got.lines.length >= 100)
    expect(seqs(got.lines)).toEqual(upTo(100))
    expect(got.lines[99]).toMatchObject({ level: 'info', message: 'line 100', uploadId })
    expect(got.operations).toEqual(new Set(['insert']))
  })

  it('the initial list holds the last 1,000 lines', async () => {
    const id = await quietUpload()
    await write(id, 1, 2500, 500)
    const socket = await connect()
    const got = collect(socket)
    await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [id] } })
    expect(got.inits[0]).toMatchObject({ firstSeq: 1501, lastSeq: 2500, total: 2500 })
    expect(seqs(got.lines)).toEqual(upTo(2500).slice(1500))
  })

  it('lines written while the subscription is made are neither lost nor doubled', async () => {
    const id = await quietUpload()
    const writing = write(id, 1, 600, 3)
    const readers = []
    for (let n = 0; n < 12; n++) {
      const socket = await connect()
      const got = collect(socket)
      readers.push(got)
      await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [id] } })
    }
    await writing
    for (const got of readers) {
      await until('600 lines', async () => got.lines.length >= 600)
      expect(seqs(got.lines)).toEqual(upTo(600))
    }
  })

  it('at most ten pushes a second, however fast lines come', async () => {
    const id = await quietUpload()
    const socket = await connect()
    const got = collect(socket)
    await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [id] } })
    const start = Date.now()
    await write(id, 1, 500, 1)
    await until('500 lines', async () => got.lines.length >= 500)
    const seconds = (Date.now() - start) / 1000
    expect(got.pushes()).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1)
    expect(seqs(got.lines)).toEqual(upTo(500))
  })

  it(
    'GUARANTEE G11 LOG-017/api a client cut off resumes where it was: no line missing or doubled',
    async () => {
      const id = await quietUpload()
      const lines: Log[] = []
      let cuts = 0
      const all = 2000 * scale
      const writing = write(id, 1, all, 20, 10)
      let socket: Client | null = null
      // Cut every 300 lines, which is harsher than two cuts in 2,000.
      while (lines.length < all) {
        socket = await connect()
        socket.on('init', (message) => message.model === 'logs' && lines.push(...message.data))
        socket.on('change', (message) => message.model === 'logs' && lines.push(...[message.data].flat()))
        const after = { [id]: lines.at(-1)?.seq ?? 0 }
        await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [id] }, after })
        const wanted = Math.min(all, lines.length + 300)
        await until(`${wanted} lines`, async () => lines.length >= wanted)
        socket.disconnect()
        cuts++
      }
      await writing
      expect(cuts).toBeGreaterThanOrEqual(2 * scale)
      expect(seqs(lines)).toEqual(upTo(all))
    },
    60_000 * scale,
  )

  it('several uploads in one subscription; the same again replaces the first', async () => {
    const [a, b] = [await quietUpload(), await quietUpload()]
    const socket = await connect()
    const got = collect(socket)
    await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [a, b] } })
    await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [b, a] } })
    expect(got.inits).toHaveLength(2)
    await Promise.all([write(a, 1, 50), write(b, 1, 50)])
    await until('100 lines', async () => got.lines.length >= 100)
    await sleep(300)
    expect(seqs(got.lines.filter((each) => each.uploadId === a))).toEqual(upTo(50))
    expect(seqs(got.lines.filter((each) => each.uploadId === b))).toEqual(upTo(50))
  })

  it('LOG-019/api after unsubscribing nothing comes any more', async () => {
    const id = await quietUpload()
    const socket = await connect()
    const got = collect(socket)
    const subscription: Subscription = { token: token(), model: 'logs', filter: { uploadId: [id] } }
    await subscribe(socket, subscription)
    await new Promise((resolve) => socket.emit('unsubscribe', subscription, resolve))
    await write(id, 1, 5)
    await sleep(400)
    expect(got.lines).toEqual([])
  })

  it('GUARANTEE G12 readers that never read harm nobody', async () => {
    const id = await quietUpload()
    const stuck = []
    for (let n = 0; n < 5 * scale; n++) {
      const socket = await connect()
      await subscribe(socket, { token: token(), model: 'logs', filter: { uploadId: [id] } })
      const raw = socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }
      raw.ws._socket.pause()
      stuck.push(socket)
    }
    const reader = await connect()
    const got = collect(reader)
    await subscribe(reader, { token: token(), model: 'logs', filter: { uploadId: [id] } })
    const long = 'x'.repeat(1500)
    const memory = retained()
    for (let n = 0; n < 20; n++) {
      const many = Array.from({ length: 500 }, (_, i) => ({ ...line(n * 500 + i + 1), message: long }))
      await appendLogs(world.platform.db, { upload: id }, many, null)
    }
    await until('10,000 lines', async () => got.lines.length >= 10_000, 40_000)
    expect(seqs(got.lines)).toEqual(upTo(10_000))
    // All lines would be 15 MB for each stuck reader; this process also plays the clients, and the reader has them all.
    const grown = (retained() - memory) / 1024 ** 2
    expect(grown).toBeLessThan(80 + 1.5 * stuck.length)
  })
})

describe('refused subscriptions', () => {
  const cases: [string, () => unknown, number][] = [
    ['no session', () => ({ token: 'none', model: 'logs', filter: { uploadId: ['x'] } }), 50008],
    ['an unknown model', () => ({ token: token(), model: 'users', filter: { _id: ['x'] } }), 40000],
    ['an open filter', () => ({ token: token(), model: 'logs', filter: {} }), 40000],
    ['an empty list', () => ({ token: token(), model: 'logs', filter: { uploadId: [] } }), 40000],
    ['201 ids', () => ({ token: token(), model: 'logs', filter: { uploadId: upTo(201).map(String) } }), 40000],
    ['an unknown upload', () => ({ token: token(), model: 'logs', filter: { uploadId: ['x'] } }), 40400],
    ['an unknown import', () => ({ token: token(), model: 'imports', filter: { _id: ['x'] } }), 40400],
    ['an unknown pipeline', () => ({ token: token(), model: 'uploads', filter: { pipelineId: ['x'] } }), 40400],
    ['no message', () => undefined, 40000],
  ]
  it.each(cases)('LOG-019/api API-105/api %s', async (_, subscription, code) => {
    const socket = await connect()
    const got = collect(socket)
    expect(await subscribe(socket, subscription())).toMatchObject({ code, data: null })
    expect(got.inits).toEqual([])
  })

  it('an upload of a pipeline the person does not see', async () => {
    const socket = await connect()
    const answer = await subscribe(socket, {
      token: world.people.user.token,
      model: 'logs',
      filter: { uploadId: [uploadId] },
    })
    expect(answer.code).toBe(40400)
  })

  it('LOG-016/api LOG-021/api the socket is at the versioned path, websocket only, and refuses foreign origins', async () => {
    const polling = await fetch(`${world.url}${apiRoot}/socket/?EIO=4&transport=polling`)
    expect(polling.ok).toBe(false)
    await expect(connect({ extraHeaders: { origin: 'https://evil.example' } })).rejects.toThrow()
    const host = 'evil.example'
    await expect(connect({ extraHeaders: { origin: `http://${host}`, host } })).rejects.toThrow()
  })
})

describe('the end of a session', () => {
  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('closes the socket within 5 s', { retry: 2 }, async () => {
    const { db } = world.platform
    const answer = await fetch(`${world.url}${apiRoot}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: world.people.manager.userName, password: 'Try-this-1now' }),
    })
    const { data } = (await answer.json()) as Envelope<{ token: { value: string } }>
    const socket = await connect({ reconnection: false })
    await subscribe(socket, { token: data.token.value, model: 'logs', filter: { uploadId: [uploadId] } })
    const { sessionId } = await world.sessions.authenticate(data.token.value)
    const closed = new Promise((resolve) => socket.once('disconnect', resolve))
    const before = Date.now()
    await endSession(db, sessionId)
    await closed
    expect(Date.now() - before).toBeLessThan(5000)
  })
})

describe('live uploads and imports', () => {
  it('an upload is pushed when it arrives and when it is validated', async () => {
    const { country } = await makePipelines(world)
    const socket = await connect()
    const seen: [string, string, string][] = []
    socket.on('init', (message) => seen.push(['init', message.model, String(message.data.length)]))
    socket.on('change', (message) => {
      if (message.model === 'uploads') seen.push([message.operationType, message.data._id, message.data.status])
    })
    const filter = { pipelineId: [country._id] }
    expect((await subscribe(socket, { token: token(), model: 'uploads', filter })).code).toBe(20000)
    const form = uploadForm(country._id, { rows: { name: 'a.csv', content: csv(3) } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: form })
    await until('valid', async () => seen.some(([, , status]) => status === 'valid'))
    expect(seen[0]).toEqual(['init', 'uploads', '0'])
    expect(seen[1]?.slice(0, 2)).toEqual(['insert', upload?._id])
    expect(seen.at(-1)).toEqual(['update', upload?._id, 'valid'])
  })

  it('LOG-011/api an import and its lines are followed to the end', async () => {
    const { country } = await makePipelines(world)
    await sendFile(world.people.manager, country._id, 'rows', csv(20))
    const socket = await connect()
    const states: string[] = []
    socket.on('change', (message) => {
      if (message.model === 'imports') states.push(message.data.state)
    })
    await subscribe(socket, { token: token(), model: 'imports', filter: { pipelineId: [country._id] } })
    const body = { pipelineId: country._id, kind: 'immediate' }
    const { importId } = await world.people.manager.call('POST /imports', { body })
    const got = collect(socket)
    await subscribe(socket, { token: token(), model: 'logs', filter: { importId: [importId] } })
    await ended(world, importId)
    await until('the end', async () => states.at(-1) === 'completed')
    await until('the last line', async () => got.lines.at(-1)?.message === 'Completed')
    expect(seqs(got.lines)).toEqual(upTo(got.lines.length))
    expect(got.lines[0]).toMatchObject({ importId })
  })
})
