import { conflict, isRunning, notFound, type ParsedBody, type Reply, texts } from '@millrace/contract'
import { describePlan } from '@millrace/contract/schedules/describe-plan.rule'
import type { Connection } from '../../../platform/database/database.ts'
import { findImport, findJob, type ImportRow } from '../imports.repository.ts'
import type { ImportStarter } from '../starts/start-imports.ts'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { createPlanning } from './planning.ts'
import { isPlanned, isUnderWay, lockJob, plannedJobs } from './planning.repository.ts'
import { presentJobs } from './plans.presenter.ts'

export type PlansService = ReturnType<typeof createPlansService>

/** Plans: making, editing, listing and ending them (IMP and JOB groups). */
export function createPlansService(
  platform: Pick<Platform, 'db' | 'queue' | 'settings' | 'now'>,
  { access, starts }: { access: PipelineAccess; starts: ImportStarter },
) {
  const { db } = platform
  const planning = createPlanning(platform, { access, starts })

  const seenImport = async (caller: Caller, importId: string): Promise<ImportRow> => {
    const row = await findImport(db, importId)
    if (row === null) throw notFound()
    // Cancelling one import of a master's plan ends the plan, so both must be seen.
    const job = await findJob(db, row.job_id)
    await access.mustSeeOfImports(caller, [row.pipeline_id, job?.pipeline_id ?? row.pipeline_id])
    return row
  }

  return {
    start: planning.start,
    edit: planning.edit,

    /** The plan in words with its next runs; starts nothing. */
    async preview(caller: Caller, body: ParsedBody<'POST /imports/plan'>): Promise<Reply<'POST /imports/plan'>> {
      const { time, runs } = await planning.read(caller, body)
      return { sentence: describePlan(time), nextRuns: runs.map((run) => run.toISOString()) }
    },

    /** API-039: plans of pipelines the caller sees, soonest first. */
    async listScheduled(caller: Caller): Promise<Reply<'GET /imports/listScheduled'>> {
      const rows = await plannedJobs(db, [...(await access.allSeen(caller))])
      const jobs = await presentJobs(db, access, caller, rows)
      return {
        scheduled: jobs.filter((job) => job.kind === 'scheduled'),
        repeatable: jobs.filter((job) => job.kind === 'repeat'),
      }
    },

    /**
     * API-041: ends a plan; its pending imports go too, and what runs by it goes on.
     * @throws ApiError 40900 'Cannot delete a running import.' when nothing of the job is still to come; 40400
     */
    async deleteJob(caller: Caller, jobId: string): Promise<null> {
      await planning.seenJob(caller, jobId)
      await db.transaction().execute(async (tx) => {
        const job = await lockJob(tx, jobId)
        if (job === null) throw notFound()
        if (!isPlanned(job)) throw conflict(texts.deleteRunning)
        await planning.endPlan(tx, caller, job)
        if (job.kind === 'scheduled' && (await isUnderWay(tx, jobId))) throw conflict(texts.deleteRunning)
      })
      return null
    },

    /**
     * API-042, IMP-035: cancels a pending import, and with it the plan it belongs to (D-85).
     * @throws ApiError 40900 'Cannot delete a running import.' or 'Cannot delete a finished import.'; 40400
     */
    async deleteImport(caller: Caller, importId: string): Promise<null> {
      const { job_id: jobId } = await seenImport(caller, importId)
      await db.transaction().execute(async (tx) => {
        const job = await lockJob(tx, jobId)
        await requirePending(tx, importId)
        if (job === null) throw conflict(texts.deleteFinished)
        if (isPlanned(job)) await planning.endPlan(tx, caller, job)
        else await planning.cancel(tx, caller, job, importId)
        // Taken at this very moment it is still there, and everything stays as it was.
        if ((await findImport(tx, importId)) !== null) throw conflict(texts.deleteRunning)
      })
      return null
    },
  }
}

/** Read without a lock: the row of a running import is held by its run, which will need the job. */
async function requirePending(db: Connection, importId: string): Promise<void> {
  const row = await findImport(db, importId)
  if (row === null) throw notFound()
  if (isRunning(row.state)) throw conflict(texts.deleteRunning)
  if (row.state !== 'pending') throw conflict(texts.deleteFinished)
}
