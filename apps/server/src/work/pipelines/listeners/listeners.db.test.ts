import { setTimeout as sleep } from 'node:timers/promises'
import { runtimeRoot, tokenHeader } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, send, until } from '../../imports/imports.fixtures.ts'
import { createLog } from '../../../platform/telemetry/log.ts'
import { makeBadge } from '../../../test-support/factories.ts'
import {
  listenerNow,
  makeListenerWorld,
  messageOf,
  publishAgain,
  publishOne,
  untilImported,
} from './listeners.fixtures.ts'

let world: ImportWorld
/** What the log says of listeners. */
const told: string[] = []
beforeAll(async () => {
  const log = createLog('warn', { write: (line: string) => void (line.includes('"listener"') && told.push(line)) })
  world = await makeListenerWorld({ realtime: true, log })
})
afterAll(() => world?.close())

const sam = () => world.people['super-admin']
const post = (
  id: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { [tokenHeader]: sam().token },
) => fetch(`${world.url}${runtimeRoot}/listener/${id}`, { method: 'POST', body, headers })

/** The address of the call with its id in place. */
const findCall = (id: string) => `GET /pipelines/deployed-listener/${id}` as 'GET /pipelines/deployed-listener/{id}'

it('API-085/api DEP-009/api PIP-020/api publishes, tells what is published and how it fares, and un-publishes', async () => {
  const { pipelineId, documentId, listener } = await publishOne(world, {})
  const pipeline = await world.pipelines.find(sam(), pipelineId)
  const { name: workflow } = await world.components.find(sam(), pipeline.component ?? '')
  const about = {
    ...{ _id: listener._id, pipelineId, pipelineName: pipeline.name, pipelineVersion: 1, pipelineVLocked: false },
    ...{ listener: 'orders', workflow, createDate: expect.any(String), createUsername: sam().userName, isValid: true },
  }
  expect(listener).toMatchObject({ ...about, state: 'stopped', updateDate: null, updateUsername: null })
  const find = (id: string) => send(world.url, findCall(id), {}, sam().token)
  const listening = { ...about, state: 'listening', reason: null, lag: 0, received: 0, lastMessageAt: null }
  await expect.poll(async () => (await find(listener._id)).data).toMatchObject(listening)
  expect((await find(pipelineId)).data).toMatchObject({ _id: listener._id, pipelineId })
  const list = await sam().call('GET /pipelines/deployed-listener')
  expect(list.find(({ _id }) => _id === listener._id)).toMatchObject(about)

  await post(listener._id, messageOf('a'))
  await untilImported(world, documentId, 1)
  const after = await find(listener._id)
  expect(after.data).toMatchObject({ received: 1, lag: 0, lastMessageAt: expect.any(String) })

  const again = await publishAgain(world, pipelineId, { gatherCount: 7 })
  expect(again).toMatchObject({ ...about, updateDate: expect.any(String), updateUsername: sam().userName, received: 1 })
  const gone = await sam().call('DELETE /pipelines/deployed-listener', { query: { id: listener._id } })
  expect(gone).toEqual({ deleted: listener._id })
  expect(await find(pipelineId)).toMatchObject({ code: 20000, data: null })
  expect(await find(listener._id)).toMatchObject({ code: 40400 })
  expect(await sam().ask('DELETE /pipelines/deployed-listener', { query: { id: listener._id } })).toMatchObject({
    code: 40400,
  })
})

it('DEP-009/api posts that cannot be read are an error from the first try on, which the log tells once', async () => {
  const { documentId, listener } = await publishOne(world, {})
  const { db } = world.platform
  const row = db.selectFrom('deployed_listeners').select('state').where('id', '=', listener._id)
  const state = async () => (await row.executeTakeFirstOrThrow()).state
  await expect.poll(state, { timeout: 20_000 }).toBe('listening')
  await post(listener._id, messageOf('kept'))
  const states = new Set<string>()
  await sql`alter table listener_messages rename to listener_messages_away`.execute(db)
  try {
    await expect.poll(state, { timeout: 20_000 }).toBe('error')
    // Long enough for several tries.
    const end = Date.now() + 5000
    while (Date.now() < end) {
      states.add(await state())
      await sleep(50)
    }
  } finally {
    await sql`alter table listener_messages_away rename to listener_messages`.execute(db)
  }
  expect([...states]).toEqual(['error'])
  expect(told.filter((line) => line.includes(listener._id)).length).toBe(1)
  await expect.poll(state, { timeout: 20_000 }).toBe('listening')
  expect(await untilImported(world, documentId, 1)).toEqual(['kept'])
})

it('API-085/api publishing needs a listener, and the write badges of its pipeline', async () => {
  const { pipelineId, documentId, listener } = await publishOne(world, {})
  const publish = () => world.people.manager.ask('POST /pipelines/publish-listener', { body: { id: pipelineId } })
  expect(await publish()).toMatchObject({ code: 20000, data: { _id: listener._id } })
  const badge = await makeBadge(world.platform.db)
  await world.platform.db
    .updateTable('documents')
    .set({ write_rule: JSON.stringify([[badge]]) })
    .where('id', '=', documentId)
    .execute()
  expect(await publish()).toMatchObject({ code: 40300 })
  const refused = await world.people.manager.ask('DELETE /pipelines/deployed-listener', { query: { id: listener._id } })
  expect(refused).toMatchObject({ code: 40300 })
  const without = await world.pipelines.save(sam(), { name: 'No listener' })
  expect(await sam().ask('POST /pipelines/publish-listener', { body: { id: without._id } })).toMatchObject({
    ...{ code: 40000, message: 'The pipeline has no listener' },
  })
})

