import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Held } from './gather.repository.ts'
import type { ListenerRow } from './listeners.repository.ts'

/** A process that does not tell of itself for so long has lost its listeners (G4: taken over within 30 s). */
const leaseSeconds = 15
const untilThen = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Takes listeners that nobody holds, each under a new fence. */
export async function takeListeners(db: Connection, holder: string): Promise<ListenerRow[]> {
  return db
    .updateTable('deployed_listeners')
    .set((set) => ({
      holder,
      fence: set('fence', '+', 1),
      lease_until: untilThen,
      state: 'stopped',
      reason: null,
      lag: null,
    }))
    .where((where) => where.or([where('holder', 'is', null), where('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .execute()
}

export type Report = { state: 'listening' | 'stopped' | 'error'; reason: string | null; lag: number | null }

/** Prolongs the lease and tells how it goes. @returns the listener as it is published now, or null: it is not held any more */
export async function renewLease(db: Connection, held: Held, report: Report): Promise<ListenerRow | null> {
  const row = await db
    .updateTable('deployed_listeners')
    .set({ ...report, lease_until: untilThen })
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Hands a listener back, so that another process takes it at once. */
export async function releaseLease(db: Connection, held: Held): Promise<void> {
  await db
    .updateTable('deployed_listeners')
    .set({ holder: null, lease_until: null, state: 'stopped', reason: null, lag: null })
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .execute()
}
