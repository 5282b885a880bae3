import { afterAll, beforeAll, expect, it, vi, describe } from 'vitest'
import { testTimeouts } from '../../../guarantees/figures.ts'
import { type BrokerKind, brokerSuite, startBroker, type TestBroker } from '../../../test-support/brokers.ts'
import { type SilentProxy, startSilentProxy } from '../../../test-support/silent-proxy.ts'
import { type ImportWorld, until } from '../../imports/imports.fixtures.ts'
import {
  listenerNow,
  makeListenerWorld,
  messageOf,
  publishAgain,
  publishOne,
  untilImported,
} from './listeners.fixtures.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
/** Accepts whoever connects and says nothing. */
let mute: SilentProxy
beforeAll(async () => {
  world = await makeListenerWorld({ realtime: true })
  mute = await startSilentProxy(null)
})
afterAll(async () => {
  await world?.close()
  mute?.stop()
})

/** What each broker says of a wrong password, and of a queue or subject that there is not. */
const refusals: Record<BrokerKind, { password: RegExp; topic: RegExp | null }> = {
  amqp: { password: /ACCESS.REFUSED/i, topic: /no queue 'nowhere'/ },
  mqtt: { password: /not authorized/i, topic: null },
  nats: { password: /authorization violation/i, topic: /No stream of the broker holds the subject nowhere/ },
}

/** Messages that no import can take, whatever they do to who reads them. */
const poison = ['no JSON', '\0\0', `{"key":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '', '[]', '{"key":""}']

function behaviour(kind: BrokerKind): void {
  let broker: TestBroker
  let proxy: SilentProxy
  beforeAll(async () => {
    broker = await startBroker(kind)
    proxy = await startSilentProxy(broker.port)
  })
  afterAll(async () => {
    proxy?.stop()
    await broker?.stop()
  })
  const through = (port: number) => broker.url.replace(`:${broker.port}`, `:${port}`)

  it.concurrent(`DEP-009/api ${kind} tells the truth of a broker that refuses, hangs or falls silent, and loses nothing`, async () => {
    const given = { kind, url: broker.wrongUrl, topic: broker.topic, gatherCount: 10, gatherSeconds: 0.3 }
    const { pipelineId, documentId, listener } = await publishOne(world, given)
    const now = () => listenerNow(world, listener._id)
    const told = (what: string, reason: RegExp) =>
      until(what, async () => {
        const { state, reason: said } = await now()
        return state === 'error' && reason.test(said ?? '')
      })
    const listens = () => until('it listens', async () => (await now()).state === 'listening', 120_000)
    const send = (keys: string[]) => broker.send(keys.map((key) => ({ body: messageOf(key), id: key })))

    await told('a wrong password', refusals[kind].password)
    expect(JSON.stringify(await now())).not.toContain('wrong')
    const { topic } = refusals[kind]
    if (topic !== null) {
      await publishAgain(world, pipelineId, { url: broker.url, topic: 'nowhere' })
      await told('nothing of that name', topic)
    }
    await publishAgain(world, pipelineId, { url: through(mute.port), topic: broker.topic })
    await told('a broker that says nothing', /The broker did not answer within 10 s/)

    await publishAgain(world, pipelineId, { url: through(proxy.port) })
    await listens()
    await send(['a', 'b', 'c'])
    expect(await untilImported(world, documentId, 3)).toEqual(['a', 'b', 'c'])
    proxy.fallSilent()
    await send(['d', 'e'])
    await told('a connection that fell silent', /The broker|connection|timeout|stale/i)
    expect(await now()).toMatchObject({ received: 3 })
    proxy.speakAgain()
    await listens()
    expect(await untilImported(world, documentId, 5)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await now()).toMatchObject({ received: 5, held: 0, dead: 0, reason: null })

    await broker.send(poison.map((body) => ({ body })))
    await send(['f'])
    expect(await untilImported(world, documentId, 6)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    await until('all poison is held', async () => (await now()).held === poison.length)
    expect(await now()).toMatchObject({ state: 'listening', dead: 0 })
  })
}

brokerSuite(describe.concurrent, 'nats', 'NATS JetStream that fails', () => behaviour('nats'))
brokerSuite(describe.concurrent, 'mqtt', 'MQTT that fails', () => behaviour('mqtt'))
brokerSuite(describe.concurrent, 'amqp', 'AMQP that fails', () => behaviour('amqp'))
