import { setTimeout as sleep } from 'node:timers/promises'
import type { PipelineDefinitions } from '../../../documents/pipelines/pipelines.types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secrets } from '../../../platform/config/secrets.ts'
import { subscribeAmqp } from './brokers/amqp.ts'
import type { BrokerMessage, BrokerSubscription, Subscribe } from './brokers/broker.ts'
import { subscribeMqtt } from './brokers/mqtt.ts'
import { subscribeNats } from './brokers/nats.ts'
import { gather, type GatherPlatform, type Gathering } from './gather.ts'
import {
  countReceived,
  countWaiting,
  FencedError,
  forgetContents,
  readWaiting,
  storeWaiting,
  takeFresh,
} from './gather.repository.ts'
import { type Report, releaseLease, renewLease } from './leases.repository.ts'
import type { ListenerRow } from './listeners.repository.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createMessageBuffer, maxBytes } from './message-buffer.ts'

export type HoldPlatform = GatherPlatform & { secrets: Pick<Secrets, 'open'> }
export type HoldDeps = { definitions: PipelineDefinitions; outbound: Pick<Outbound, 'placeOfBroker'> }
export type HeldListener = { readonly id: string; readonly done: Promise<void>; stop(): Promise<void> }

const renewMs = 3000
const probeMs = 10_000
/** After a fault it is tried again, later each time. */
const retryMs = [500, 1000, 2000, 5000, 10_000]
const lookMs = 200
/** Messages under way from the broker, beside those of the upload that is being made. */
const maxUnderWay = 1000

const subscribers: Record<'amqp' | 'mqtt' | 'nats', Subscribe> = {
  amqp: subscribeAmqp,
  mqtt: subscribeMqtt,
  nats: subscribeNats,
}

/**
 * Listens for one listener as long as this process holds it: connects, gathers, commits, acknowledges. Ends when it is
 * stopped, taken over, published anew, paused, or un-published.
 */
export function holdListener(platform: HoldPlatform, deps: HoldDeps, row: ListenerRow): HeldListener {
  const { db, log, secrets } = platform
  const stopping = new AbortController()
  const held = { id: row.id, fence: row.fence }
  const gathering: Gathering = {
    ...held,
    pipelineId: row.pipeline_id ?? '',
    versionId: row.version_id ?? '',
    source: row.source,
    name: row.name,
    publisherId: row.publisher_id,
  }
  const full = { count: row.gather_count, ms: row.gather_seconds * 1000 }
  const buffer = createMessageBuffer<BrokerMessage>()
  let report: Report = { state: 'stopped', reason: null, lag: null }
  let news = new AbortController()
  let subscription: BrokerSubscription | null = null
  let faults = 0

  /** What is new is told at once: who published the listener waits for it. */
  const tell = (next: Report): void => {
    const isNew = next.state !== report.state || next.reason !== report.reason
    report = next
    if (isNew) news.abort()
  }

  const fail = (reason: string): void => {
    // Each further try would say the same; what stops it now is on its screen.
    if (report.state !== 'error') log.warn({ listener: row.id, reason }, 'a listener does not listen')
    tell({ state: 'error', reason: reason.slice(0, 500), lag: null })
  }
  const drop = async (): Promise<void> => {
    const old = subscription
    subscription = null
    buffer.clear()
    await old?.close().catch(() => undefined)
  }
  const isFenced = (error: unknown): boolean => {
    if (error instanceof FencedError) stopping.abort()
    return error instanceof FencedError
  }

  async function connectBroker(kind: 'amqp' | 'mqtt' | 'nats'): Promise<void> {
    const place = await deps.outbound.placeOfBroker(secrets.open(row.sealed_url))
    const opened = await subscribers[kind](place, {
      listenerId: row.id,
      topic: row.topic,
      capacity: full.count + Math.min(full.count, maxUnderWay),
      onMessage: (message) => buffer.add(message),
      onLost: (reason) => {
        buffer.clear()
        subscription = null
        fail(reason)
      },
      // One message at a time: it waits in the database from then on.
      store: async (message) => {
        await db.transaction().execute(async (tx) => {
          const fresh = await takeFresh(tx, row.id, [message], newId())
          await storeWaiting(
            tx,
            row.id,
            fresh.map(({ body }) => body),
          )
          await countReceived(tx, held, fresh.length)
        })
      },
    })
    subscription = opened
    tell({ state: 'listening', reason: null, lag: await opened.probe() })
  }

  /** Takes what is due into an upload and tells the broker. @returns whether there was anything */
  async function gatherDue(): Promise<boolean> {
    const broker = buffer.due(full)
    const waiting = await dueWaiting(full.count - broker.length)
    if (broker.length + waiting.length === 0) return false
    const batch = await gather(platform, deps, gathering, { broker, waiting }, stopping.signal)
    buffer.remove(broker)
    const heard = subscription
    if (broker.length > 0 && heard !== null) {
      await heard.acknowledge(broker)
      await forgetContents(db, row.id, batch)
    }
    return true
  }
  async function dueWaiting(limit: number) {
    if (limit <= 0) return []
    const { count, bytes, oldest } = await countWaiting(db, row.id, limit)
    const isDue = count >= full.count || bytes > maxBytes || (oldest !== null && Date.now() - +oldest >= full.ms)
    return isDue ? readWaiting(db, row.id, limit, maxBytes) : []
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (row.kind !== 'http' && subscription === null) await connectBroker(row.kind)
        const worked = await gatherDue()
        faults = 0
        // Not before: posts that cannot be read from the database are not listened to.
        const hears = row.kind === 'http' || subscription !== null
        if (hears && report.state !== 'listening') tell({ ...report, state: 'listening', reason: null })
        if (!worked) await sleep(lookMs, undefined, { signal: stopping.signal })
      } catch (error) {
        if (stopping.signal.aborted || isFenced(error)) return
        fail((error as Error).message)
        const wait = retryMs[Math.min(faults++, retryMs.length - 1)]
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  /** Keeps the lease. An older fence, another revision or no row at all ends the work. */
  async function keepLease(): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, news.signal])
      await sleep(renewMs, undefined, { signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      news = new AbortController()
      try {
        const now = await renewLease(db, held, report)
        if (now === null || now.revision !== row.revision) stopping.abort()
      } catch (error) {
        log.debug({ err: error, listener: row.id }, 'a lease could not be prolonged')
      }
    }
  }

  /** Asks through the broker, so that a connection that was cut in silence shows. */
  async function keepProbing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(probeMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      const asked = subscription
      if (stopping.signal.aborted || asked === null) continue
      try {
        const lag = await asked.probe()
        if (subscription === asked) report = { ...report, lag }
      } catch (error) {
        if (subscription !== asked) continue
        fail((error as Error).message)
        await drop()
      }
    }
  }

  const ready = row.paused || row.pipeline_id === null || row.version_id === null ? waitForChange() : work()
  /** A paused listener, or one whose pipeline is gone, is only kept. */
  function waitForChange(): Promise<void> {
    return new Promise((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  const done = (async () => {
    await Promise.all([ready, keepLease(), keepProbing()])
    await drop()
    await releaseLease(db, held).catch((error: unknown) =>
      log.warn({ err: error, listener: row.id }, 'a listener could not be handed back'),
    )
  })()
  return {
    id: row.id,
    done,
    async stop() {
      stopping.abort()
      await done
    },
  }
}
