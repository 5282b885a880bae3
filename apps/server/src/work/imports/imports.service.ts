import { conflict, type Import, importsOfUploadShown, notFound, type Reply, texts } from '@millrace/contract'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { nameOfDocument } from '../../documents/kernel/documents.reads.ts'
import { appendLogs } from '../logs/append-logs.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import { findUploads } from '../uploads/uploads.reads.ts'
import { presentJobs } from './plans/plans.presenter.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { continueAfter } from './runs/continue-after.ts'
import { presentImports } from './imports.presenter.ts'
import {
  currentImport,
  findImport,
  importIds,
  type ImportRow,
  importsReading,
  openJob,
  pipelinesReading,
} from './imports.repository.ts'
import { currentPause } from './pause/pause.reads.ts'
import { abortImport } from './runs/runs.repository.ts'

export type ImportsService = ReturnType<typeof createImportsService>

/** Watching and stopping imports (IMP group). */
export function createImportsService(
  platform: Pick<Platform, 'db' | 'queue' | 'settings' | 'now'>,
  { access }: { access: PipelineAccess },
) {
  const { db, queue, now } = platform

  const present = async (row: ImportRow): Promise<Import> => {
    const [shown] = await presentImports(access, [row])
    if (shown === undefined) throw notFound()
    return shown
  }

  return {
    /** API-035; of a master, which is never imported itself, those of the country pipelines that the caller sees. */
    async ids(caller: Caller, anyVersionId: string): Promise<string[]> {
      return importIds(db, await access.withCountries(caller, anyVersionId))
    },

    /**
     * GET /imports/upload: the last imports that read an upload, and how many there are; of those of countries that read
     * their master's, the ones the caller sees.
     * @throws ApiError 40400 for an upload that is unknown or not seen
     */
    async ofUpload(caller: Caller, uploadId: string): Promise<Reply<'GET /imports/upload'>> {
      const [upload] = await findUploads(db, [uploadId])
      if (upload === undefined) throw notFound()
      await access.mustSeeOfUploads(caller, [upload.pipeline_id])
      const seen = await access.seenAmong(caller, await pipelinesReading(db, uploadId))
      const { rows, totalCount } = await importsReading(db, uploadId, [...seen], importsOfUploadShown)
      return { imports: await presentImports(access, rows), totalCount }
    },

    /** API-040 */
    async current(caller: Caller, anyVersionId: string): Promise<Reply<'GET /imports/job'>> {
      const { pipelineId } = await access.seen(caller, anyVersionId)
      const imp = await currentImport(db, pipelineId)
      const job = await openJob(db, pipelineId, imp)
      const pause = await currentPause(db)
      return {
        ...(pause !== null && { pause }),
        imp: imp === null ? null : await present(imp),
        job: job === null ? null : ((await presentJobs(db, access, caller, [job]))[0] ?? null),
      }
    },

    /**
     * Stops a running import; the process that runs it can write nothing from here on (API-043, D-76).
     * @throws ApiError 40900 'The import is not running.'; 40400
     */
    async abort(caller: Caller, importId: string): Promise<Import> {
      const found = await findImport(db, importId)
      if (found === null) throw notFound()
      await access.mustSeeOfImports(caller, [found.pipeline_id])
      const at = now()
      const row = await db.transaction().execute(async (tx) => {
        const aborted = await abortImport(tx, importId, at)
        if (aborted === null) throw conflict(texts.notRunning)
        await appendLogs(tx, { import: importId }, [{ at, level: 'error', message: texts.aborted }], null)
        await recordAudit(tx, caller, {
          kind: 'import',
          objectId: importId,
          name: await nameOfDocument(tx, found.pipeline_id),
          action: 'abort',
          before: { state: found.state },
          after: { state: 'aborted' },
        })
        await continueAfter(tx, queue, { jobId: aborted.job_id, pipelineId: aborted.pipeline_id }, at)
        return aborted
      })
      return present(row)
    },
  }
}
