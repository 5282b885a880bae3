import {
  type Body,
  conflict,
  invalid,
  type JobResult,
  type JobStart,
  notFound,
  textWith,
  texts,
} from '@millrace/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { PipelineAccess, SeenPipeline } from '../pipelines/pipelines.types.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../sessions/caller.ts'
import { insertImport, insertJob, isBlockedByAnother } from './imports.repository.ts'
import { inputsOf, isReady, missingOf } from './readiness.ts'
import { queueImport } from './run-queue.ts'

export type Started = JobResult & { imports?: JobResult[] }
type StartPlatform = Pick<Platform, 'db' | 'queue' | 'settings' | 'now'>

/** Kinds that start at once; the others are refused like an unknown one until schedules exist. */
const startKinds = ['immediate', 'sequential']

/**
 * What a start payload asks for: one pipeline now, or several in sequence, masters replaced by their countries
 * (D-70, D-72, D-83).
 */
export type StartPlan =
  | { kind: 'one'; pipeline: SeenPipeline }
  | { kind: 'chain'; of: SeenPipeline; run: SeenPipeline[] }

export function createStarts({ db, queue, settings, now }: StartPlatform, { access }: { access: PipelineAccess }) {
  /** ApiError 40000 for an unknown kind or missing names, 'Master pipeline has no country pipelines'; 40400. */
  const planOf = async (caller: Caller, start: JobStart): Promise<StartPlan> => {
    const kind = start.kind ?? start.jobKind
    if (kind === undefined) throw invalid(textWith.missingFields(['kind']))
    if (!startKinds.includes(kind)) throw invalid(texts.unexpected)
    const listed = start.listPipelines === undefined ? null : [...new Set(start.listPipelines)]
    if (start.pipelineId !== undefined) {
      const pipeline = await access.seen(caller, start.pipelineId)
      if (pipeline.item.isMaster) return chainOf(caller, pipeline, listed)
      for (const id of listed ?? []) {
        if ((await access.seen(caller, id)).pipelineId !== pipeline.pipelineId) throw notFound()
      }
      return kind === 'sequential' ? { kind: 'chain', of: pipeline, run: [pipeline] } : { kind: 'one', pipeline }
    }
    if (listed === null) throw invalid(textWith.missingFields(['pipelineId']))
    const pipelines: SeenPipeline[] = []
    for (const id of listed) pipelines.push(await access.seen(caller, id))
    const [first] = pipelines
    if (first === undefined) throw invalid(textWith.missingFields(['pipelineId']))
    if (pipelines.length === 1 && first.item.isMaster) return chainOf(caller, first, null)
    if (pipelines.length === 1 && kind === 'immediate') return { kind: 'one', pipeline: first }
    // A master is never imported itself (D-70): in a list of several it stands for its countries.
    const run: SeenPipeline[] = []
    for (const pipeline of pipelines) {
      run.push(...(pipeline.item.isMaster ? (await chainOf(caller, pipeline, null)).run : [pipeline]))
    }
    return { kind: 'chain', of: first, run: byName(distinct(run)) }
  }

  /** The countries of a master that the caller sees, or those listed, by name. */
  const chainOf = async (caller: Caller, master: SeenPipeline, listed: readonly string[] | null) => {
    const countries = await access.countries(caller, master.versionId)
    if (countries.length === 0) throw invalid(texts.noCountries)
    if (listed === null) return { kind: 'chain' as const, of: master, run: byName(countries) }
    const run: SeenPipeline[] = []
    for (const id of listed) {
      const pipeline = await access.seen(caller, id)
      if (!countries.some((country) => country.pipelineId === pipeline.pipelineId)) throw notFound()
      run.push(pipeline)
    }
    return { kind: 'chain' as const, of: master, run: byName(distinct(run)) }
  }

  const startOne = async (caller: Caller, pipeline: SeenPipeline): Promise<Started> => {
    mustHaveFields([pipeline])
    await mustNotBlock(db, [pipeline], false)
    await mustHaveNoPlan(db, pipeline.pipelineId)
    if (!isReady(await inputsOf(db, pipeline))) throw invalid(texts.noValidUpload)
    return inOneTransaction(db, async (tx) => {
      const scheduledAt = now()
      const of = { pipelineId: pipeline.pipelineId, versionId: pipeline.versionId, scheduledAt }
      const jobId = await insertJob(tx, caller, {
        ...of,
        kind: 'immediate',
        listPipelines: null,
        timeZone: settings.timeZone,
      })
      const importId = await insertImport(tx, caller, {
        ...of,
        jobId,
        kind: 'immediate',
        position: 0,
        state: 'pending',
      })
      await queueImport(queue, tx, importId)
      return { jobId, importId }
    })
  }

  const startChain = async (
    caller: Caller,
    of: SeenPipeline,
    run: readonly SeenPipeline[],
  ): Promise<JobResult & { imports: JobResult[] }> => {
    mustHaveFields(run)
    return inOneTransaction(db, async (tx) => {
      // Two chains over the same pipelines are started one after the other, so that the second sees the first.
      await tx
        .selectFrom('documents')
        .select('id')
        .where(
          'id',
          'in',
          run.map((pipeline) => pipeline.pipelineId),
        )
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      await mustNotBlock(tx, run, true)
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
      return { ...first, imports }
    })
  }

  return {
    /** API-037 */
    async start(caller: Caller, start: JobStart): Promise<Started> {
      const plan = await planOf(caller, start)
      return plan.kind === 'one' ? startOne(caller, plan.pipeline) : startChain(caller, plan.of, plan.run)
    },

    /** API-036, IMP-012, IMP-013 */
    async runAll(
      caller: Caller,
      { pipelineId, listPipelines }: Body<'POST /imports/runAllImport'>,
    ): Promise<JobResult & { imports: JobResult[] }> {
      const master = await access.seen(caller, pipelineId)
      if (!master.item.isMaster) throw invalid(texts.noCountries)
      const { run } = await chainOf(caller, master, listPipelines ?? null)
      if (run.length === 0) throw invalid(texts.noCountries)
      return startChain(caller, master, run)
    },
  }
}

