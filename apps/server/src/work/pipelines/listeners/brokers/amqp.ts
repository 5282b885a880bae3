import { type Channel, connect, type ConsumeMessage } from 'amqplib'
import {
  type BrokerMessage,
  connectedInTime,
  connectMs,
  hashOf,
  heartbeatSeconds,
  libraryConnectMs,
  type Subscribe,
  within,
} from './broker.ts'

/** RabbitMQ counts from 0 to 65,535. */
const maxPrefetch = 65_535

/**
 * AMQP 0-9-1: consumes a queue that exists. A message with an id of its sender is told by it; one without by its content,
 * and only when the broker says that it was delivered before.
 */
export const subscribeAmqp: Subscribe = async (place, request) => {
  const { url, host, port } = place
  const model = await connectedInTime(
    connect(
      {
        protocol: url.protocol.replace(':', ''),
        hostname: host,
        port,
        username: decodeURIComponent(url.username) || 'guest',
        password: decodeURIComponent(url.password) || 'guest',
        vhost: decodeURIComponent(url.pathname.slice(1)) || '/',
        heartbeat: heartbeatSeconds,
      },
      { lookup: place.lookup, timeout: libraryConnectMs, servername: host },
    ),
    (late) => late.close(),
  )
  let isOver = false
  const lost = (reason: string): void => {
    if (isOver) return
    isOver = true
    request.onLost(reason)
  }
  model.on('error', (error) => lost(error.message))
  model.on('close', () => lost('The broker closed the connection'))
  const tags = new WeakMap<BrokerMessage, ConsumeMessage>()
  const consume = async (): Promise<Channel> => {
    const channel = await model.createChannel()
    channel.on('error', (error) => lost(error.message))
    channel.on('close', () => lost('The broker closed the channel'))
    await channel.prefetch(Math.min(request.capacity, maxPrefetch))
    await channel.consume(request.topic, (delivery) => {
      if (delivery === null) return lost(`The queue ${request.topic} was deleted`)
      const message = asMessage(delivery)
      tags.set(message, delivery)
      request.onMessage(message)
    })
    return channel
  }
  try {
    const channel = await within(consume(), connectMs, 'The broker did not answer')
    /** An answer proves that the broker has read all that was sent on the channel before. */
    const ask = async () =>
      (await within(channel.checkQueue(request.topic), connectMs, 'The broker did not answer')).messageCount
    return {
      async acknowledge(messages) {
        for (const message of messages) {
          const delivery = tags.get(message)
          if (delivery !== undefined) channel.ack(delivery)
        }
        await ask()
      },
      probe: ask,
      async close() {
        isOver = true
        await within(model.close(), 2000, 'The broker did not let go').catch(() => undefined)
      },
    }
  } catch (error) {
    isOver = true
    void model.close().catch(() => undefined)
    throw error
  }
}

function asMessage({ content, properties, fields }: ConsumeMessage): BrokerMessage {
  const { messageId } = properties as { messageId?: unknown }
  const isExact = typeof messageId === 'string' && messageId !== ''
  // A name of the sender's may hold anything, so its hash is kept.
  const identity = isExact ? `id-${hashOf(messageId)}` : `content-${hashOf(content)}`
  return { identity, isExact, isRepeated: fields.redelivered, body: content }
}
