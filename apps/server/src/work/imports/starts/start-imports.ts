import { type Body, invalid, type JobResult, texts } from '@millrace/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { PipelineAccess, SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { insertImport, insertJob } from '../imports.repository.ts'
import { tellPause } from '../pause/tell-pause.ts'
import { queueImport } from '../runs/run-queue.ts'
import {
  inOneTransaction,
  lockPipelines,
  requireReady,
  requireFields,
  requireNoPlan,
  requireNoRunningImport,
  pipelinesOf,
} from './start-checks.ts'
import { createTargets, type StartTarget } from './start-target.ts'

/** What was started or planned: the first import, and all of them when they are several pipelines. */
export type Started = JobResult & { imports?: JobResult[] }
type StartPlatform = Pick<Platform, 'db' | 'queue' | 'settings' | 'now'>
export type ImportStarter = ReturnType<typeof createImportStarter>

/** Imports that begin at once (IMP-016, IMP-048). */
export function createImportStarter(
  { db, queue, settings, now }: StartPlatform,
  { access }: { access: PipelineAccess },
) {
  const targets = createTargets({ access })

  const startOne = async (tx: Transaction<Tables>, caller: Caller, { of }: StartTarget): Promise<Started> => {
    const what = { pipelineId: of.pipelineId, versionId: of.versionId, scheduledAt: now() }
    const kind = 'immediate' as const
    const jobId = await insertJob(tx, caller, { ...what, kind, listPipelines: null, timeZone: settings.timeZone })
    const importId = await insertImport(tx, caller, { ...what, jobId, kind, position: 0, state: 'pending' })
    await queueImport(queue, tx, importId)
    await tellPause(tx, importId, what.scheduledAt)
    await recordStart(tx, caller, importId, of, { kind })
    return { jobId, importId }
  }

  const startChain = async (
    tx: Transaction<Tables>,
    caller: Caller,
    { of, run }: StartTarget,
  ): Promise<JobResult & { imports: JobResult[] }> => {
    const scheduledAt = now()
    const jobId = await insertJob(tx, caller, {
      kind: 'sequential',
      pipelineId: of.pipelineId,
      versionId: of.versionId,
      listPipelines: run.map((pipeline) => pipeline.versionId),
      timeZone: settings.timeZone,
      scheduledAt,
    })
    const imports: JobResult[] = []
    for (const [position, { pipelineId, versionId }] of run.entries()) {
      const entry = { jobId, kind: 'sequential' as const, position, pipelineId, versionId, scheduledAt }
      imports.push({ jobId, importId: await insertImport(tx, caller, { ...entry, state: 'sequential' }) })
    }
    const [first] = imports
    if (first === undefined) throw invalid(texts.noCountries)
    await queueImport(queue, tx, first.importId)
    await tellPause(tx, first.importId, scheduledAt)
    const pipelines = run.map((pipeline) => pipeline.item.name)
    await recordStart(tx, caller, first.importId, of, { kind: 'sequential', pipelines })
    return { ...first, imports }
  }

  /** ApiError 40900 while an import runs, or is planned for a single pipeline (D-73). */
  const startIn = async (tx: Transaction<Tables>, caller: Caller, target: StartTarget): Promise<Started> => {
    await requireNoRunningImport(tx, target)
    if (target.kind === 'chain') return startChain(tx, caller, target)
    await requireNoPlan(tx, target.of.pipelineId)
    return startOne(tx, caller, target)
  }

  return {
    targets,
    /** Starts what passed `requireFields` and `requireReady`, in the transaction at hand, under the lock of its pipelines. */
    startIn,

    /** API-037 for the kinds that begin at once. */
    async startNow(caller: Caller, target: StartTarget): Promise<Started> {
      requireFields(target.run)
      await requireReady(db, target)
      return inOneTransaction(db, async (tx) => {
        await lockPipelines(tx, pipelinesOf(target))
        return startIn(tx, caller, target)
      })
    },

    /** API-036, IMP-012, IMP-013 */
    async runAll(
      caller: Caller,
      { pipelineId, listPipelines }: Body<'POST /imports/runAllImport'>,
    ): Promise<JobResult & { imports: JobResult[] }> {
      const master = await access.seen(caller, pipelineId)
      if (!master.item.isMaster) throw invalid(texts.noCountries)
      const target = await targets.chainOf(caller, master, listPipelines ?? null)
      if (target.run.length === 0) throw invalid(texts.noCountries)
      requireFields(target.run)
      return inOneTransaction(db, async (tx) => {
        await lockPipelines(tx, pipelinesOf(target))
        await requireNoRunningImport(tx, target)
        return startChain(tx, caller, target)
      })
    },
  }
}

/** Records who started the import. Runs of a plan are recorded by the plan's own rows and the logbook instead. */
function recordStart(
  tx: Transaction<Tables>,
  caller: Caller,
  importId: string,
  { item }: SeenPipeline,
  after: { kind: string; pipelines?: string[] },
): Promise<void> {
  const { name, version } = item
  return recordAudit(tx, caller, {
    kind: 'import',
    objectId: importId,
    name,
    action: 'start',
    before: null,
    after: { ...after, version },
  })
}
