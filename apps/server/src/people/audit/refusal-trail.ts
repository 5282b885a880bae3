import type { Platform } from '../../platform/platform.ts'
import type { Refusal } from '../../platform/http/refusals.ts'
import { recordAudit } from './audit.service.ts'

/** Different refusals of one person that are written within an hour; the same one is written once. */
const maxPerHour = 30
const hourMs = 3_600_000

type Hour = { began: number; written: Set<string> }

/**
 * Tells the audit of calls that were refused because of the object they name: somebody may be looking for a way in.
 * Bounded, since the audit is kept for good: past the limit one row says that there were more.
 */
export function createRefusalTrail({ db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>) {
  const hours = new Map<string, Hour>()

  function hourOf(userId: string): Hour {
    const at = now().getTime()
    for (const [id, { began }] of hours) if (at - began >= hourMs) hours.delete(id)
    const hour = hours.get(userId) ?? { began: at, written: new Set() }
    hours.set(userId, hour)
    return hour
  }

  /** Never throws: a refusal is answered whether or not it can be written. */
  return async ({ caller, call, code, objects }: Refusal): Promise<void> => {
    const { written } = hourOf(caller.userId)
    const key = JSON.stringify([call, code, objects])
    if (written.has(key) || written.size > maxPerHour) return
    written.add(key)
    const isLast = written.size > maxPerHour
    try {
      await recordAudit(db, caller, {
        kind: 'refusal',
        objectId: caller.userId,
        name: call,
        action: isLast ? 'refused, and more within the hour' : 'refused',
        before: null,
        after: { code, objects },
      })
    } catch (error) {
      log.warn({ err: error, call }, 'a refusal could not be written into the audit')
    }
  }
}
