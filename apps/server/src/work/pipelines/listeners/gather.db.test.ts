import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportWorld } from '../../imports/imports.fixtures.ts'
import type { BrokerMessage } from './brokers/broker.ts'
import { gather, type Gathering } from './gather.ts'
import { FencedError, forgetContents } from './gather.repository.ts'
import { holdListener } from './hold-listener.ts'
import { takeListeners } from './leases.repository.ts'
import { makeListenerWorld, messageOf, publishOne } from './listeners.fixtures.ts'
import { expireLease, uploadedKeys } from './gather.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeListenerWorld({ realtime: false })
})
afterAll(() => world?.close())

async function takeOne() {
  const { documentId, listener } = await publishOne(world, {})
  const row = (await takeListeners(world.platform.db, 'test')).find(({ id }) => id === listener._id)
  if (row === undefined) throw new Error('somebody else holds it')
  return { documentId, row }
}

/** A listener that this test holds, as a process would. */
async function holdOne(): Promise<Gathering> {
  const { documentId, row } = await takeOne()
  const { id, fence, source, name, publisher_id: publisherId } = row
  return { id, fence, source, name, publisherId, pipelineId: documentId, versionId: row.version_id ?? '' }
}
const take = (held: Gathering, broker: BrokerMessage[]) =>
  gather(world.platform, world, held, { broker, waiting: [] }, new AbortController().signal)
const message = (key: string, more: Partial<BrokerMessage>): BrokerMessage => ({
  ...{ identity: `id-${key}`, isExact: true, isRepeated: false, body: Buffer.from(messageOf(key)) },
  ...more,
})

it('G1 a message with an identity of its own goes into one upload, however often it is delivered', async () => {
  const held = await holdOne()
  await take(held, [message('a', {})])
  await take(held, [message('a', { isRepeated: true }), message('b', {})])
  await take(held, [message('a', {}), message('b', { isRepeated: true })])
  expect(await uploadedKeys(world, held)).toEqual(['a', 'b'])
})

it('G1 messages of one content are two, unless the broker delivers one again before it was told', async () => {
  const held = await holdOne()
  const same = { identity: 'content-x', isExact: false }
  const batch = await take(held, [message('a', same), message('a', same)])
  expect(await uploadedKeys(world, held)).toEqual(['a', 'a'])
  const repeated = { ...same, isRepeated: true }
  await take(held, [message('a', repeated)])
  expect(await uploadedKeys(world, held)).toEqual(['a', 'a'])
  await forgetContents(world.platform.db, held.id, batch)
  await take(held, [message('a', repeated)])
  expect(await uploadedKeys(world, held)).toEqual(['a', 'a', 'a'])
})

it('G4 G5 a process that lost its listener commits nothing, and another takes it', async () => {
  const stale = await holdOne()
  await expireLease(world, stale)
  await expect(take(stale, [message('a', {})])).rejects.toThrow(FencedError)
  const [row] = (await takeListeners(world.platform.db, 'other')).filter(({ id }) => id === stale.id)
  expect(row?.fence).toBe(stale.fence + 1)
  await expect(take(stale, [message('a', {})])).rejects.toThrow(FencedError)
  expect(await uploadedKeys(world, stale)).toEqual([])
  await take({ ...stale, fence: stale.fence + 1 }, [message('a', {})])
  expect(await uploadedKeys(world, stale)).toEqual(['a'])
})

it('DEP-009/api tells that it listens at once, not only when its lease is prolonged after 3 s', {
  retry: 2,
}, async () => {
  const { row } = await takeOne()
  const listener = holdListener(world.platform, world, row)
  const read = world.platform.db.selectFrom('deployed_listeners').select(['state', 'lease_until'])
  const now = () => read.where('id', '=', row.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await now()).state).toBe('listening')
  // Both are the time of the database, which is read late on a busy machine.
  expect(Number((await now()).lease_until) - Number(row.lease_until)).toBeLessThan(3000)
  await listener.stop()
})
