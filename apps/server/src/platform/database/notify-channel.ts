import { type AliasedRawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'

/** Sends a notice on a PostgreSQL channel: every process that listens hears it when, and only if, the transaction commits. */
export async function notifyChannel(db: Connection, channel: string, notice: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(db)
}

/**
 * The same as a column that a changing statement returns: one turn to the database less. It is sent for each row that
 * the statement changes, so for none where it finds nothing.
 * @param columns what of the notice is taken from the row, by its key there
 */
export function notifying(
  channel: string,
  notice: object,
  columns: Record<string, string> = {},
): AliasedRawBuilder<unknown, 'notified'> {
  const ofRow = Object.entries(columns).flatMap(([key, column]) => [sql.lit(key), sql.ref(column)])
  const whole = sql`${JSON.stringify(notice)}::jsonb || jsonb_build_object(${sql.join(ofRow)})`
  return sql`pg_notify(${channel}, (${whole})::text)`.as('notified')
}
