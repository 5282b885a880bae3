import { conflict } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type VersionRow, versionRows } from './versions.reads.ts'

/** What besides documents keeps a version: plans, by the newest version of their pipeline. */
export async function plansWith(db: Connection, versionIds: readonly string[]): Promise<VersionRow[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (d.id) v.id from jobs j join documents d on d.id = j.pipeline_id
      join document_versions v on v.document_id = d.id
      where (j.version_id = any(${[...versionIds]}::text[]) or j.list_pipelines && ${[...versionIds]}::text[])
        and j.ended_at is null
    order by d.id, v.version desc limit 5`.execute(db)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? [] : versionRows(db).where('v.id', 'in', ids).orderBy('d.name').execute()
}

/** Pipelines of which one of these versions is published, by the version that is. */
export async function publishedAmong(db: Connection, versionIds: readonly string[]): Promise<VersionRow[]> {
  if (versionIds.length === 0) return []
  return versionRows(db)
    .innerJoin('endpoints as e', 'e.version_id', 'v.id')
    .where('v.id', 'in', [...versionIds])
    .orderBy('d.name')
    .execute()
}

/** Imports that ran with a version, or jobs that were planned with it: history that keeps the version. */
export async function historyOf(db: Connection, versionId: string): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select 'an import of ' || d.name as name from document_versions v join documents d on d.id = v.document_id
    where v.id = ${versionId} and (exists (select 1 from imports i where i.version_id = v.id)
      or exists (select 1 from jobs j where j.version_id = v.id))`.execute(db)
  return rows
}

/**
 * Imports, jobs and uploads of a pipeline that is about to go; a running import keeps it.
 * Returns the keys of its files, to be removed when the transaction is through.
 */
export async function removeRunHistory(db: Connection, documentId: string): Promise<string[]> {
  const running = await db
    .selectFrom('imports')
    .select('id')
    .where('pipeline_id', '=', documentId)
    .where('state', 'in', ['busy', 'progress', 'sequential', 'pending'])
    .executeTakeFirst()
  if (running !== undefined) throw conflict('Cannot delete a running import.')
  const datasets = await db
    .selectFrom('upload_datasets as d')
    .innerJoin('uploads as u', 'u.id', 'd.upload_id')
    .select('d.file_key')
    .where('u.pipeline_id', '=', documentId)
    .execute()
  const files = await db
    .deleteFrom('uploads')
    .where('pipeline_id', '=', documentId)
    .returning(['file_key', 'rejected_key'])
    .execute()
  await db.deleteFrom('imports').where('pipeline_id', '=', documentId).execute()
  await db.deleteFrom('jobs').where('pipeline_id', '=', documentId).execute()
  const keys = files.flatMap((row) => [row.file_key, row.rejected_key]).filter((key) => key !== null)
  return [...keys, ...datasets.map((row) => row.file_key)]
}

/** The columns that lists filter pipelines by, for a copy of a version. */
export async function copyPipelineColumns(db: Connection, from: string, to: string): Promise<void> {
  await db
    .insertInto('pipeline_versions')
    .columns(['version_id', 'is_master', 'is_hidden', 'brand_id', 'locale_id', 'product_line_id', 'datakind_id'])
    .expression((expression) =>
      expression
        .selectFrom('pipeline_versions')
        .select([
          expression.val(to).as('version_id'),
          'is_master',
          'is_hidden',
          'brand_id',
          'locale_id',
          'product_line_id',
          'datakind_id',
        ])
        .where('version_id', '=', from),
    )
    .execute()
}
