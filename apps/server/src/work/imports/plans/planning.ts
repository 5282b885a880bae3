import {
  conflict,
  forbidden,
  invalid,
  isRunning,
  type JobResult,
  type JobStart,
  mayRepeat,
  nextRunsShown,
  notFound,
  toPattern,
  type PlannedTime,
  parsePlannedTime,
  parsePattern,
  texts,
  textWith,
} from '@millrace/contract'
import { nextRuns, type Schedule } from '@millrace/contract/schedules/next-runs.rule'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { findJob, type JobRow } from '../imports.repository.ts'
import {
  inOneTransaction,
  lockPipelines,
  requireReady,
  requireFields,
  requireNoPlan,
  requireNoRunningImport,
  pipelinesOf,
} from '../starts/start-checks.ts'
import type { ImportStarter, Started } from '../starts/start-imports.ts'
import type { StartTarget } from '../starts/start-target.ts'
import type { PipelineAccess, SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { queueFiring } from './firing.ts'
import {
  endJob,
  insertPending,
  insertPlan,
  isPlanned,
  lockJob,
  openImportsOf,
  pipelineName,
  type Plan,
  removeImport,
  removePending,
  replacePlan,
} from './planning.repository.ts'

export type Planning = ReturnType<typeof createPlanning>
type PlanningPlatform = Pick<Platform, 'db' | 'queue' | 'settings' | 'now'>
/** The kinds that wait for their time. */
export type LaterTime = Exclude<PlannedTime, { kind: 'immediate' | 'sequential' }>

/** Making and changing the plan of a pipeline (IMP-008, IMP-016, D-73, D-84). */
export function createPlanning(
  { db, queue, settings, now }: PlanningPlatform,
  { access, starts }: { access: PipelineAccess; starts: ImportStarter },
) {
  const { targetOf } = starts.targets

  /** The plan to store. @throws ApiError 40000 'The scheduled date is in the past' (D-81) */
  const planOf = (target: StartTarget, time: LaterTime, timeZone: string): Plan => {
    const anchorAt = now()
    const [dueAt] = nextRuns(scheduleOf(time, anchorAt), timeZone, anchorAt, 1)
    if (dueAt === undefined) throw invalid(texts.dateInPast)
    return {
      kind: time.kind,
      of: target.of,
      listPipelines: target.kind === 'chain' ? target.run.map((pipeline) => pipeline.versionId) : null,
      scheduledDate: time.kind === 'scheduled' ? time.scheduledDate : null,
      scheduledTime: time.kind === 'scheduled' ? time.scheduledTime : null,
      repeatPattern: time.kind === 'repeat' ? time.repeatPattern : null,
      timeZone,
      dueAt,
      anchorAt,
    }
  }

  /** Pending imports and the queue entry of a plan just written; answers as the call does. */
  const expectRuns = async (
    tx: Transaction<Tables>,
    caller: Caller,
    jobId: string,
    plan: Plan,
    target: StartTarget,
  ): Promise<Started> => {
    const ids = await insertPending(tx, caller, { jobId, kind: plan.kind, dueAt: plan.dueAt }, target.run)
    const imports = ids.map((importId): JobResult => ({ jobId, importId }))
    const [first] = imports
    if (first === undefined) throw invalid(texts.noCountries)
    await queueFiring(tx, queue, jobId)
    return target.kind === 'chain' ? { ...first, imports } : first
  }

  const planLater = async (caller: Caller, target: StartTarget, time: LaterTime): Promise<Started> => {
    const plan = planOf(target, time, settings.timeZone)
    await requireReady(db, target)
    return inOneTransaction(db, async (tx) => {
      await lockPipelines(tx, pipelinesOf(target))
      await requireNoRunningImport(tx, target)
      await requireNoPlan(tx, target.of.pipelineId)
      const jobId = await insertPlan(tx, caller, plan)
      await recordPlan(tx, caller, jobId, target.of.item.name, 'create', null, auditOf(plan))
      return expectRuns(tx, caller, jobId, plan, target)
    })
  }

  /** The job, while it is planned or under way, of a pipeline the caller sees. @throws ApiError 40400 */
  const seenJob = async (caller: Caller, jobId: string): Promise<JobRow> => {
    const job = await findJob(db, jobId)
    if (job === null) throw notFound()
    await access.mustSeeOfJob(caller, [job.pipeline_id])
    return job
  }

  return {
    seenJob,

    /** POST /imports, every kind (API-037). @throws ApiError 40000, 40300, 40400, 40900 */
    async start(caller: Caller, start: JobStart): Promise<Started> {
      const requested = readTime(caller, start)
      const target = await targetOf(caller, start, requested.kind === 'sequential')
      const time = requireComplete(requested, target.run)
      return isLater(time) ? planLater(caller, target, time) : starts.startNow(caller, target)
    },

    /**
     * POST /imports/job (API-038, IMP-034, D-84): the new plan replaces the pending import. Switching to immediate
     * deletes the plan and starts now. What the payload leaves out, pipeline and list together, stays as it was; the
     * zone of the job stays in any case, so that 06:00 stays 06:00.
     */
    async edit(caller: Caller, { jobId, ...start }: JobStart & { jobId: string }): Promise<Started> {
      const requested = readTime(caller, start)
      const before = await seenJob(caller, jobId)
      const target = await targetOf(caller, withPipelineOf(before, start), requested.kind === 'sequential')
      if (target.of.pipelineId !== before.pipeline_id) throw notFound()
      const time = requireComplete(requested, target.run)
      const plan = isLater(time) ? planOf(target, time, before.time_zone) : null
      await requireReady(db, target)
      return inOneTransaction(db, async (tx) => {
        await lockPipelines(tx, pipelinesOf(target))
        const job = await lockJob(tx, jobId)
        if (job === null) throw notFound()
        // Waits for one that is being taken at this moment, which then counts as running.
        if (isPlanned(job)) await removePending(tx, job.id)
        await requireEditable(tx, job, target)
        const { name } = target.of.item
        if (plan === null) {
          await endJob(tx, job, now())
          await recordPlan(tx, caller, jobId, name, 'delete', auditOfRow(job), null)
          return starts.startIn(tx, caller, target)
        }
        await replacePlan(tx, caller, jobId, plan)
        await recordPlan(tx, caller, jobId, name, 'save', auditOfRow(job), auditOf(plan))
        return expectRuns(tx, caller, jobId, plan, target)
      })
    },

    /** Ends a plan with its pending imports; what runs goes on. In the caller's transaction, the job held. */
    async endPlan(tx: Transaction<Tables>, caller: Caller, job: JobRow): Promise<void> {
      await removePending(tx, job.id)
      await endJob(tx, job, now())
      await recordEnd(tx, caller, job)
    },

    /** Cancels an import that is no plan's and has not begun; its job ends with it. In the caller's transaction, the job held. */
    async cancel(tx: Transaction<Tables>, caller: Caller, job: JobRow, importId: string): Promise<void> {
      await removeImport(tx, importId, now())
      await recordEnd(tx, caller, job)
    },

    /** What a start payload would plan; starts nothing. @throws as `start`, for what the payload itself says */
    async read(
      caller: Caller,
      { jobId, ...start }: JobStart & { jobId?: string | undefined },
    ): Promise<{ time: PlannedTime; runs: Date[] }> {
      const requested = readTime(caller, start)
      const job = jobId === undefined ? null : await seenJob(caller, jobId)
      const named = job === null ? start : withPipelineOf(job, start)
      const target = await targetOf(caller, named, requested.kind === 'sequential')
      const time = requireComplete(requested, [])
      const timeZone = job?.time_zone ?? settings.timeZone
      if (!isLater(time)) return { time, runs: [] }
      const { anchorAt } = planOf(target, time, timeZone)
      return { time, runs: nextRuns(scheduleOf(time, anchorAt), timeZone, anchorAt, nextRunsShown) }
    },
  }
}

const isLater = (time: PlannedTime): time is LaterTime => time.kind === 'scheduled' || time.kind === 'repeat'

const scheduleOf = (time: LaterTime, anchor: Date): Schedule => (time.kind === 'repeat' ? { ...time, anchor } : time)

/** The time a payload names, else which of its fields are absent. */
type RequestedTime = { kind: string; time: PlannedTime | null; absent: string[] }

/** ApiError 40000 for an unknown kind (IMP-041), none, or a time that is not offered; 40300 for repeat by role user (PRM-018, IMP-032). */
function readTime(caller: Caller, start: JobStart): RequestedTime {
  const kind = start.kind ?? start.jobKind
  if (kind === undefined) throw invalid(textWith.missingFields(['kind']))
  const time = parsePlannedTime(start)
  if ('unknown' in time) throw invalid(texts.unexpected)
  if (kind === 'repeat' && !mayRepeat(caller.role)) throw forbidden()
  if ('invalid' in time) throw invalid(textWith.invalidFields(time.invalid))
  return 'missing' in time ? { kind, time: null, absent: time.missing } : { kind, time: canonical(time), absent: [] }
}

/** A pattern is stored in one form, however it was written (D-79). */
function canonical(time: PlannedTime): PlannedTime {
  const repeat = time.kind === 'repeat' ? parsePattern(time.repeatPattern) : null
  return repeat === null ? time : { kind: 'repeat', repeatPattern: toPattern(repeat) }
}

/** ApiError 40000 naming the properties that the pipelines miss and what of the time is absent. */
function requireComplete({ time, absent }: RequestedTime, pipelines: readonly SeenPipeline[]): PlannedTime {
  requireFields(pipelines, absent)
  if (time === null) throw invalid(texts.unexpected)
  return time
}

/** A payload that names no pipeline means the job's own, and its own list. */
function withPipelineOf(job: JobRow, start: JobStart): Pick<JobStart, 'pipelineId' | 'listPipelines'> {
  if (start.pipelineId !== undefined || start.listPipelines !== undefined) return start
  const { version_id: pipelineId, list_pipelines: listed } = job
  if (listed === null) return { pipelineId }
  // A list of several countries belongs to its first; a master's own id is never among its countries.
  return listed.includes(pipelineId)
    ? { listPipelines: [pipelineId, ...listed] }
    : { pipelineId, listPipelines: listed }
}

/** ApiError 40900 while an import runs or is about to (IMP-037 to IMP-039); 40400 when the job is no plan. */
async function requireEditable(tx: Transaction<Tables>, job: JobRow, target: StartTarget): Promise<void> {
  const open = await openImportsOf(tx, job.id, pipelinesOf(target))
  if (open.some(({ state }) => isRunning(state))) throw conflict(texts.editWhileRunning)
  if (open.length > 0) throw conflict(texts.editWhilePending)
  if (!isPlanned(job)) throw notFound()
}

/** What an audit row keeps of a plan. */
type PlanRecord = Record<'kind' | 'pipeline' | 'timeZone', string> & Record<string, unknown>

const auditOf = (plan: Plan): PlanRecord => ({
  kind: plan.kind,
  pipeline: plan.of.versionId,
  listPipelines: plan.listPipelines,
  scheduledDate: plan.scheduledDate,
  scheduledTime: plan.scheduledTime,
  repeatPattern: plan.repeatPattern,
  timeZone: plan.timeZone,
})

const auditOfRow = (row: JobRow): PlanRecord => ({
  kind: row.kind,
  pipeline: row.version_id,
  listPipelines: row.list_pipelines,
  scheduledDate: row.scheduled_date,
  scheduledTime: row.scheduled_time,
  repeatPattern: row.repeat_pattern,
  timeZone: row.time_zone,
})

async function recordEnd(tx: Transaction<Tables>, caller: Caller, job: JobRow): Promise<void> {
  const name = await pipelineName(tx, job)
  await recordPlan(tx, caller, job.id, name, 'delete', auditOfRow(job), null)
}

function recordPlan(
  tx: Transaction<Tables>,
  caller: Caller,
  jobId: string,
  name: string,
  action: 'create' | 'save' | 'delete',
  before: PlanRecord | null,
  after: PlanRecord | null,
): Promise<void> {
  return recordAudit(tx, caller, { kind: 'job', objectId: jobId, name, action, before, after })
}
