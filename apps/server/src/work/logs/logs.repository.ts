import type { LogLevel } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { liveChannel, type LiveNotice } from '../../platform/notices/notices.ts'

/** Whose lines they are. */
export type LogOwner = { upload: string } | { import: string }
export type LogLine = { at: Date; level: LogLevel; message: string; dataSubKind?: string }
export type LogRow = {
  id: string | number
  upload_id: string | null
  import_id: string | null
  seq: number
  at: Date
  level: LogLevel
  message: string
  data_sub_kind: string | null
}

/** Longest line that is kept, in characters; the rest is cut with a mark. */
const longestMessage = 8000

const ownerTable = (owner: LogOwner) =>
  'upload' in owner
    ? { table: 'uploads' as const, column: 'upload_id' as const, id: owner.upload }
    : { table: 'imports' as const, column: 'import_id' as const, id: owner.import }

/**
 * Appends lines under the next numbers of their owner and tells the listeners in the same statement. The counter is a
 * column of the owner's row, so numbers have no gaps and commit in their order (G11).
 * @param attempt fencing number of the writing process; null writes whoever holds the row
 * @returns number of the last line; null when the owner is gone or held by a later attempt (G5): nothing was written
 */
export async function appendLogs(
  db: Connection,
  owner: LogOwner,
  lines: readonly LogLine[],
  attempt: number | null,
): Promise<number | null> {
  if (lines.length === 0) return null
  const { table, column, id } = ownerTable(owner)
  const notice: LiveNotice = { about: 'logs', ...owner }
  const fence = attempt === null ? sql`` : sql`and attempt = ${attempt}`
  const result = await sql<{ last: number; told: unknown }>`
    with owner as (
      update ${sql.table(table)} set log_seq = log_seq + ${lines.length}::int
      where id = ${id} ${fence}
      returning log_seq
    ), added as (
      insert into logs (${sql.ref(column)}, seq, at, level, message, data_sub_kind)
      select ${id}, owner.log_seq - ${lines.length}::int + line.n, line.at, line.level, line.message, line.kind
      from owner, unnest(
        ${lines.map((line) => line.at.toISOString())}::timestamptz[],
        ${lines.map((line) => line.level)}::text[],
        ${lines.map((line) => storable(line.message))}::text[],
        ${lines.map((line) => line.dataSubKind ?? null)}::text[]
      ) with ordinality as line(at, level, message, kind, n)
    )
    select log_seq as last, pg_notify(${liveChannel}, ${JSON.stringify(notice)}) as told from owner
  `.execute(db)
  return result.rows[0]?.last ?? null
}

/** PostgreSQL keeps no NUL in texts; one inside a line must not lose the line. */
function storable(message: string): string {
  const text = message.replaceAll('\0', '\uFFFD')
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)} …`
}

/** Number of the last line the owner has; null when the owner is gone. */
export async function lastLogSeq(db: Connection, owner: LogOwner): Promise<number | null> {
  const { table, id } = ownerTable(owner)
  const row = await db.selectFrom(table).select('log_seq').where('id', '=', id).executeTakeFirst()
  return row?.log_seq ?? null
}

export type LogPage = {
  /** Only lines numbered above this one. */
  after?: number
  /** At most so many of all lines together. */
  limit?: number
}

/** Lines of these owners, oldest first (API-033, API-034). */
export async function readLogs(
  db: Connection,
  owners: { uploads: readonly string[] } | { imports: readonly string[] },
  page: LogPage = {},
): Promise<LogRow[]> {
  const [column, ids] =
    'uploads' in owners ? (['upload_id', owners.uploads] as const) : (['import_id', owners.imports] as const)
  if (ids.length === 0) return []
  let query = db
    .selectFrom('logs')
    .selectAll()
    .where(column, 'in', [...ids])
  if (page.after !== undefined) query = query.where('seq', '>', page.after)
  // One owner's lines are in the order of their numbers whatever its clock did.
  query = ids.length === 1 ? query.orderBy('seq') : query.orderBy('at').orderBy('id')
  if (page.limit !== undefined) query = query.limit(page.limit)
  return query.execute()
}
