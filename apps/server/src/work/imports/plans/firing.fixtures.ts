import { nextRuns } from '@millrace/contract/schedules/next-runs.rule'
import { continueAfter } from '../runs/continue-after.ts'
import { type ImportWorld, makePipelines, sendFile } from '../imports.fixtures.ts'
import type { ImportRow } from '../imports.repository.ts'
import { endImport, takeImport } from '../runs/runs.repository.ts'
import type { SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queue, SendOptions } from '../../../platform/queue/queue.ts'
import { insertPending, insertPlan, type Plan } from './planning.repository.ts'

/** A queue that only writes down what it is sent. */
export type SentQueue = Queue & { sent: { name: string; data: object; options: SendOptions }[] }
function makeSentQueue(): SentQueue {
  const sent: SentQueue['sent'] = []
  const none = async () => {}
  return {
    sent,
    async send(name, data, { tx: _, ...options } = {}) {
      sent.push({ name, data, options })
      return null
    },
    work: none,
    wake: none,
    cancel: none,
    start: none,
    stop: none,
  }
}

export type ClockedPlatform = Pick<Platform, 'db' | 'log' | 'now'> & { queue: SentQueue }
/** The platform of a scheduler whose clock shows what it is told. */
export const createClockedPlatform = ({ platform: { db, log } }: ImportWorld, now: () => Date): ClockedPlatform => ({
  db,
  log,
  now,
  queue: makeSentQueue(),
})

type When =
  | { kind: 'repeat'; repeatPattern: string }
  | { kind: 'scheduled'; scheduledDate: string; scheduledTime: string }
export type StoredPlan = { jobId: string; dueAt: Date; plan: Plan; run: SeenPipeline[] }

/**
 * A plan as a person would have made it at `madeAt`.
 * @param countries more than one make it the plan of their master
 * @param content what each of them reads; without it their inputs are missing
 */
export async function makePlan(
  world: ImportWorld,
  when: When,
  {
    madeAt,
    timeZone = 'Europe/Paris',
    countries = 1,
    content,
  }: { madeAt: Date; timeZone?: string; countries?: number; content?: string },
): Promise<StoredPlan> {
  const caller = world.people.manager
  const made = await makePipelines(world, { countries })
  if (content !== undefined) {
    for (const country of made.countries) await sendFile(caller, country._id, 'rows', content)
  }
  const seen = (id: string) => world.access.seen(world.people['super-admin'], id)
  const run = await Promise.all(made.countries.map((country) => seen(country._id)))
  const of = countries === 1 ? run[0] : await seen(made.master._id)
  if (of === undefined) throw new Error('a family has a country')
  const schedule = when.kind === 'repeat' ? { ...when, anchor: madeAt } : when
  const [dueAt] = nextRuns(schedule, timeZone, madeAt, 1)
  if (dueAt === undefined) throw new Error('the plan is never due')
  const plan: Plan = {
    kind: when.kind,
    of,
    listPipelines: countries === 1 ? null : run.map((pipeline) => pipeline.versionId),
    scheduledDate: when.kind === 'scheduled' ? when.scheduledDate : null,
    scheduledTime: when.kind === 'scheduled' ? when.scheduledTime : null,
    repeatPattern: when.kind === 'repeat' ? when.repeatPattern : null,
    timeZone,
    dueAt,
    anchorAt: madeAt,
  }
  const jobId = await insertPlan(world.platform.db, caller, plan)
  await insertPending(world.platform.db, caller, { jobId, kind: plan.kind, dueAt }, run)
  return { jobId, dueAt, plan, run }
}

/** All that became of a plan: outcomes by due instant, and its imports in their order. */
export async function readHistory({ platform: { db } }: ImportWorld, jobId: string) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const runs = await db.selectFrom('schedule_runs').selectAll().where('job_id', '=', jobId).orderBy('due_at').execute()
  const imports = await db.selectFrom('imports').selectAll().where('job_id', '=', jobId).orderBy('position').execute()
  return {
    job,
    runs: runs.map((run) => [run.due_at.toISOString(), run.outcome]),
    imports,
    /** When the imports are due, and how far they are. */
    states: imports.map((row) => [row.scheduled_at.toISOString(), row.state]),
  }
}

/** Takes the import as a worker does. @throws Error when it is not to be had */
export async function begin(on: ClockedPlatform, importId: string): Promise<ImportRow> {
  const row = await takeImport(on.db, importId, on.now())
  if (row === null) throw new Error(`the turn of ${importId} has not come`)
  return row
}

/** Ends an import that was begun, with what follows from it. */
export async function finish(on: ClockedPlatform, row: ImportRow): Promise<void> {
  const held = { id: row.id, attempt: row.attempt, pipelineId: row.pipeline_id }
  const end = { success: true, counts: { sources: {}, sinks: {} }, problem: null, endedAt: on.now() }
  await on.db.transaction().execute(async (tx) => {
    if (!(await endImport(tx, held, end))) throw new Error(`${row.id} is not held`)
    await continueAfter(tx, on.queue, { jobId: row.job_id, pipelineId: row.pipeline_id }, end.endedAt)
  })
}

/** Imports that were queued, each as often as it was. */
export const queuedImports = ({ queue }: ClockedPlatform): string[] =>
  queue.sent.flatMap(({ name, data }) => (name === 'imports.run' ? [(data as { importId: string }).importId] : []))

/** A moment to have made a plan of 'M 15' at that is due `ms` from now. */
export const dueIn = (ms: number): Date => new Date(Date.now() + ms - 15 * 60_000)
