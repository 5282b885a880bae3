import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isFullScale, maxPickUpMs, testTimeouts } from '../../../guarantees/figures.ts'
import { type BrokerKind, brokerSuite, startBroker, type TestBroker } from '../../../test-support/brokers.ts'
import { type ProductProcess, startProcess } from '../../../test-support/product-process.ts'
import { type ImportWorld, scale, until } from '../../imports/imports.fixtures.ts'
import { expireLease } from './gather.fixtures.ts'
import { listenerNow, makeListenerWorld, messageOf, publishOne, untilImported } from './listeners.fixtures.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
let realtime: ProductProcess | null = null
const start = async () => {
  realtime = await startProcess('realtime', world.platform, { MILLRACE_ALLOWED_HOSTS: '127.0.0.1' })
}
beforeAll(async () => {
  world = await makeListenerWorld({ realtime: false })
  await start()
})
afterAll(async () => {
  await realtime?.kill()
  await world?.close()
})

const kills = 2 * scale
const perKill = 30

/** Who holds it now, as a number that is greater with each process that takes it, and whether that one hears. */
async function holderOf({ platform }: ImportWorld, id: string) {
  const row = await platform.db
    .selectFrom('deployed_listeners')
    .select(['fence', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { fence: Number(row.fence), hears: row.state === 'listening' }
}

function behaviour(kind: BrokerKind): void {
  let broker: TestBroker
  beforeAll(async () => {
    broker = await startBroker(kind)
  })
  afterAll(() => broker?.stop())

  it(`GUARANTEE G1 G4 ${kind} killed ${kills} times while messages flow: none is lost, none is imported twice`, async () => {
    const { documentId, listener } = await publishOne(world, {
      ...{ kind, url: broker.url, topic: broker.topic, gatherCount: 10, gatherSeconds: 0.3 },
    })
    await until('it listens', async () => (await listenerNow(world, listener._id)).state === 'listening')
    const sent: string[] = []
    let killedAt = 0
    for (let kill = 0; kill < kills; kill++) {
      for (let n = 0; n < perKill; n++) {
        const key = `k${kill}-${n}`
        // Every other message has no id of its sender's.
        await broker.send([{ body: messageOf(key), ...(n % 2 === 0 && { id: key }) }])
        sent.push(key)
        if (n === perKill / 2) await sleep(Math.random() * 700)
      }
      const killed = await holderOf(world, listener._id)
      await realtime?.kill()
      killedAt = Date.now()
      // Its time is left to run out by `npm run test:guarantees`.
      if (!isFullScale) await expireLease(world, { id: listener._id })
      await start()
      // What the killed one said last stands until its time is over.
      await until('it is taken over', async () => {
        const { fence, hears } = await holderOf(world, listener._id)
        return fence > killed.fence && hears
      })
      expect(Date.now() - killedAt).toBeLessThan(maxPickUpMs)
    }
    const received = async () => (await listenerNow(world, listener._id)).received
    await expect.poll(received, { timeout: maxPickUpMs }).toBe(sent.length)
    expect(await untilImported(world, documentId, sent.length)).toEqual(sent.toSorted())
    const now = await listenerNow(world, listener._id)
    expect(now).toMatchObject({ held: 0, dead: 0, received: sent.length })
    await world.listeners.unpublish(world.people['super-admin'], listener._id)
  })
}

brokerSuite(describe, 'nats', 'a listener of NATS JetStream', () => behaviour('nats'))
brokerSuite(describe, 'mqtt', 'a listener of MQTT', () => behaviour('mqtt'))
brokerSuite(describe, 'amqp', 'a listener of AMQP', () => behaviour('amqp'))
