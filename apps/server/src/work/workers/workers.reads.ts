import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** A process that was silent for so long has died or lost the database: it beats every 5 s. */
const aliveFor = '15 seconds'

export type WorkerRow = Selectable<Tables['workers']> & { alive: boolean }

/** Processes that do queued work, those that are alive first; killed ones for a day. */
export const knownWorkers = (db: Connection, limit: number): Promise<WorkerRow[]> =>
  db
    .selectFrom('workers')
    .selectAll()
    .select(sql<boolean>`seen_at > now() - ${aliveFor}::interval`.as('alive'))
    .orderBy('alive', 'desc')
    .orderBy('host')
    .orderBy('started_at')
    .limit(limit)
    .execute()
