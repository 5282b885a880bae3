import { createHash } from 'node:crypto'
import type { BrokerPlace } from '../../../../platform/outbound/broker-socket.ts'

/**
 * A message as a broker hands it over. `identity` tells it from every other for good when `isExact`; else two different
 * messages may share one, and only a delivery that the broker calls a repeated one can be one that was taken before.
 */
export type BrokerMessage = { identity: string; isExact: boolean; isRepeated: boolean; body: Buffer }

export type BrokerSubscription = {
  /** Tells the broker that these are stored; resolves when it has heard it. */
  acknowledge(messages: readonly BrokerMessage[]): Promise<void>
  /** Asks through the broker. @returns messages that wait there, null where it does not tell; rejects when it is gone */
  probe(): Promise<number | null>
  close(): Promise<void>
}

export type BrokerRequest = {
  listenerId: string
  /** Queue, topic filter, or subject. */
  topic: string
  /** Messages that may be under way at once. */
  capacity: number
  onMessage(message: BrokerMessage): void
  /** Once: the connection is of no use any more. */
  onLost(reason: string): void
  /** For brokers that hand over one message at a time: stores it before it is acknowledged. */
  store(message: BrokerMessage): Promise<void>
}

/** Connects and consumes. Rejects with a sentence when the broker refuses or is not there. */
export type Subscribe = (place: BrokerPlace, request: BrokerRequest) => Promise<BrokerSubscription>

/** A connection that is not made within so long is given up. */
export const connectMs = 10_000
/** What client libraries give up after: later than we do, whose sentence is the plainer one. */
export const libraryConnectMs = connectMs + 2000
/** How often brokers and clients tell each other that they are there. */
export const heartbeatSeconds = 10

export const hashOf = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

/** User name and password of the address, as the client libraries take them. */
export const credentialsOf = ({ url }: BrokerPlace): { username?: string; password?: string } =>
  url.username === '' ? {} : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }

/** Rejects when the work takes longer. @param what begins the sentence */
export async function within<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A connection that is made in time; one that is made too late is given back. Rejects with a sentence. */
export async function connectedInTime<T>(making: Promise<T>, giveBack: (late: T) => unknown): Promise<T> {
  try {
    return await within(making, connectMs, 'The broker did not answer')
  } catch (error) {
    void making.then(giveBack).catch(() => undefined)
    throw error
  }
}
