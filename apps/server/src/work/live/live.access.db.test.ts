import { setTimeout as sleep } from 'node:timers/promises'
import {
  apiRoot,
  type ClientToServer,
  type Envelope,
  docKinds,
  type LiveInit,
  type LiveModel,
  livePolicy,
  mayFollow,
  type Role,
  roles,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appendLogs } from '../logs/append-logs.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import type { ObjectIds } from '../../test-support/call-messages.ts'
import { makeMatrixWorld, type MatrixWorld } from '../../test-support/matrix-world.ts'

type Client = Socket<ServerToClient, ClientToServer>
let app: TestApp
let world: MatrixWorld
const open = new Set<Client>()
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  world = await makeMatrixWorld(app)
})
afterEach(() => {
  for (const socket of open) socket.disconnect()
  open.clear()
})
afterAll(() => app.close())

async function connect(more: object = {}): Promise<Client> {
  const socket: Client = io(app.url, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
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

/** Every model with every form of its filter. */
const forms: { model: LiveModel; key: string; idOf: (objects: ObjectIds) => string }[] = [
  { model: 'logs', key: 'uploadId', idOf: ({ uploadId }) => uploadId },
  { model: 'logs', key: 'importId', idOf: ({ importId }) => importId },
  { model: 'uploads', key: '_id', idOf: ({ uploadId }) => uploadId },
  { model: 'uploads', key: 'pipelineId', idOf: ({ pipelineId }) => pipelineId },
  { model: 'imports', key: '_id', idOf: ({ importId }) => importId },
  { model: 'imports', key: 'pipelineId', idOf: ({ pipelineId }) => pipelineId },
  { model: 'jobs', key: '_id', idOf: ({ jobId }) => jobId },
  { model: 'jobs', key: 'pipelineId', idOf: ({ pipelineId }) => pipelineId },
  { model: 'presence', key: '_id', idOf: ({ schemaId }) => schemaId },
]
const sides = ['own', 'foreign', 'missing', 'own and foreign', 'own and missing'] as const

function expectedOf(model: LiveModel, role: Role, side: (typeof sides)[number]): number {
  if (!mayFollow(role, model)) return 40300
  return side === 'own' || (role === 'super-admin' && side.endsWith('foreign')) ? 20000 : 40400
}

describe('S8 every live model with every role', () => {
  for (const { model, key, idOf } of forms) {
    for (const role of roles) {
      it(`${model} by ${key}: ${role} on own, foreign and missing objects`, async () => {
        const socket = await connect()
        const inits: unknown[] = []
        socket.on('init', (message) => inits.push(message))
        const token = await app.tokenOf(await world.callerOf(role))
        for (const side of sides) {
          inits.length = 0
          const ids: string[] = []
          for (const each of side.split(' and ') as ('own' | 'foreign' | 'missing')[]) {
            ids.push(idOf(await world.objects(each)))
          }
          const { code } = await subscribe(socket, { token, model, filter: { [key]: ids } })
          expect([side, code]).toEqual([side, expectedOf(model, role, side)])
          expect([side, inits.length]).toEqual([side, code === 20000 ? 1 : 0])
        }
      })
    }
  }

  for (const kind of docKinds) {
    for (const role of roles) {
      it(`documents of kind ${kind}: ${role} is told of nothing foreign`, async () => {
        const socket = await connect()
        const inits: LiveInit[] = []
        socket.on('init', (message) => inits.push(message))
        const token = await app.tokenOf(await world.callerOf(role))
        const { code } = await subscribe(socket, { token, model: 'documents', filter: { kind } })
        const refused = role === 'user' && kind !== 'pipeline'
        expect([code, inits.length]).toEqual(refused ? [40300, 0] : [20000, 1])
        if (refused) return
        const told = JSON.stringify(inits)
        expect(told).toContain('Own one')
        expect(told.includes('Foreign one')).toBe(role === 'super-admin')
      })
    }
  }

  it.each(roles)('test runs: %s may follow names alone, whoever uses them', async (role) => {
    const socket = await connect()
    const token = await app.tokenOf(await world.callerOf(role))
    const { code } = await subscribe(socket, { token, model: 'testRuns', filter: { run: ['some run'] } })
    expect(code).toBe(mayFollow(role, 'testRuns') ? 20000 : 40300)
  })

  it('every model is tried here', () => {
    expect([...new Set(forms.map(({ model }) => model)), 'documents', 'testRuns'].sort()).toEqual(
      Object.keys(livePolicy).sort(),
    )
  })

  it('without a session nothing is followed, whatever is named', async () => {
    const socket = await connect()
    const { pipelineId } = await world.objects('own')
    const filter = { pipelineId: [pipelineId] }
    for (const token of ['', 'unknown', 'null']) {
      expect((await subscribe(socket, { token, model: 'uploads', filter })).code).toBe(50008)
    }
    const ended = await world.makeCaller('manager')
    const token = await app.tokenOf(ended)
    await app.call('POST /users/logout', { as: ended })
    expect((await subscribe(socket, { token, model: 'uploads', filter })).code).toBe(50012)
    const late = await app.tokenOf(await world.makeCaller('manager'))
    await app.db
      .updateTable('session_tokens')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await subscribe(socket, { token: late, model: 'uploads', filter })).code).toBe(50014)
    await app.db
      .updateTable('session_tokens')
      .set({ expires_at: new Date(Date.now() + 3_600_000) })
      .execute()
  })

  it('a subscription goes by its own token, not by that of another on the same socket', async () => {
    const socket = await connect()
    const { uploadId } = await world.objects('foreign')
    const filter = { uploadId: [uploadId] }
    const tokenOf = async (role: Role) => app.tokenOf(await world.callerOf(role))
    const allowed = { token: await tokenOf('super-admin'), model: 'logs', filter }
    expect((await subscribe(socket, allowed)).code).toBe(20000)
    expect((await subscribe(socket, { ...allowed, token: await tokenOf('manager') })).code).toBe(40400)
  })
})

