import { runtimeRoot, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, until } from '../../imports/imports.fixtures.ts'
import { listenerNow, makeListenerWorld, messageOf, publishOne, untilImported } from './listeners.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeListenerWorld({ realtime: true })
})
afterAll(() => world?.close())

const sam = () => world.people['super-admin']
const post = (id: string, body: string, headers: Record<string, string> = { [tokenHeader]: sam().token }) =>
  fetch(`${world.url}${runtimeRoot}/listener/${id}`, { method: 'POST', body, headers })

it('DEP-001/api posts to a listener are imported once; what is refused is held with its reason and stops no other', async () => {
  const { documentId, listener } = await publishOne(world, { gatherCount: 5 })
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
