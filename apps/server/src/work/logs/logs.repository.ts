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

const ownerTable = (owner: LogOwner) =>
  'upload' in owner
    ? { table: 'uploads' as const, column: 'upload_id' as const, id: owner.upload }
    : { table: 'imports' as const, column: 'import_id' as const, id: owner.import }

/**
 * Inserts lines and tells the listeners in the same statement. The counter is a column of the owner's row, so numbers
 * have no gaps and commit in their order (G11).
 * @returns number of the last line; null when the owner is gone or not held by this attempt
 */
export async function insertLogs(
  db: Connection,
  owner: LogOwner,
  lines: readonly LogLine[],
  attempt: number | null,
): Promise<number | null> {
  const { table, column, id } = ownerTable(owner)
  const notice: LiveNotice = { about: 'logs', ...owner }
  const fence = attempt === null ? sql`` : sql`and attempt = ${attempt}`
  const result = await sql<{ last: number; notified: unknown }>`
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
        ${lines.map((line) => line.message)}::text[],
        ${lines.map((line) => line.dataSubKind ?? null)}::text[]
      ) with ordinality as line(at, level, message, kind, n)
    )
    select log_seq as last, pg_notify(${liveChannel}, ${JSON.stringify(notice)}) as notified from owner
  `.execute(db)
  return result.rows[0]?.last ?? null
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
export async function findLogs(
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

/** The pipeline of each of these uploads, by id; unknown ones are missing. */
export async function pipelinesOfUploads(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'pipeline_id'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.pipeline_id]))
}

/** The pipeline of each of these imports, by id; unknown ones are missing. */
export async function pipelinesOfImports(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'pipeline_id'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.pipeline_id]))
}

/** The import of that id, or all imports of the job of that id in their order, each with its pipeline. */
export async function importsOf(db: Connection, importOrJobId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'pipeline_id'])
    .where((where) => where.or([where('id', '=', importOrJobId), where('job_id', '=', importOrJobId)]))
    .orderBy('position')
    .execute()
  return new Map(rows.map((row) => [row.id, row.pipeline_id]))
}

type OwnerColumn = 'upload_id' | 'import_id'

/** The number of the last line of each of these owners that has one. */
export async function lastSeqs(
  db: Connection,
  column: OwnerColumn,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('logs')
    .select(column)
    .select((select) => select.fn.max('seq').as('last'))
    .where(column, 'in', [...ids])
    .groupBy(column)
    .execute()
  return new Map(rows.map((row) => [row[column] ?? '', Number(row.last)]))
}

/** The newest lines of all these owners together. */
export async function newestLogs(
  db: Connection,
  column: OwnerColumn,
  ids: readonly string[],
  limit: number,
): Promise<LogRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('logs')
    .selectAll()
    .where(column, 'in', [...ids])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many lines these owners have together. */
export async function countLogs(db: Connection, column: OwnerColumn, ids: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('logs')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where(column, 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(n)
}
