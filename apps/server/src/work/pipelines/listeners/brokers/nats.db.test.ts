import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllowedHosts } from '../../../../platform/outbound/allowed-hosts.ts'
import { placeOfBroker } from '../../../../platform/outbound/broker-socket.ts'
import { brokerSuite, startBroker, type TestBroker } from '../../../../test-support/brokers.ts'
import type { BrokerMessage } from './broker.ts'
import { subscribeNats } from './nats.ts'

brokerSuite(describe, 'nats', 'a consumer of NATS JetStream that is there already', () => {
  let broker: TestBroker
  beforeAll(async () => {
    broker = await startBroker('nats')
  })
  afterAll(() => broker?.stop())

  /** Subscribes, takes what waits, and acknowledges all of it. */
  async function takeWaiting(capacity: number, expected: number): Promise<string[]> {
    const place = await placeOfBroker(
      parseAllowedHosts(['127.0.0.1']),
      () => Promise.reject(new Error('no names')),
      broker.url,
    )
    const messages: BrokerMessage[] = []
    const subscription = await subscribeNats(place, {
      listenerId: 'one',
      topic: broker.topic,
      capacity,
      onMessage: (message) => messages.push(message),
      onLost: () => undefined,
      store: () => Promise.reject(new Error('stored by who takes it')),
    })
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