const byName = (pipelines: readonly SeenPipeline[]): SeenPipeline[] =>
  [...pipelines].sort((a, b) => a.item.name.localeCompare(b.item.name, 'en') || a.versionId.localeCompare(b.versionId))

/** One entry per pipeline: two versions of it are the same pipeline (D-55). */
const distinct = (pipelines: readonly SeenPipeline[]): SeenPipeline[] => [
  ...new Map(pipelines.map((pipeline) => [pipeline.pipelineId, pipeline])).values(),
]

function mustHaveFields(pipelines: readonly SeenPipeline[]): void {
  const missing = missingOf(pipelines.map((pipeline) => pipeline.item))
  if (missing.length > 0) throw invalid(textWith.missingFields(missing))
}

/** ApiError 40900 while an import of one of them blocks; with `waiting`, one that waits in another chain counts too. */
async function mustNotBlock(db: Database | Transaction<Tables>, run: readonly SeenPipeline[], waiting: boolean) {
  const blocking = await db
    .selectFrom('imports')
    .select('id')
    .where(
      'pipeline_id',
      'in',
      run.map((pipeline) => pipeline.pipelineId),
    )
    .where((where) =>
      waiting
        ? where.or([where('blocking', '=', true), where('state', '=', 'sequential')])
        : where('blocking', '=', true),
    )
    .limit(1)
    .executeTakeFirst()
  if (blocking !== undefined) throw conflict(texts.importRunning)
}

/** A pipeline has one planned job at most; the wizard edits it (D-73). */
async function mustHaveNoPlan(db: Database, pipelineId: string): Promise<void> {
  const planned = await db
    .selectFrom('jobs')
    .select('id')
    .where('pipeline_id', '=', pipelineId)
    .where('kind', 'in', ['scheduled', 'repeat'])
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (planned !== undefined) throw conflict(texts.alreadyPlanned)
}

/** Job, imports and queue entry stand or fall together; who loses a race gets the text of a running import (G8). */
async function inOneTransaction<T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (isBlockedByAnother(error)) throw conflict(texts.importRunning)
    throw error
  }
}
