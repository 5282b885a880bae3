import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** Sends a notice on a PostgreSQL channel: every process that listens hears it when, and only if, the transaction commits. */
export async function notifyChannel(db: Connection, channel: string, notice: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(db)
}