/** Tried subscriptions that are none, or would follow more than was named. The list grows. */
const malformed: [string, (token: string, id: string) => unknown][] = [
  ['nothing', () => undefined],
  ['a text', () => 'logs'],
  ['a list', (token, id) => [{ token, model: 'logs', filter: { uploadId: [id] } }]],
  ['an unknown model', (token, id) => ({ token, model: 'users', filter: { _id: [id] } })],
  ['a table for a model', (token, id) => ({ token, model: 'session_tokens', filter: { _id: [id] } })],
  ['a model of the prototype', (token, id) => ({ token, model: '__proto__', filter: { _id: [id] } })],
  ['no filter', (token) => ({ token, model: 'uploads' })],
  ['an open filter', (token) => ({ token, model: 'uploads', filter: {} })],
  ['a null filter', (token) => ({ token, model: 'uploads', filter: null })],
  ['an empty list', (token) => ({ token, model: 'uploads', filter: { _id: [] } })],
  ['an empty id', (token) => ({ token, model: 'uploads', filter: { _id: [''] } })],
  ['a text for a list', (token, id) => ({ token, model: 'uploads', filter: { _id: id } })],
  ['an operator for an id', (token) => ({ token, model: 'uploads', filter: { _id: [{ $ne: null }] } })],
  ['an operator for a list', (token) => ({ token, model: 'uploads', filter: { _id: { $in: ['x'] } } })],
  ['two lists', (token, id) => ({ token, model: 'uploads', filter: { _id: [id], pipelineId: [id] } })],
  ['a list of another model', (token, id) => ({ token, model: 'uploads', filter: { importId: [id] } })],
  ['a field beside the list', (token, id) => ({ token, model: 'uploads', filter: { _id: [id], enabled: true } })],
  ['201 ids', (token) => ({ token, model: 'uploads', filter: { _id: Array.from({ length: 201 }, (_, n) => `${n}`) } })],
  ['a wildcard', (token) => ({ token, model: 'uploads', filter: '*' })],
  ['a tree of no kind', (token) => ({ token, model: 'documents', filter: {} })],
  ['a tree of an unknown kind', (token) => ({ token, model: 'documents', filter: { kind: 'users' } })],
  ['trees of several kinds', (token) => ({ token, model: 'documents', filter: { kind: ['pipeline', 'schema'] } })],
  ['a tree and a list', (token, id) => ({ token, model: 'documents', filter: { kind: 'schema', _id: [id] } })],
  ['documents by id', (token, id) => ({ token, model: 'documents', filter: { _id: [id] } })],
  ['a test run without a name', (token) => ({ token, model: 'testRuns', filter: { run: [''] } })],
  ['test runs of uploads', (token, id) => ({ token, model: 'testRuns', filter: { uploadId: [id] } })],
  ['uploads of a tree', (token) => ({ token, model: 'uploads', filter: { kind: 'pipeline' } })],
  ['a token that is none', (_, id) => ({ token: { value: 'x' }, model: 'uploads', filter: { _id: [id] } })],
  ['a condition for a token', (_, id) => ({ token: { $ne: '' }, model: 'uploads', filter: { _id: [id] } })],
]

