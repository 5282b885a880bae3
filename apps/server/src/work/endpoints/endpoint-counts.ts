import type { Logger } from 'pino'
import {
  addErrors,
  addMinutes,
  type EndpointFault,
  type EndpointMinute,
  noteKeysUsed,
  removeOldMinutes,
} from '../../documents/pipelines/endpoints/counted-calls.ts'
import { bucketOf, timeBuckets } from '../../documents/pipelines/endpoints/endpoint-times.rule.ts'
import type { Database } from '../../platform/database/database.ts'

export type EndpointCounts = ReturnType<typeof createEndpointCounts>

const flushMs = 5000
const minuteMs = 60_000
const keptMs = 7 * 24 * 60 * minuteMs
/** Errors of one endpoint that are kept between two writings. */
const maxErrors = 20
const maxMessage = 500

/** Counts calls in memory and adds them up in the database every few seconds: no call waits for a write. */
export function createEndpointCounts({ db, log }: { db: Database; log: Logger }) {
  let minutes: EndpointMinute[] = []
  let current = new Map<string, EndpointMinute>()
  let errors: EndpointFault[] = []
  let used = new Map<string, Date>()
  let cleaned = 0

  function minuteOf(endpointId: string, now: number): EndpointMinute {
    const start = Math.floor(now / minuteMs) * minuteMs
    const known = current.get(endpointId)
    if (known?.at.getTime() === start) return known
    const times = Array.from<number>({ length: timeBuckets.length + 1 }).fill(0)
    const minute = { endpointId, at: new Date(start), calls: 0, errors: 0, refused: 0, times }
    current.set(endpointId, minute)
    minutes.push(minute)
    return minute
  }

  async function flush(): Promise<void> {
    const [counted, failed, keys] = [minutes, errors, used]
    minutes = []
    current = new Map()
    errors = []
    used = new Map()
    try {
      await addMinutes(db, counted)
      await addErrors(db, failed)
      await noteKeysUsed(db, keys)
      if (counted.length === 0 || Date.now() - cleaned < keptMs / 24) return
      cleaned = Date.now()
      await removeOldMinutes(db, new Date(cleaned - keptMs))
    } catch (error) {
      log.warn({ err: error }, 'the figures of endpoints could not be stored')
    }
  }
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    /** A call that was taken. */
    called(endpointId: string, ms: number, failure: { status: number; message: string } | null): void {
      const now = Date.now()
      const minute = minuteOf(endpointId, now)
      const bucket = bucketOf(ms)
      minute.calls++
      minute.times[bucket] = (minute.times[bucket] ?? 0) + 1
      if (failure === null) return
      minute.errors++
      if (errors.filter((error) => error.endpointId === endpointId).length >= maxErrors) return
      const message = failure.message.slice(0, maxMessage)
      errors.push({ endpointId, at: new Date(now), status: failure.status, message })
    },
    refused(endpointId: string): void {
      minuteOf(endpointId, Date.now()).refused++
    },
    keyUsed(id: string): void {
      used.set(id, new Date())
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
