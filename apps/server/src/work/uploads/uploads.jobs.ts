import { maxStoredFindings, texts } from '@millrace/contract'
import { guessDecimal, type ResolveModule, type SpareRunner, validateFile } from '@millrace/engine'
import { createLogWriter, type LogWriter } from '../logs/log-writer.ts'
import { appendLogs } from '../logs/append-logs.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertDataset } from './datasets.repository.ts'
import { fieldsReadOf } from './fields-read.ts'
import { datasetBase, DatasetFile } from './kept-dataset.ts'
import { dropEarlierRejected, RejectedFile } from './rejected-file.ts'
import { type SourceDeps, sourceOfUpload } from './source-of-upload.ts'
import { minFreeBytes } from './uploads.policy.ts'
import { findUploads, type UploadRow } from './uploads.reads.ts'
import { finishValidation, insertFindings, takeUpload, type ValidationEnd } from './uploads.repository.ts'
import { type ValidateJob, validateQueue } from './validate-queue.ts'

export type ValidateDeps = SourceDeps & {
  resolveModule: ResolveModule
  /** A process that waits for a check of a small file. */
  spare?: SpareRunner | null
}
type ValidatePlatform = Pick<Platform, 'db' | 'files' | 'log'>

/** Faults of ours after which a file is given up as invalid, and takes after which one that ends its worker is. */
const maxFaults = 5
const maxAttempts = 10

/** Another attempt holds the upload. */
class FencedError extends Error {}

/** Takes uploads from the queue and validates them, `settings.workers` at a time. */
export async function startValidationWorkers(
  platform: ValidatePlatform & Pick<Platform, 'queue' | 'settings'>,
  deps: ValidateDeps,
): Promise<void> {
  const { queue, settings } = platform
  await queue.work<ValidateJob>(validateQueue, { concurrency: settings.workers }, async ({ data, signal }) => {
    await validateUpload(platform, deps, data.uploadId, signal)
  })
}

/**
 * Validates one upload under a fencing number of its own; an attempt that was cut off leaves nothing but its lines.
 * Rejects only when the validation should be tried again.
 */
export async function validateUpload(
  platform: ValidatePlatform,
  deps: ValidateDeps,
  uploadId: string,
  stop: AbortSignal,
): Promise<void> {
  const { db, log } = platform
  const row = await db.transaction().execute((tx) => takeUpload(tx, uploadId))
  if (row === null) return
  const fenced = new AbortController()
  const writer = createLogWriter({
    db,
    owner: { upload: row.id },
    attempt: row.attempt,
    lastSeq: row.log_seq,
    log,
    onFenced: () => fenced.abort(new FencedError('the upload is held by another')),
  })
  if (row.attempt > 1) writer.write('warn', 'The validation was cut off and starts again', row.data_sub_kind)
  const rejected = new RejectedFile(platform.files, row)
  const dataset = new DatasetFile(platform.files, row.id)
  try {
    await dropEarlierRejected(platform.files, row)
    const signal = AbortSignal.any([stop, fenced.signal])
    if (row.attempt > maxAttempts) {
      const reason = `The validation was cut off ${maxAttempts} times and is given up`
      return await finish(platform, row, writer, unreadable(writer, row, reason))
    }
    await finish(platform, row, writer, await check(platform, deps, row, writer, { rejected, dataset }, signal))
  } catch (error) {
    await dropUnnamed(platform, rejected, row.id)
    if (error instanceof FencedError || fenced.signal.aborted) return
    if (stop.aborted || row.attempt < maxFaults) throw error
    log.error({ err: error, upload: row.id }, 'an upload could not be validated')
    await finish(platform, row, writer, unreadable(writer, row, texts.unexpected))
  } finally {
    await dataset.drop()
    await writer.close()
  }
}

/** Removes the rejected records of an attempt that failed. While the database cannot say, they stay: the next attempt removes them. */
async function dropUnnamed({ db, log }: ValidatePlatform, rejected: RejectedFile, id: string): Promise<void> {
  try {
    await rejected.drop(async (key) => (await findUploads(db, [id]))[0]?.rejected_key === key)
  } catch (error) {
    log.warn({ err: error, upload: id }, 'rejected records of a failed validation could not be removed')
  }
}

async function check(
  { db, files }: ValidatePlatform,
  deps: ValidateDeps,
  row: UploadRow,
  writer: LogWriter,
  { rejected, dataset }: { rejected: RejectedFile; dataset: DatasetFile },
  signal: AbortSignal,
): Promise<ValidationEnd> {
  const source = await sourceOfUpload(deps, row, (message) => writer.write('warn', message, row.data_sub_kind))
  if (source === null) return unreadable(writer, row, `The pipeline has no data source ${row.data_sub_kind} any more`)
  if (!(await files.exists(row.file_key))) return unreadable(writer, row, 'The file is gone')
  let stored = 0
  const { contentType, format, rowSchema, schemas } = source
  // The last of the room is for what people send and imports write; an import makes it where there is none.
  const hasRoom = (await files.freeBytes()) >= minFreeBytes
  const outcome = await validateFile(
    {
      file: {
        path: await files.localPath(row.file_key),
        size: Number(row.size),
        name: row.original_filename ?? row.data_sub_kind,
        contentType,
        format,
        decimalGuess: guessDecimal(source.locale),
      },
      rowSchema,
      schemas,
      tolerance: source.tolerance,
      shownFindings: maxStoredFindings,
      datasetBase: datasetBase(row, { contentType, format, rowSchema, schemas }),
      fieldsRead: await fieldsReadOf(source.definition, row.data_sub_kind, deps.resolveModule),
    },
    {
      signal,
      openRejected: () => rejected.open(),
      ...(hasRoom && { openDataset: () => dataset.open() }),
      log: (level, message) => writer.write(level, message, row.data_sub_kind),
      findings: async (batch) => {
        const shown = batch.slice(0, Math.max(0, maxStoredFindings - stored))
        const from = stored + 1
        // Counted before it is stored: the next batch may come meanwhile.
        stored += shown.length
        if (!(await insertFindings(db, row, from, shown))) throw new FencedError('the upload is held by another')
      },
    },
    deps.spare,
  )
  signal.throwIfAborted()
  const { status, counts, detected, groups, totalFindings } = outcome
  const kept = outcome.rejected === null ? null : { key: await rejected.keep(), index: outcome.rejected.index }
  if (kept === null) await rejected.drop()
  const accepted = outcome.dataset === null ? null : await dataset.keep(outcome.dataset.stamp)
  return { status, counts, detected, groups, totalFindings, rejected: kept, dataset: accepted }
}

/** What the file is checked against; a source that no input of the component describes is checked for form only. */
function unreadable(writer: LogWriter, row: UploadRow, message: string): ValidationEnd {
  writer.write('error', message, row.data_sub_kind)
  return {
    status: 'invalid',
    counts: null,
    detected: null,
    groups: [],
    totalFindings: 0,
    rejected: null,
    dataset: null,
  }
}

/** The outcome and the lines before it become visible together, so that nobody sees a status without its reasons. */
async function finish({ db }: ValidatePlatform, row: UploadRow, writer: LogWriter, end: ValidationEnd): Promise<void> {
  await writer.pause()
  await db.transaction().execute(async (tx) => {
    await appendLogs(tx, { upload: row.id }, writer.takeCollected(), row.attempt)
    const upload = { id: row.id, attempt: row.attempt, pipelineId: row.pipeline_id }
    if (!(await finishValidation(tx, upload, end))) throw new FencedError('the upload is held by another')
    if (end.dataset !== null) await insertDataset(tx, row.id, end.dataset)
  })
  writer.resume()
}