describe('S8 what is no subscription', () => {
  it.each(malformed)('%s is refused, and the socket goes on', async (_, make) => {
    const socket = await connect()
    let inits = 0
    socket.on('init', () => inits++)
    const token = await app.tokenOf(await world.callerOf('super-admin'))
    const { uploadId } = await world.objects('own')
    expect((await subscribe(socket, make(token, uploadId))).code).toBe(40000)
    expect(inits).toBe(0)
    expect((await subscribe(socket, { token, model: 'uploads', filter: { _id: [uploadId] } })).code).toBe(20000)
  })

  it('an unknown id beside a wildcard finds nothing', async () => {
    const socket = await connect()
    const token = await app.tokenOf(await world.callerOf('manager'))
    for (const id of ['*', '%', "' or '1'='1", '{}', '$ne', '\u0001']) {
      const { code } = await subscribe(socket, { token, model: 'uploads', filter: { _id: [id] } })
      expect([id, code]).toEqual([id, 40400])
    }
  })
})

/** Addresses of pages that are not the app's own. The list grows. */
const foreignOrigins = [
  'https://evil.example',
  'http://evil.example:3000',
  'null',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1:1',
  'file://',
  'chrome-extension://abcdefgh',
  'not an address',
  '',
]
describe('S8 origins', () => {
  it.each(foreignOrigins)('a page of %s does not connect', async (origin) => {
    await expect(connect({ extraHeaders: { origin } })).rejects.toThrow()
  })
  it('a page of the app does', async () => {
    await expect(connect({ extraHeaders: { origin: app.url } })).resolves.toBeDefined()
  })
})

/** What ends a subscription while it is open; three times the promised time is let pass on a busy machine. */
const endings: [string, Role, (userId: string, pipelineId: string) => Promise<unknown>][] = [
  [
    'a badge is taken away',
    'manager',
    (userId) => app.db.deleteFrom('user_badges').where('user_id', '=', userId).execute(),
  ],
  [
    'the assignment is taken away',
    'user',
    (userId) => app.db.deleteFrom('user_pipelines').where('user_id', '=', userId).execute(),
  ],
  [
    'the account is switched off',
    'manager',
    (userId) => app.call('POST /users/toggle', { as: world.sam, body: { ids: [userId], enabled: false } }),
  ],
  [
    'the account is deleted',
    'manager',
    (userId) => app.call('DELETE /users', { as: world.sam, query: { ids: userId } }),
  ],
]
describe('S8 an open subscription', () => {
  it.each(endings)('ends within 5 s when %s', async (_, role, end) => {
    const { db } = app
    const person = await world.makeCaller(role)
    const { uploadId, pipelineId } = await world.objects('own')
    const { document_id: documentId } = await db
      .selectFrom('document_versions')
      .select('document_id')
      .where('id', '=', pipelineId)
      .executeTakeFirstOrThrow()
    // Those who need a badge hold it; role user needs none but the assignment.
    const badge = await db
      .selectFrom('user_badges')
      .select('badge_id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    const rule = role === 'user' ? [] : [[badge.badge_id]]
    await db.updateTable('badges').set({ type: 'project' }).where('id', '=', badge.badge_id).execute()
    await db
      .updateTable('documents')
      .set({ read_rule: JSON.stringify(rule) })
      .where('id', '=', documentId)
      .execute()
    const socket = await connect()
    let lines = 0
    socket.on('change', () => lines++)
    const token = await app.tokenOf(person)
    expect((await subscribe(socket, { token, model: 'logs', filter: { uploadId: [uploadId] } })).code).toBe(20000)
    const write = (message: string) =>
      appendLogs(db, { upload: uploadId }, [{ at: new Date(), level: 'info', message }], null)
    await write('before')
    while (lines === 0) await sleep(50)
    await end(person.userId, pipelineId)
    const start = performance.now()
    let heard = start
    // Ended when for a second nothing of what is written arrives.
    while (performance.now() - heard < 1000) {
      const before = lines
      await write('after')
      await sleep(200)
      if (lines > before) heard = performance.now()
      expect(heard - start).toBeLessThan(15_000)
    }
    await db.updateTable('documents').set({ read_rule: '[]' }).where('id', '=', documentId).execute()
    await db.updateTable('badges').set({ type: 'admin' }).where('id', '=', badge.badge_id).execute()
  })

  it('ends when its role may follow such things no longer', async () => {
    const person = await world.makeCaller('manager')
    const { importId } = await world.objects('own')
    const socket = await connect()
    const closed = new Promise((resolve) => socket.once('disconnect', resolve))
    const token = await app.tokenOf(person)
    expect((await subscribe(socket, { token, model: 'imports', filter: { _id: [importId] } })).code).toBe(20000)
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.userId).execute()
    await closed
  })
})
