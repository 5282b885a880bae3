import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** A process as it tells of itself. */
export type WorkerBeat = { id: string; host: string; pid: number; slots: number; used: number; startedAt: Date }

/** Renews the row of the process by the clock of the database; made again after a crash that lost it. */
export async function saveBeat(db: Connection, { id, host, pid, slots, used, startedAt }: WorkerBeat): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, host, pid, slots, used, started_at: startedAt })
    .onConflict((same) => same.column('id').doUpdateSet({ used, seen_at: sql`now()` }))
    .execute()
}

export async function removeWorker(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute()
}

/** Forgets processes that were killed so long ago that nobody asks for them any more, such as '1 day'. */
export async function removeGoneWorkers(db: Connection, age: string): Promise<void> {
  await db.deleteFrom('workers').where('seen_at', '<', sql<Date>`now() - ${age}::interval`).execute()
}
