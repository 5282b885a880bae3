import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllowedHosts } from '../../../../platform/outbound/allowed-hosts.ts'
import { placeOfBroker } from '../../../../platform/outbound/broker-socket.ts'
import { brokerSuite, startBroker, type TestBroker } from '../../../../test-support/brokers.ts'
import type { BrokerMessage } from './broker.ts'
import { ackWaitMs, subscribeNats } from './nats.ts'

brokerSuite(describe, 'nats', 'a consumer of NATS JetStream', () => {
  let broker: TestBroker
  beforeAll(async () => {
    broker = await startBroker('nats')
  })
  afterAll(() => broker?.stop())

  /** @param heard gets what comes */
  async function subscribe(listenerId: string, capacity: number, heard: BrokerMessage[]) {
    const resolve = () => Promise.reject(new Error('no names'))
    return subscribeNats(await placeOfBroker(parseAllowedHosts(['127.0.0.1']), resolve, broker.url), {
      ...{ listenerId, topic: broker.topic, capacity },
      onMessage: (message) => heard.push(message),
      onLost: () => undefined,
      store: () => Promise.reject(new Error('stored by who takes it')),
    })
  }

  /** Subscribes, takes what waits, and acknowledges all of it. */
  async function takeWaiting(capacity: number, expected: number): Promise<string[]> {
    const messages: BrokerMessage[] = []
    const subscription = await subscribe('one', capacity, messages)
    await expect.poll(() => messages.length).toBe(expected)
    await subscription.acknowledge(messages)
    await subscription.close()
    return messages.map(({ body }) => body.toString())
  }

  it('DEP-009/api goes on where it was when the listener gathers other numbers of messages than before', async () => {
    await broker.send([{ body: 'a' }, { body: 'b' }])
    expect(await takeWaiting(10, 2)).toEqual(['a', 'b'])
    await broker.send([{ body: 'c' }])
    expect(await takeWaiting(20, 1)).toEqual(['c'])
    expect(await takeWaiting(5, 0)).toEqual([])
    expect(await consumers(broker)).toEqual([
      expect.objectContaining({ durable_name: 'millrace-one', max_ack_pending: 5 }),
    ])
  })

  it('DEP-009/api delivers a message once, however long it waits to be gathered', async () => {
    const heard: BrokerMessage[] = []
    const subscription = await subscribe('two', 10, heard)
    await broker.send([{ body: 'waits' }])
    await expect.poll(() => heard.some(({ body }) => body.toString() === 'waits')).toBe(true)
    const before = heard.length
    await sleep(ackWaitMs + 5000)
    expect(heard).toHaveLength(before)
    await subscription.acknowledge(heard)
    await subscription.close()
  })
})

/** The settings of all consumers of the broker's stream. */
async function consumers({ url }: TestBroker): Promise<unknown[]> {
  const { host, username: user, password: pass } = new URL(url)
  const connection = await connect({ servers: host, user, pass })
  const manager = await jetstreamManager(connection)
  const found: unknown[] = []
  for await (const { config } of manager.consumers.list('ORDERS')) found.push(config)
  await connection.close()
  return found
}
