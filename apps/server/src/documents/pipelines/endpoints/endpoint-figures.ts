import type { EndpointCalls } from '@millrace/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errorsOf, minutesOf } from './endpoint-figures.repository.ts'
import { quantile, timeBuckets } from './endpoint-times.rule.ts'
import type { EndpointsService } from './endpoints.service.ts'

export type EndpointFigures = ReturnType<typeof createEndpointFigures>

const minuteMs = 60_000
/** Figures go back so far. */
const periodMs = 24 * 60 * minuteMs
const shownMinutes = 60

/** How endpoints fare, added up over all processes that serve them; some seconds behind. */
export function createEndpointFigures(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { endpoints }: { endpoints: Pick<EndpointsService, 'find'> },
) {
  return {
    /** GET /pipelines/deployed-endpoint/{id}/calls: of the last 24 hours. */
    async of(caller: Caller, endpointId: string): Promise<EndpointCalls> {
      const { row } = await endpoints.find(db, caller, endpointId)
      const since = new Date(Math.max(now().getTime() - periodMs, row.createdAt.getTime()))
      const minutes = await minutesOf(db, endpointId, new Date(since.getTime() - minuteMs))
      const total = (field: 'calls' | 'errors' | 'refused') => minutes.reduce((sum, minute) => sum + minute[field], 0)
      const times = Array.from({ length: timeBuckets.length + 1 }, (_, index) =>
        minutes.reduce((sum, minute) => sum + (minute.times[index] ?? 0), 0),
      )
      const counted = new Map(minutes.map((minute) => [minute.at.getTime(), minute]))
      const last = Math.floor(now().getTime() / minuteMs) * minuteMs
      return {
        since: since.toISOString(),
        calls: total('calls'),
        errors: total('errors'),
        refused: total('refused'),
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        p99: quantile(times, 0.99),
        minutes: Array.from({ length: shownMinutes }, (_, index) => {
          const at = last - (shownMinutes - 1 - index) * minuteMs
          const { calls = 0, errors = 0 } = counted.get(at) ?? {}
          return { at: new Date(at).toISOString(), calls, errors }
        }),
        lastErrors: (await errorsOf(db, endpointId)).map(({ at, status, message }) => ({
          at: at.toISOString(),
          status,
          message,
        })),
      }
    },
  }
}
