import { chainStates } from '@millrace/contract'
import type { LogbookSort } from '@millrace/contract/imports/logbook.rule'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { ImportRow } from '../imports.repository.ts'
import { isDescending, type LogbookFilter, matchingImports } from './logbook.repository.ts'

/** An import on a page of rows; imports with the same number are of one row. */
export type ImportInRow = ImportRow & { rowNumber: number }

/**
 * One page of rows, and how many there are: a row is what one run of a job imports of the pipelines that are seen, a
 * single import or a chain. It is listed whole where one of its imports is `listed` and passes the filters; what is not
 * seen counts in nothing.
 * @param seen pipelines that exist for the caller
 * @param listed those of them that are asked for
 */
export async function logbookRows(
  db: Connection,
  { seen, listed }: { seen: readonly string[]; listed: readonly string[] },
  filter: LogbookFilter,
): Promise<{ imports: ImportInRow[]; totalCount: number }> {
  if (listed.length === 0) return { imports: [], totalCount: 0 }
  const matched = matchingImports(db, listed, filter).select(['imports.job_id', 'imports.scheduled_at'])
  const grouped = matched.groupBy(['imports.scheduled_at', 'imports.job_id'])
  const counted = await db
    .selectFrom(grouped.as('matched'))
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const by = filter.sort?.by
  const page = isByTime(by) ? pageByTime(grouped, filter) : pageByValue(matched, filter, { by, seen })
  const { rows } = await sql<ImportRow & { row_number: string }>`
    select imports.*, page.row_number
    from (${page}) as page
    join imports on imports.job_id = page.job_id and imports.scheduled_at = page.scheduled_at
    where ${isSeen(seen)}
    order by page.row_number, imports.position, imports.id`.execute(db)
  const imports = rows.map(({ row_number, ...each }) => ({ ...each, rowNumber: Number(row_number) }))
  return { imports, totalCount: Number(counted.n) }
}

/** Those of the imports that are of these pipelines and pass the filters. */
export async function matchingAmong(
  db: Connection,
  pipelineIds: readonly string[],
  filter: LogbookFilter,
  importIds: readonly string[],
): Promise<Set<string>> {
  if (importIds.length === 0) return new Set()
  const rows = await matchingImports(db, pipelineIds, filter)
    .select('imports.id')
    .where('imports.id', '=', sql<string>`any(${[...importIds]}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const isSeen = (seen: readonly string[]) => sql`imports.pipeline_id = any(${[...seen]}::text[])`

/** What all imports of a row have a part in; the time they were scheduled at is the same for all of them. */
type SortValue = Exclude<LogbookSort, 'scheduledAt'>
const isByTime = (by: LogbookSort | undefined): by is 'scheduledAt' | undefined =>
  by === undefined || by === 'scheduledAt'

const wayOf = (filter: LogbookFilter) => (isDescending(filter) ? 'desc' : 'asc')
const skipped = ({ pageNumber, nbItemsPerPage }: LogbookFilter): number => (pageNumber - 1) * nbItemsPerPage
const rowNumber = (order: RawBuilder<unknown>) => sql<string>`row_number() over (order by ${order})`.as('row_number')

/** One query and no query inside another: its rows are then taken from an index, no more of them than the page has. */
function pageByTime(
  grouped: SelectQueryBuilder<Tables, 'imports', { job_id: string; scheduled_at: Date }>,
  filter: LogbookFilter,
) {
  const way = wayOf(filter)
  return grouped
    .select(rowNumber(sql`imports.scheduled_at ${sql.raw(way)}, imports.job_id ${sql.raw(way)}`))
    .orderBy('imports.scheduled_at', way)
    .orderBy('imports.job_id', way)
    .limit(filter.nbItemsPerPage)
    .offset(skipped(filter))
}

/** Whatever has no value, such as the end of a row that runs, comes last either way. */
function pageByValue(
  matched: Expression<unknown>,
  filter: LogbookFilter,
  { by, seen }: { by: SortValue; seen: readonly string[] },
) {
  const way = sql.raw(wayOf(filter))
  const order = sql`value ${way} nulls last, scheduled_at ${way}, job_id ${way}`
  const value = by === 'pipeline' ? nameOfRow(seen) : sortValues[by]
  return sql`
    select job_id, scheduled_at, ${rowNumber(order)}
    from (
      select imports.job_id, imports.scheduled_at, ${value} as value
      from imports ${by === 'pipeline' ? sql`join documents pipelines on pipelines.id = imports.pipeline_id` : sql``}
      where (imports.job_id, imports.scheduled_at) in (${matched}) and ${isSeen(seen)}
      group by imports.scheduled_at, imports.job_id
    ) as found
    order by ${order}
    limit ${filter.nbItemsPerPage} offset ${skipped(filter)}`
}

const states = sql`${[...chainStates]}::text[]`
const sortValues: Record<Exclude<SortValue, 'pipeline'>, RawBuilder<unknown>> = {
  startedAt: sql`min(imports.started_at)`,
  endAt: sql`case when bool_and(imports.ended_at is not null) then max(imports.ended_at) end`,
  state: sql`(${states})[min(array_position(${states}, imports.state))]`,
  user: sql`min(lower(imports.user_name))`,
}

/** The name of a chain's master where it is seen; else that of its first import. */
const nameOfRow = (seen: readonly string[]) => sql`coalesce(
  case when count(*) > 1 then (
    select lower(d.name) from jobs j
    join documents d on d.id = j.pipeline_id
    join pipeline_versions v on v.version_id = j.version_id and v.is_master
    where j.id = imports.job_id and j.pipeline_id = any(${[...seen]}::text[])
  ) end,
  (array_agg(lower(pipelines.name) order by imports.position))[1])`
