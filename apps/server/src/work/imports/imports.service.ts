import { conflict, type Import, notFound, type Reply, texts } from '@millrace/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { nameOfDocument } from '../../documents/kernel/documents.reads.ts'
import { appendLogs } from '../logs/logs.repository.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentJobs } from './plans/plans.presenter.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { continueAfter } from './runs/continue-after.ts'
import { presentImports } from './imports.presenter.ts'
import { abortImport, findImport, importIds, type ImportRow, type JobRow } from './imports.repository.ts'

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

  /**
   * The running import, else the pending one, else the last. What a master plans for this pipeline shows when it runs;
   * of a master itself, imports of its open job show.
   */
  const currentImport = async (pipelineId: string): Promise<ImportRow | null> => {
    const row = await db
      .selectFrom('imports')
      .innerJoin('jobs', 'jobs.id', 'imports.job_id')
      .selectAll('imports')
      .where((where) =>
        where.or([
          where.and([
            where('imports.pipeline_id', '=', pipelineId),
            where.or([where('imports.state', '!=', 'pending'), where('jobs.pipeline_id', '=', pipelineId)]),
          ]),
          where.and([where('jobs.pipeline_id', '=', pipelineId), where('jobs.ended_at', 'is', null)]),
        ]),
      )
      .orderBy((order) =>
        order
          .case()
          .when('imports.state', 'in', ['busy', 'progress'])
          .then(0)
          .when('imports.state', '=', 'sequential')
          .then(1)
          .when('imports.state', '=', 'pending')
          .then(2)
          .else(3)
          .end(),
      )
      // Of several that wait the first, of several that ended the last.
      .orderBy(sql`case when imports.state in ('pending', 'sequential') then imports.position end`)
      .orderBy('imports.scheduled_at', 'desc')
      .orderBy('imports.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }

  /** The job while it is planned or running: the import's, else one of the pipeline itself (a master's chain). */
  const openJob = async (pipelineId: string, imp: ImportRow | null): Promise<JobRow | null> => {
    const rows = await db
      .selectFrom('jobs')
      .selectAll()
      .where((where) =>
        where.or([where('pipeline_id', '=', pipelineId), ...(imp === null ? [] : [where('id', '=', imp.job_id)])]),
      )
      .where('ended_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    return rows.find((row) => row.id === imp?.job_id) ?? rows[0] ?? null
  }

  return {
    /** API-035 */
    async ids(caller: Caller, anyVersionId: string): Promise<string[]> {
      return importIds(db, (await access.seen(caller, anyVersionId)).pipelineId)
    },

    /** API-040 */
    async current(caller: Caller, anyVersionId: string): Promise<Reply<'GET /imports/job'>> {
      const { pipelineId } = await access.seen(caller, anyVersionId)
      const imp = await currentImport(pipelineId)
      const job = await openJob(pipelineId, imp)
      return {
        imp: imp === null ? null : await present(imp),
        job: job === null ? null : ((await presentJobs(db, access, caller, [job]))[0] ?? null),
      }
    },

    /**
     * Stops a running import; whoever runs it can write nothing from here on (API-043, D-76).
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
