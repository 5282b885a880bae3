import type { ImportUser, ParsedBody, Reply } from '@millrace/contract'
import type { LogbookSort } from '@millrace/contract/imports/logbook.rule'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { ImportRow } from '../imports.repository.ts'

export type LogbookFilter = ParsedBody<'POST /imports/listAll'>
type ImportsQuery = SelectQueryBuilder<Tables, 'imports', object>

/** Imports of these pipelines that pass the filters: one page of them and how many there are (D-87). */
export async function logbookPage(
  db: Connection,
  pipelineIds: readonly string[],
  filter: LogbookFilter,
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  if (pipelineIds.length === 0) return { rows: [], totalCount: 0 }
  const filtered = matchingImports(db, pipelineIds, filter)
  const counted = await filtered.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await sorted(filtered.selectAll('imports'), filter)
    .limit(filter.nbItemsPerPage)
    .offset((filter.pageNumber - 1) * filter.nbItemsPerPage)
    .execute()
  return { rows, totalCount: Number(counted.n) }
}

/** Whether the list goes down: the newest first, unless it is sorted otherwise or lists what is still to run. */
export const isDescending = ({ sort, pending }: LogbookFilter): boolean => (sort ? sort.descending : pending !== true)

/** What has no value in the column, such as the end of a running import, comes last either way. */
function sorted<Row>(query: SelectQueryBuilder<Tables, 'imports', Row>, filter: LogbookFilter) {
  const { sort } = filter
  const order = isDescending(filter) ? 'desc' : 'asc'
  const by = sort ? query.orderBy(sortColumns[sort.by], (column) => column[order]().nullsLast()) : query
  return by.orderBy('imports.scheduled_at', order).orderBy('imports.id', order)
}

const sortColumns: Record<LogbookSort, RawBuilder<unknown>> = {
  pipeline: sql`(select lower(d.name) from documents d where d.id = imports.pipeline_id)`,
  scheduledAt: sql`imports.scheduled_at`,
  startedAt: sql`imports.started_at`,
  endAt: sql`imports.ended_at`,
  state: sql`imports.state`,
  user: sql`lower(imports.user_name)`,
}

/** Columns of pipeline_versions by the name of the filter. */
const classes = [
  ['brand', 'brand_id'],
  ['locale', 'locale_id'],
  ['datakind', 'datakind_id'],
  ['productLine', 'product_line_id'],
] as const

/** Imports of these pipelines that pass the filters, in no order. */
export function matchingImports(db: Connection, pipelineIds: readonly string[], filter: LogbookFilter): ImportsQuery {
  const start = db.selectFrom('imports') as ImportsQuery
  let query = start.where('imports.pipeline_id', '=', sql<string>`any(${[...pipelineIds]}::text[])`)
  const wanted = classes.filter(([name]) => typeof filter[name] === 'string')
  if (wanted.length > 0) {
    const versions = wanted.reduce(
      (inner, [name, column]) => inner.where(column, '=', filter[name] ?? null),
      db.selectFrom('pipeline_versions').select('version_id'),
    )
    // Asked of each import and not joined, so that the order of an index is kept and a page stops where it is full.
    query = query.where(sql<boolean>`(imports.version_id in (${versions})) is true`)
  }
  if (typeof filter.user === 'string') query = query.where('imports.user_id', '=', filter.user)
  if (typeof filter.pending === 'boolean') query = query.where('imports.state', filter.pending ? '=' : '!=', 'pending')
  if (filter.states) query = query.where('imports.state', 'in', filter.states)
  if (filter.from) query = query.where('imports.scheduled_at', '>=', new Date(filter.from))
  if (filter.to) query = query.where('imports.scheduled_at', '<=', new Date(filter.to))
  const success = [...new Set(filter.success === undefined || filter.success === null ? [] : [filter.success].flat())]
  const [only] = success
  // Both values are no restriction: what still runs has neither and belongs on the page.
  if (success.length === 1 && only !== undefined) {
    query = query.where((where) =>
      where.or([where('imports.success', '=', only), where('imports.state', '=', 'pending')]),
    )
  }
  return query
}

/** Values occurring in imports of these pipelines (LOG-010). */
export async function logbookFilters(
  db: Connection,
  pipelineIds: readonly string[],
): Promise<Reply<'GET /imports/listAllFilters'>> {
  const ids = [...pipelineIds]
  const occurring = (column: 'brand_id' | 'locale_id' | 'product_line_id' | 'datakind_id') =>
    sql<boolean>`id in (select ${sql.ref(column)} from pipeline_versions
      where version_id in (select version_id from imports where pipeline_id = any(${ids}::text[])))`
  const [brands, locales, productLines, kinds, users] = await Promise.all([
    db.selectFrom('brands').selectAll().where(occurring('brand_id')).orderBy('name').execute(),
    db.selectFrom('locales').selectAll().where(occurring('locale_id')).orderBy('language').orderBy('country').execute(),
    db.selectFrom('product_lines').selectAll().where(occurring('product_line_id')).orderBy('label').execute(),
    db.selectFrom('datakinds').selectAll().where(occurring('datakind_id')).orderBy('name').execute(),
    importUsers(db, ids),
  ])
  return {
    brands: brands.map(({ id, name }) => ({ _id: id, name })),
    locales: locales.map(({ id, name, language, country }) => ({
      _id: id,
      name,
      language,
      country,
      label: `${language}-${country}`,
    })),
    productLines: productLines.map(({ id, name, label }) => ({ _id: id, name, label })),
    kinds: kinds.map(({ id, name }) => ({ _id: id, name })),
    users,
  }
}

async function importUsers(db: Connection, pipelineIds: string[]): Promise<ImportUser[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['user_id', 'user_name', 'first_name', 'last_name'])
    .distinctOn('user_id')
    .where('pipeline_id', '=', sql<string>`any(${pipelineIds}::text[])`)
    .where('user_id', 'is not', null)
    .orderBy('user_id')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .map((row) => ({
      _id: row.user_id ?? '',
      userName: row.user_name,
      firstName: row.first_name,
      lastName: row.last_name,
    }))
    .sort((a, b) => a.lastName.localeCompare(b.lastName, 'en') || a.firstName.localeCompare(b.firstName, 'en'))
}
