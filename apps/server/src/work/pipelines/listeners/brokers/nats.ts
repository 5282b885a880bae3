import {
  AckPolicy,
  type ConsumerUpdateConfig,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import {
  type BrokerMessage,
  connectedInTime,
  connectMs,
  heartbeatSeconds,
  libraryConnectMs,
  type Subscribe,
  within,
} from './broker.ts'

/** Messages come again after so long without a word about them: when the lease of a process that died has run out. */
export const ackWaitMs = 15_000
/** How often the broker hears that messages are worked on: gathering and committing may take longer than it waits. */
const workingMs = 5000

/**
 * NATS JetStream: a durable consumer of the stream that holds the subject. Place in the stream and when the stream was
 * made tell a message from every other.
 */
export const subscribeNats: Subscribe = async (place, request) => {
  const { url, address, port, isTls, host } = place
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const making = connect({
    servers: `${address.includes(':') ? `[${address}]` : address}:${port}`,
    name: `millrace ${request.listenerId}`,
    ...(user !== '' && (password === '' ? { token: user } : { user, pass: password })),
    ...(isTls && { tls: { servername: host } as object }),
    // No other server than the one that was checked (S7).
    ignoreClusterUpdates: true,
    reconnect: false,
    timeout: libraryConnectMs,
    pingInterval: heartbeatSeconds * 1000,
    maxPingOut: 2,
  })
  const connection = await connectedInTime(making, (late) => late.close())
  let isOver = false
  const lost = (reason: string): void => {
    if (isOver) return
    isOver = true
    request.onLost(reason)
  }
  void connection
    .closed()
    .then((error) => lost(error instanceof Error ? error.message : 'The broker closed the connection'))
  try {
    return await within(
      consume(connection, request, lost, () => void (isOver = true)),
      connectMs,
      'The broker did not answer',
    )
  } catch (error) {
    isOver = true
    void connection.close()
    throw error
  }
}

async function consume(
  connection: NatsConnection,
  request: Parameters<Subscribe>[1],
  lost: (reason: string) => void,
  end: () => void,
): ReturnType<Subscribe> {
  const manager = await jetstreamManager(connection)
  const stream = await manager.streams.find(request.topic).catch(() => {
    throw new Error(`No stream of the broker holds the subject ${request.topic}`)
  })
  const { created } = await manager.streams.info(stream)
  const name = `millrace-${request.listenerId}`
  await setConsumer(manager, stream, name, {
    filter_subject: request.topic,
    ack_wait: ackWaitMs * 1e6,
    max_ack_pending: Math.max(request.capacity, 1),
  })
  const consumer = await jetstream(connection).consumers.get(stream, name)
  const messages = await consumer.consume({ max_messages: request.capacity })
  const taken = new Map<BrokerMessage, JsMsg>()
  const working = setInterval(() => taken.forEach((each) => each.working()), workingMs)
  void connection.closed().finally(() => clearInterval(working))
  void (async () => {
    for await (const each of messages) {
      const identity = `place-${Date.parse(created)}-${stream}-${each.seq}`
      const message = { identity, isExact: true, isRepeated: each.redelivered, body: Buffer.from(each.data) }
      taken.set(message, each)
      request.onMessage(message)
    }
    lost('The broker ended the delivery')
  })().catch((error: Error) => lost(error.message))
  return {
    async acknowledge(list) {
      for (const message of list) {
        taken.get(message)?.ack()
        taken.delete(message)
      }
      await within(connection.flush(), connectMs, 'The broker did not answer')
    },
    async probe() {
      const info = await within(manager.consumers.info(stream, name), connectMs, 'The broker did not answer')
      return info.num_pending
    },
    async close() {
      end()
      await within(connection.close(), 2000, 'The broker did not let go').catch(() => undefined)
    },
  }
}

/**
 * Makes the durable consumer, or changes the one that is there and keeps its place: servers from 2.10 on refuse to make
 * it again with other settings.
 */
async function setConsumer(
  { consumers }: JetStreamManager,
  stream: string,
  name: string,
  settings: Partial<ConsumerUpdateConfig>,
): Promise<void> {
  try {
    await consumers.update(stream, name, settings)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.ConsumerNotFound) throw error
    await consumers.add(stream, { ...settings, durable_name: name, ack_policy: AckPolicy.Explicit })
  }
}
