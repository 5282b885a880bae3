import { lastUploadsShown } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** With the keys of all its files. */
export type OldUpload = { id: string; keys: string[] }

/**
 * Uploads and output files of before the instant that nobody needs any more: not among the last four enabled of their
 * kind, which are also what a planned job would read, not being validated, and of no pipeline (or master of one) whose
 * import is under way.
 */
export async function oldUploads(db: Connection, before: Date, limit: number): Promise<OldUpload[]> {
  const { rows } = await sql<OldUpload>`
    with under_way as (
      select i.pipeline_id, i.version_id from imports i
      where i.state in ('busy', 'progress', 'sequential') or (i.state = 'pending' and i.kind = 'immediate')
    ), in_use as (
      select pipeline_id from under_way
      union
      select v.document_id from under_way u
      join document_references r on r.from_version = u.version_id and r.role = 'master'
      join document_versions v on v.id = r.to_version
    ), ranked as (
      select id, enabled, created_at, status, pipeline_id, file_key, rejected_key,
        row_number() over (
          partition by pipeline_id, origin, data_sub_kind, enabled order by created_at desc, id desc
        ) as n
      from uploads
    )
    select id, array_remove(array[file_key, rejected_key], null) ||
      array(select d.file_key from upload_datasets d where d.upload_id = ranked.id) as keys
    from ranked
    where created_at < ${before.toISOString()}::timestamptz
      and (not enabled or n > ${lastUploadsShown}) and status <> 'validating'
      and pipeline_id not in (select pipeline_id from in_use)
    order by created_at limit ${limit}
  `.execute(db)
  return rows
}

/** Removes them with their findings and lines. @returns those that are gone */
export async function deleteUploads(db: Connection, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('uploads')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Imports that ended before the instant and still have other lines than the one that says that they have none. */
export async function importsWithOldLogs(
  db: Connection,
  before: Date,
  removedLine: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.ended_at', '<', before)
    .where((where) =>
      where.exists(
        where
          .selectFrom('logs as l')
          .select('l.id')
          .whereRef('l.import_id', '=', 'i.id')
          .where('l.message', '<>', removedLine),
      ),
    )
    .orderBy('i.ended_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteImportLogs(db: Connection, importId: string): Promise<void> {
  await db.deleteFrom('logs').where('import_id', '=', importId).execute()
}

/**
 * Decided due instants of before the instant. They decide nothing any more: no clock is set back that far, and what a
 * plan still waits for lies after them. @returns how many
 */
export async function deleteOldInstants(db: Connection, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('schedule_runs').where('due_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes the rows of datasets that another program made: whoever needs one makes it again. @returns their keys */
export async function deleteOldDatasets(db: Connection, maker: string, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('upload_datasets')
    .where('file_key', 'in', (from) =>
      from.selectFrom('upload_datasets').select('file_key').where('maker', '<>', maker).limit(limit),
    )
    .returning('file_key')
    .execute()
  return rows.map((row) => row.file_key)
}

/** Of these keys of the file store, those that no upload names. */
export async function unnamedKeys(db: Connection, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .select(['file_key', 'rejected_key'])
    .where((where) => where.or([where('file_key', 'in', [...keys]), where('rejected_key', 'in', [...keys])]))
    .execute()
  const datasets = await db
    .selectFrom('upload_datasets')
    .select('file_key')
    .where('file_key', 'in', [...keys])
    .execute()
  const named = new Set([
    ...rows.flatMap((row) => [row.file_key, row.rejected_key]),
    ...datasets.map((d) => d.file_key),
  ])
  return keys.filter((key) => !named.has(key))
}
