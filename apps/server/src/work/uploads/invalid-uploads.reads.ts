import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export type InvalidUploadRow = {
  id: string
  data_sub_kind: string
  original_filename: string | null
  created_at: Date
  total_findings: number
  version_id: string
  pipeline_name: string
  pipeline_version: number
  total: number
}

/**
 * Files that are the last of their source and invalid, so that the source is not ready (D-67), the newest first, each with
 * the newest version of its pipeline; `total` is how many there are.
 */
export async function invalidLastUploads(db: Connection, limit: number): Promise<InvalidUploadRow[]> {
  const { rows } = await sql<InvalidUploadRow>`
    select u.id, u.data_sub_kind, u.original_filename, u.created_at, u.total_findings,
      v.id as version_id, d.name as pipeline_name, v.version as pipeline_version, count(*) over ()::int as total
    from uploads u
    join documents d on d.id = u.pipeline_id
    join lateral (
      select id, version from document_versions where document_id = d.id order by version desc limit 1
    ) v on true
    where u.status = 'invalid' and u.enabled and u.origin = 'source' and not exists (
      select 1 from uploads later
      where later.pipeline_id = u.pipeline_id and later.origin = 'source' and later.data_sub_kind = u.data_sub_kind
        and later.enabled and (later.created_at, later.id) > (u.created_at, u.id)
    )
    order by u.created_at desc, u.id desc limit ${limit}`.execute(db)
  return rows
}

/** How many files are being checked, or wait for it. */
export async function countValidating(db: Connection): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('status', '=', 'validating')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
