import { type AliasedRawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'

/** Sends a notice on a PostgreSQL channel: every process that listens hears it when, and only if, the transaction commits. */
export async function notifyChannel(db: Connection, channel: string, notice: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(db)
}

/**
 * The same as a column that a changing statement returns: one turn to the database less. It is sent for each row that
 * the statement changes, so for none where it finds nothing.
 */
export const notifying = (channel: string, notice: object): AliasedRawBuilder<unknown, 'notified'> =>
  sql`pg_notify(${channel}, ${JSON.stringify(notice)})`.as('notified')
