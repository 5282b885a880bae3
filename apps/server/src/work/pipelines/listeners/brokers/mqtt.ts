import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MqttClient } from 'mqtt'
import type { BrokerPlace } from '../../../../platform/outbound/broker-socket.ts'
import {
  connectMs,
  credentialsOf,
  hashOf,
  heartbeatSeconds,
  libraryConnectMs,
  type Subscribe,
  within,
} from './broker.ts'

/** A session of the broker outlives the connection by so long, with the messages that came meanwhile. */
const sessionSeconds = 7 * 24 * 3600

function socketTo({ host, port, isTls, lookup }: BrokerPlace) {
  return isTls ? connectTls({ host, port, lookup, servername: host }) : connectPlain({ host, port, lookup })
}

/**
 * MQTT 5 with quality of service 1 and a session that the broker keeps. The client hands over one message and waits for
 * its acknowledgement before the next, so each is stored by itself, to be gathered from there.
 */
export const subscribeMqtt: Subscribe = async (place, request) => {
  const client = new MqttClient(() => socketTo(place), {
    ...credentialsOf(place),
    clientId: `millrace-${request.listenerId}`,
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: Math.min(request.capacity, 100) },
    keepalive: heartbeatSeconds,
    reschedulePings: false,
    reconnectPeriod: 0,
    connectTimeout: libraryConnectMs,
    resubscribe: false,
  })
  // An error that nobody hears would end this process, however late it comes.
  client.on('error', () => undefined)
  let isOver = false
  const lost = (reason: string): void => {
    if (isOver) return
    isOver = true
    client.end(true)
    request.onLost(reason)
  }
  client.handleMessage = (packet, done) => {
    const body = Buffer.from(packet.payload)
    const { messageId = 0, dup } = packet as { messageId?: number; dup: boolean }
    const message = { identity: `packet-${messageId}-${hashOf(body)}`, isExact: false, isRepeated: dup, body }
    request.store(message).then(
      () => done(),
      (error: Error) => lost(error.message),
    )
  }
  try {
    await within(connected(client, request.topic), connectMs, 'The broker did not answer')
  } catch (error) {
    isOver = true
    client.end(true)
    throw error
  }
  client.on('close', () => lost('The connection to the broker was cut'))
  client.on('error', (error) => lost(error.message))
  return {
    acknowledge: async () => {},
    /** Subscribing again is answered by the broker and changes nothing: retained messages do not come again. */
    async probe() {
      await within(client.subscribeAsync(request.topic, { qos: 1, rh: 2 }), connectMs, 'The broker did not answer')
      return null
    },
    async close() {
      isOver = true
      await within(client.endAsync(), 2000, 'The broker did not let go').catch(() => client.end(true))
    },
  }
}

/** Resolves when the broker has accepted connection and subscription. */
async function connected(client: MqttClient, topic: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('The broker closed the connection')))
  })
  const granted = await client.subscribeAsync(topic, { qos: 1, rh: 1 })
  if (granted.some(({ qos }) => qos > 2)) throw new Error(`The broker refuses the topic ${topic}`)
}
