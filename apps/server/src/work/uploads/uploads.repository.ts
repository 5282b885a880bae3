import type {
  DetectedFormat,
  Finding,
  FindingGroup,
  ImportState,
  JobKind,
  NumberedFinding,
  UploadCounts,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { noticeOfRow, notify } from '../../platform/notices/notices.ts'
import type { StoredDataset } from './datasets.repository.ts'
import type { UploadRow } from './uploads.reads.ts'

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
        ...createdBy(upload),
      })),
    )
    .returningAll()
    .execute()
  for (const row of rows) {
    await notify(db, { about: 'upload', id: row.id, pipelineId: row.pipeline_id, change: 'insert' })
  }
  return uploads.flatMap((upload) => rows.filter((row) => row.id === upload.id))
}

/** Whoever sent it, with the name, which stays when the account is deleted. */
const createdBy = ({ createdBy: id, importId }: Pick<NewUpload, 'createdBy' | 'importId'>) => ({
  created_by: id,
  created_by_name: sql<string | null>`coalesce(
    (select user_name from users where id = ${id}::text), (select user_name from imports where id = ${importId ?? null}::text))`,
})

export type NewOutput = NewUpload & { importId: string; counts: UploadCounts }

/** Stores what an import wrote; the same output written again by a retry replaces its row. */
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
    ...createdBy(output),
  }
  await db
    .insertInto('uploads')
    .values({ id: output.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .returning(noticeOfRow({ about: 'upload', id: output.id, pipelineId: output.pipelineId, change: 'insert' }))
    .execute()
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
  detected: DetectedFormat | null
  groups: FindingGroup[]
  totalFindings: number
  /** The file of rejected records and the index of its findings; null when there is none. */
  rejected: { key: string; index: number[] } | null
  /** The file of accepted records; null when there is none. */
  dataset: StoredDataset | null
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

/** Ids of what this run of a job has fetched for a pipeline before, by data source: for this import, or for another country. */
export async function fetchedForRun(
  db: Connection,
  run: { jobId: string; scheduledAt: Date },
  pipelineId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('uploads as u')
    .innerJoin('imports as i', 'i.id', 'u.import_id')
    .select(['u.id', 'u.data_sub_kind as kind'])
    .where('u.pipeline_id', '=', pipelineId)
    .where('u.origin', '=', 'source')
    .where('i.job_id', '=', run.jobId)
    .where('i.scheduled_at', '=', run.scheduledAt)
    .orderBy('u.created_at')
    .execute()
  return new Map(rows.map(({ kind, id }) => [kind, id]))
}

/** What beside its own row tells how an upload came. */
export type SenderRow = {
  id: string
  /** A listener gathered it. */
  gathered: boolean
  listener: string | null
  /** Pipeline of the job that had it fetched, and when that job runs. */
  planOf: string | null
  kind: JobKind | null
  scheduledDate: string | null
  scheduledTime: string | null
  repeatPattern: string | null
}

/** The listeners and plans that these uploads came by. */
export async function sendersOf(db: Connection, ids: readonly string[]): Promise<SenderRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('uploads as u')
    .leftJoin('imports as i', 'i.id', 'u.import_id')
    .leftJoin('jobs as j', 'j.id', 'i.job_id')
    .leftJoin('listener_batches as b', 'b.upload_id', 'u.id')
    .leftJoin('deployed_listeners as l', 'l.id', 'b.listener_id')
    .select([
      'u.id',
      'l.name as listener',
      'j.pipeline_id as planOf',
      'j.kind',
      'j.scheduled_date as scheduledDate',
      'j.scheduled_time as scheduledTime',
      'j.repeat_pattern as repeatPattern',
      sql<boolean>`b.upload_id is not null`.as('gathered'),
    ])
    .where('u.id', 'in', [...ids])
    .execute()
}

/** Those of these people in whose name an import of these pipelines runs or ran. */
export async function importersAmong(
  db: Connection,
  userIds: readonly string[],
  pipelineIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('imports')
    .select('user_id')
    .distinct()
    .where('pipeline_id', 'in', [...pipelineIds])
    .where('user_id', 'in', [...userIds])
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

/** Whether the job waits for its time, and nobody pressed a button for its imports. */
export async function isPlannedJob(db: Connection, jobId: string): Promise<boolean> {
  const { kind } = await db.selectFrom('jobs').select('kind').where('id', '=', jobId).executeTakeFirstOrThrow()
  return kind === 'scheduled' || kind === 'repeat'
}

/** The pipeline of an import and the uploads it reads; null for an unknown one. */
export async function inputsOfImport(
  db: Connection,
  importId: string,
): Promise<{ pipelineId: string; uploadIds: string[] } | null> {
  const row = await db
    .selectFrom('imports')
    .select(['pipeline_id', 'ran_with'])
    .where('id', '=', importId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { pipelineId: row.pipeline_id, uploadIds: (row.ran_with?.uploads ?? []).map(({ _id }) => _id) }
}

/** The files an import wrote, by sink. */
export async function outputsOfImport(db: Connection, importId: string): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('import_id', '=', importId)
    .where('origin', '=', 'destination')
    .orderBy('data_sub_kind')
    .execute()
}

/**
 * The imports that run, or are about to, and may read uploads of this pipeline: its own, and those of its countries,
 * which read their master's uploads as they stood when their chain began. Held until the transaction ends, so that none
 * is taken in between.
 */
export async function lockReadersOf(
  tx: Connection,
  pipelineId: string,
): Promise<{ state: ImportState; pipelineId: string }[]> {
  return tx
    .selectFrom('imports')
    .select(['state', 'pipeline_id as pipelineId'])
    .where((where) =>
      where.or([
        where('pipeline_id', '=', pipelineId),
        where(
          'version_id',
          'in',
          where
            .selectFrom('document_references as r')
            .innerJoin('document_versions as v', 'v.id', 'r.to_version')
            .select('r.from_version')
            .where('r.role', '=', 'master')
            .where('v.document_id', '=', pipelineId),
        ),
      ]),
    )
    .where((where) => where.or([where('blocking', '=', true), where('state', '=', 'sequential')]))
    .forShare()
    .execute()
}
