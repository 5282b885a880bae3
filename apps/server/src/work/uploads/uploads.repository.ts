import type { FileFormat, Finding, FindingGroup, NumberedFinding, UploadCounts } from '@millrace/contract'
import { lastUploadsShown } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notify } from '../../platform/notices/notices.ts'

export type UploadRow = Selectable<Tables['uploads']>
export type NewUpload = {
  id: string
  pipelineId: string
  versionId: string
  dataSubKind: string
  originalFilename: string | null
  fileKey: string
  size: number
  sha256: string
  createdBy: string | null
  /** The import that fetched it before it ran; absent for what people sent. */
  importId?: string
}

/** Newest first; the id decides between uploads of one instant, since ids grow with time. */
const newestFirst = sql`created_at desc, id desc`

/** Stores files that just arrived, to be validated. */
export async function insertUploads(db: Connection, uploads: readonly NewUpload[]): Promise<UploadRow[]> {
  const rows = await db
    .insertInto('uploads')
    .values(
      uploads.map((upload) => ({
        id: upload.id,
        pipeline_id: upload.pipelineId,
        version_id: upload.versionId,
        import_id: upload.importId ?? null,
        status: 'validating' as const,
        original_filename: upload.originalFilename,
        data_sub_kind: upload.dataSubKind,
        origin: 'source' as const,
        file_key: upload.fileKey,
        size: upload.size,
        sha256: upload.sha256,
        created_by: upload.createdBy,
      })),
    )
    .returningAll()
    .execute()
  for (const row of rows) {
    await notify(db, { about: 'upload', id: row.id, pipelineId: row.pipeline_id, change: 'insert' })
  }
  return uploads.flatMap((upload) => rows.filter((row) => row.id === upload.id))
}

export type NewOutput = NewUpload & { importId: string; counts: UploadCounts }

/** Stores what an import wrote; the same output written again by a retry replaces its row (settled point 13). */
export async function insertOutput(db: Connection, output: NewOutput): Promise<void> {
  const values = {
    pipeline_id: output.pipelineId,
    version_id: output.versionId,
    import_id: output.importId,
    status: 'valid' as const,
    original_filename: output.originalFilename,
    data_sub_kind: output.dataSubKind,
    origin: 'destination' as const,
    file_key: output.fileKey,
    size: output.size,
    sha256: output.sha256,
    counts: JSON.stringify(output.counts),
    created_by: output.createdBy,
  }
  await db
    .insertInto('uploads')
    .values({ id: output.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await notify(db, { about: 'upload', id: output.id, pipelineId: output.pipelineId, change: 'insert' })
}

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

/** The newest enabled upload of each sub kind to be read from, whatever its status (settled point 5). `until`: made by then. */
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

export async function disableUpload(db: Connection, id: string): Promise<UploadRow> {
  const row = await db
    .updateTable('uploads')
    .set({ enabled: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await notify(db, { about: 'upload', id, pipelineId: row.pipeline_id, change: 'update' })
  return row
}

/**
 * Takes an upload for validation under a new fencing number and removes what an earlier attempt found.
 * @returns null when it is gone or validated already
 */
export async function takeUpload(db: Connection, id: string): Promise<UploadRow | null> {
  const row = await db
    .updateTable('uploads')
    .set((set) => ({ attempt: set('attempt', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'validating')
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.attempt > 1) await db.deleteFrom('upload_findings').where('upload_id', '=', id).execute()
  return row
}

/** Stores a batch of findings; false when another attempt holds the upload (G5). */
export async function insertFindings(
  db: Connection,
  upload: { id: string; attempt: number },
  from: number,
  findings: readonly Finding[],
): Promise<boolean> {
  if (findings.length === 0) return true
  // The row is locked by the statement itself, so no later attempt can clear the table in between.
  const result = await sql<{ stored: number }>`
    with owner as (
      select id from uploads where id = ${upload.id} and attempt = ${upload.attempt} and status = 'validating' for share
    ), added as (
      insert into upload_findings (upload_id, n, finding)
      select owner.id, ${from}::int + f.n - 1, f.finding
      from owner, jsonb_array_elements(${storableJson(findings)}::jsonb) with ordinality as f(finding, n)
      returning 1
    )
    select count(*)::int as stored from added
  `.execute(db)
  return (result.rows[0]?.stored ?? 0) === findings.length
}

/** jsonb keeps no NUL in texts: a value that holds one is shown with the replacement character. */
const storableJson = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd')

export type ValidationEnd = {
  status: 'valid' | 'invalid'
  counts: UploadCounts | null
  detected: FileFormat | null
  groups: FindingGroup[]
  totalFindings: number
  /** The file of rejected records and the index of its findings; null when there is none. */
  rejected: { key: string; index: number[] } | null
}

/** Ends the validation, if this attempt still holds the upload. */
export async function finishValidation(
  db: Connection,
  upload: { id: string; attempt: number; pipelineId: string },
  end: ValidationEnd,
): Promise<boolean> {
  const row = await db
    .updateTable('uploads')
    .set({
      status: end.status,
      counts: end.counts === null ? null : JSON.stringify(end.counts),
      detected: end.detected === null ? null : storableJson(end.detected),
      groups: storableJson(end.groups),
      total_findings: end.totalFindings,
      rejected_key: end.rejected?.key ?? null,
      rejected_index: JSON.stringify(end.rejected?.index ?? []),
    })
    .where('id', '=', upload.id)
    .where('attempt', '=', upload.attempt)
    .where('status', '=', 'validating')
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await notify(db, { about: 'upload', id: upload.id, pipelineId: upload.pipelineId, change: 'update' })
  return true
}

/** How many findings of an upload are kept as rows so far. */
export async function countFindings(db: Connection, id: string): Promise<number> {
  const { last } = await db
    .selectFrom('upload_findings')
    .select((fn) => fn.fn.max('n').as('last'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The findings of one rule and column that are kept as rows, in file order. */
export async function findingsOfRule(
  db: Connection,
  id: string,
  { rule, column }: Pick<Finding, 'rule' | 'column'>,
): Promise<NumberedFinding[]> {
  const rows = await db
    .selectFrom('upload_findings')
    .select(['n', 'finding'])
    .where('upload_id', '=', id)
    .where(sql<boolean>`finding->>'rule' = ${rule} and finding->>'column' is not distinct from ${column}`)
    .orderBy('n')
    .execute()
  return rows.map(({ n, finding }) => ({ ...finding, n }))
}

/** A page of the findings of an upload that are kept as rows, in file order. */
export async function readFindings(
  db: Connection,
  id: string,
  page: { pageNumber: number; nbItemsPerPage: number },
): Promise<NumberedFinding[]> {
  const first = (page.pageNumber - 1) * page.nbItemsPerPage
  const rows = await db
    .selectFrom('upload_findings')
    .select(['n', 'finding'])
    .where('upload_id', '=', id)
    .where('n', '>', first)
    .orderBy('n')
    .limit(page.nbItemsPerPage)
    .execute()
  return rows.map(({ n, finding }) => ({ ...finding, n }))
}
