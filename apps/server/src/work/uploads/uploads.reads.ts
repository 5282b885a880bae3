import { lastUploadsShown } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type UploadRow = Selectable<Tables['uploads']>

/** Newest first; the id decides between uploads of one instant, since ids grow with time. */
const newestFirst = sql`created_at desc, id desc`

/** The uploads with these ids, in that order; unknown ones are missing. */
export async function findUploads(db: Connection, ids: readonly string[]): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Enabled uploads, newest first, at most four of each origin and sub kind (D-62). */
export async function lastUploads(
  db: Connection,
  pipelineIds: readonly string[],
  dataSubKind?: string,
): Promise<UploadRow[]> {
  if (pipelineIds.length === 0) return []
  return db
    .selectFrom(
      db
        .selectFrom('uploads')
        .selectAll()
        .select(
          sql<number>`row_number() over (partition by pipeline_id, origin, data_sub_kind order by ${newestFirst})`.as(
            'n',
          ),
        )
        .where('pipeline_id', 'in', [...pipelineIds])
        .where('enabled', '=', true)
        .$if(dataSubKind !== undefined, (query) => query.where('data_sub_kind', '=', dataSubKind ?? ''))
        .as('ranked'),
    )
    .selectAll()
    .where('n', '<=', lastUploadsShown)
    .orderBy(newestFirst)
    .execute()
}

/** The newest enabled upload of each sub kind to be read from, whatever its status. `until`: made by then. */
export async function newestSources(db: Connection, pipelineId: string, until?: Date): Promise<Map<string, UploadRow>> {
  const rows = await db
    .selectFrom('uploads')
    .distinctOn('data_sub_kind')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('origin', '=', 'source')
    .where('enabled', '=', true)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? new Date()))
    .orderBy('data_sub_kind')
    .orderBy(newestFirst)
    .execute()
  return new Map(rows.map((row) => [row.data_sub_kind, row]))
}

export type NewestFile = Pick<UploadRow, 'original_filename' | 'created_at' | 'status'>

/** Of each pipeline the newest enabled file of these sources of it, whatever its status; each source is looked up in the index. */
export async function newestOfSources(
  db: Connection,
  sources: readonly { pipelineId: string; dataSubKind: string }[],
): Promise<Map<string, NewestFile>> {
  const { rows } = await sql<NewestFile & { pipeline_id: string }>`
    select distinct on (source.pipeline_id) source.pipeline_id, file.*
    from unnest(
      ${sources.map(({ pipelineId }) => pipelineId)}::text[], ${sources.map(({ dataSubKind }) => dataSubKind)}::text[]
    ) source (pipeline_id, kind)
    cross join lateral (
      select id, original_filename, created_at, status from uploads
      where pipeline_id = source.pipeline_id and origin = 'source' and data_sub_kind = source.kind and enabled
      order by ${newestFirst} limit 1
    ) file
    order by source.pipeline_id, ${newestFirst}`.execute(db)
  return new Map(rows.map((row) => [row.pipeline_id, row]))
}