/** Whatever they do to who reads them, or to the database that keeps them. */
const poison: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['zero characters', '\0\0'],
  ['text that is no UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
  ['more levels than writing it survives', `{"key":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['nothing', ''],
  ['a list of nothing', '[]'],
  ['names of the language', '{"__proto__":{"key":"x"},"constructor":1}'],
  ['a zero character that its reason quotes', '{"key":"\\u0000","name":"n","price":"\\u0000"}'],
]

it('DEP-001/api poison is held with its reason, and stops neither what comes with it nor what comes later', async () => {
  const { documentId, listener } = await publishOne(world, { gatherCount: 100, gatherSeconds: 1 })
  await until('it listens', async () => (await listenerNow(world, listener._id)).state === 'listening')
  expect((await post(listener._id, messageOf('before'))).status).toBe(202)
  for (const [, body] of poison) expect((await post(listener._id, body)).status).toBe(202)
  expect((await post(listener._id, messageOf('with'))).status).toBe(202)
  expect(await untilImported(world, documentId, 2)).toEqual(['before', 'with'])
  await expect.poll(async () => (await listenerNow(world, listener._id)).held).toBe(poison.length)
  expect((await post(listener._id, messageOf('later'))).status).toBe(202)
  expect(await untilImported(world, documentId, 3)).toEqual(['before', 'later', 'with'])
  expect(await listenerNow(world, listener._id)).toMatchObject({ state: 'listening', dead: 0, lag: 0 })
  const page = { state: 'held' as const, pageNumber: 1, nbItemsPerPage: 20 }
  const { messages } = await world.listeners.messages(sam(), listener._id, page)
  for (const { reason } of messages) expect(reason).toMatch(/^[A-Z/].{10,}/)
})

it('DEP-001/api posts that are more than one upload holds become several, none left out', async () => {
  const { documentId, listener } = await publishOne(world, { gatherCount: 100, gatherSeconds: 1 })
  const keys = Array.from({ length: 12 }, (_, n) => `large-${String(n).padStart(2, '0')}`)
  const large = 'x'.repeat(900_000)
  for (const key of keys) {
    const { status } = await post(listener._id, JSON.stringify({ key, name: large }))
    expect(status).toBe(202)
  }
  expect(await untilImported(world, documentId, keys.length)).toEqual(keys)
  const uploads = world.platform.db.selectFrom('uploads').select('size').where('pipeline_id', '=', documentId)
  const sizes = (await uploads.where('origin', '=', 'source').execute()).map(({ size }) => Number(size))
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThan(9 * 2 ** 20)
})

it('DEP-001/api posts to a listener are imported once; what is refused is held with its reason and stops no other', async () => {
  const { pipelineId, documentId, listener } = await publishOne(world, { gatherCount: 5 })
  await until('it listens', async () => (await listenerNow(world, listener._id)).state === 'listening')
  const repeat = { [tokenHeader]: sam().token, 'idempotency-key': 'b' }
  const answers = [
    await post(listener._id, messageOf('a')),
    await post(listener._id, messageOf('b'), repeat),
    await post(listener._id, messageOf('b'), repeat),
    await post(listener._id, 'no JSON'),
    await post(listener._id, '{"key":""}'),
    await post(listener._id, `[${messageOf('c')},${messageOf('d')}]`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202])
  expect(await untilImported(world, documentId, 4)).toEqual(['a', 'b', 'c', 'd'])
  const uploads = await sam().call('GET /uploads/last-all', { query: { pipelineId } })
  const gathered = uploads.filter(({ from }) => from === 'source').map(({ _id }) => _id)
  const senders = await sam().call('GET /uploads/senders', { query: { ids: gathered.join(',') } })
  const by = { how: 'gathered', userName: sam().userName, plan: null, listener: 'orders' }
  expect(senders).toEqual(gathered.map((_id) => ({ _id, ...by })))
  expect(await listenerNow(world, listener._id)).toMatchObject({ held: 2, dead: 0, received: 5, lag: 0 })
  const page = { state: 'held' as const, pageNumber: 1, nbItemsPerPage: 10 }
  const { messages, totalCount } = await world.listeners.messages(sam(), listener._id, page)
  expect([totalCount, messages.map(({ text }) => text).sort()]).toEqual([2, ['no JSON', '{"key":""}']])
  expect(messages.find(({ text }) => text === 'no JSON')?.reason).toContain('not JSON')
  const ids = messages.map(({ _id }) => _id)
  expect(await world.listeners.resume(sam(), listener._id, ids)).toEqual({ resumed: 2 })
  const again = await until('held again', async () => {
    const now = await world.listeners.messages(sam(), listener._id, page)
    return now.messages.length === 2 && now
  })
  const drop = again.messages.map(({ _id }) => _id)
  expect(await world.listeners.drop(sam(), listener._id, drop)).toEqual({ dropped: 2 })
  expect((await listenerNow(world, listener._id)).held).toBe(0)
})

it('DEP-001/api a post needs a session or key, a listener that there is, and one that is not paused', async () => {
  const { listener } = await publishOne(world, {})
  expect((await post(listener._id, messageOf('x'), {})).status).toBe(401)
  expect((await post(listener._id, messageOf('x'), { 'x-api-key': 'none' })).status).toBe(401)
  expect((await post('none', messageOf('x'))).status).toBe(404)
  expect(await world.listeners.pause(sam(), listener._id, true)).toMatchObject({ paused: true, state: 'stopped' })
  expect((await post(listener._id, messageOf('x'))).status).toBe(409)
})
