import { nextRuns } from '@millrace/contract/schedules/next-runs.rule'
import type { Connection } from '../../../platform/database/database.ts'
import { endJobIfDone, type ImportRow, type JobRow } from '../imports.repository.ts'
import { tellPause } from '../pause/tell-pause.ts'
import { queueImport } from '../runs/run-queue.ts'
import { appendLogs, type LogLine } from '../../logs/append-logs.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import {
  advancePlan,
  type Decision,
  insertDecisions,
  decidedSince,
  failPending,
  movePending,
  openRuns,
  type Outcome,
  pendingOf,
  repeatPending,
  runningImport,
} from './firing.repository.ts'

/** After a standstill one run makes up for what was missed within so many milliseconds; older is only recorded (G10). */
const catchUpMs = 24 * 3_600_000

const standstill = 'Millrace was not at work'

export type PlannedJob = JobRow & { next_due_at: Date }

/** What a firing decided: the outcome of the last instant that was due, and how many before it had been missed. */
export type FiringResult = { dueAt: Date; outcome: Outcome; missed: number }

/**
 * Decides all instants of a plan that are due at `at`, its job held by the transaction: the last one runs, waits for
 * the run before it, or is left out; those before it were missed. Pending imports and the plan move on with it.
 */
export async function decideDue(tx: Connection, queue: Queue, job: PlannedJob, at: Date): Promise<FiringResult> {
  const { due, next } = dueUntil(job, at, await decidedSince(tx, job.id, job.next_due_at))
  const last = due.at(-1) ?? job.next_due_at
  const missed = due.slice(0, -1)
  const run = new DueDecision(tx, job, await pendingOf(tx, job.id), { last, next, at })
  const decision = await run.decide()
  const decided = await insertDecisions(tx, job.id, [
    ...missed.map((dueAt): Decision => ({ dueAt, outcome: 'missed', reason: standstill })),
    decision,
  ])
  // Decided before, as a clock that was set back can bring about: nothing of it happens a second time.
  if (!decided.has(last.getTime())) await run.goOn()
  else await run.carryOut(decision.outcome, missed, queue)
  return { dueAt: last, outcome: decision.outcome, missed: missed.length }
}

class DueDecision {
  readonly #tx: Connection
  readonly #job: JobRow
  readonly #pending: readonly ImportRow[]
  readonly #when: { last: Date; next: Date | null; at: Date }

  constructor(
    tx: Connection,
    job: JobRow,
    pending: readonly ImportRow[],
    when: { last: Date; next: Date | null; at: Date },
  ) {
    this.#tx = tx
    this.#job = job
    this.#pending = pending
    this.#when = when
  }

  /** What becomes of the last instant: at most one run waits for the one before it . */
  async decide(): Promise<Decision> {
    const { last: dueAt, at } = this.#when
    if (at.getTime() - dueAt.getTime() > catchUpMs) return { dueAt, outcome: 'missed', reason: standstill }
    if (this.#pending.length === 0) return { dueAt, outcome: 'skipped', reason: 'There was nothing to run' }
    const open = await openRuns(this.#tx, this.#job.id)
    if (open.some((run) => !run.begun)) return { dueAt, outcome: 'skipped', reason: 'A run was waiting already' }
    const waits = open.length > 0 || (await this.#running()) !== null
    return { dueAt, outcome: waits ? 'waiting' : 'run', reason: null }
  }

  async carryOut(outcome: Outcome, missed: readonly Date[], queue: Queue): Promise<void> {
    const { last } = this.#when
    const [first] = this.#pending
    if (first !== undefined) {
      const notRun = outcome === 'missed' ? [...missed, last] : missed
      if (notRun.length > 0) await this.#warn(first.id, this.#missedText(notRun))
      if (outcome === 'skipped') {
        const text = `The run due at ${this.#local(last)} is left out: the one before it is still waiting`
        await this.#warn((await this.#running()) ?? first.id, text)
      }
    }
    if (outcome === 'run' || outcome === 'waiting') await this.#release(queue)
    else await this.goOn()
  }

  /** The pending imports wait for the next instant; those of a plan without one end. */
  async goOn(): Promise<void> {
    const { next, at, last } = this.#when
    await advancePlan(this.#tx, this.#job, { nextDueAt: next, executedAt: null })
    if (next !== null) return movePending(this.#tx, this.#pending, { dueAt: next })
    const problem = `Its time, ${this.#local(last)}, passed while ${standstill}`
    await failPending(this.#tx, this.#pending, { problem, at })
    await endJobIfDone(this.#tx, this.#job.id, at)
  }

  /** The pending imports are queued, and those of the next instant take their place. */
  async #release(queue: Queue): Promise<void> {
    const { last, next, at } = this.#when
    const [first] = this.#pending
    const state = this.#job.list_pipelines === null ? 'pending' : 'sequential'
    await movePending(this.#tx, this.#pending, { dueAt: last, state })
    if (first !== undefined) {
      await queueImport(queue, this.#tx, first.id)
      await tellPause(this.#tx, first.id, at)
    }
    if (next !== null) await repeatPending(this.#tx, this.#pending, next)
    await advancePlan(this.#tx, this.#job, { nextDueAt: next, executedAt: at })
  }

  async #running(): Promise<string | null> {
    const [first] = this.#pending
    if (first === undefined) return null
    return runningImport(this.#tx, { jobId: this.#job.id, pipelineId: first.pipeline_id })
  }

  async #warn(importId: string, message: string): Promise<void> {
    const line: LogLine = { at: this.#when.at, level: 'warn', message }
    await appendLogs(this.#tx, { import: importId }, [line], null)
  }

  #missedText(runs: readonly Date[]): string {
    const [first, last] = [runs[0], runs.at(-1)].map((at) => (at === undefined ? '' : this.#local(at)))
    return runs.length === 1
      ? `The run due at ${first} was missed: ${standstill}`
      : `${runs.length} runs due from ${first} to ${last} were missed: ${standstill}`
  }

  /** 'YYYY-MM-DD HH:mm' in the zone of the plan. */
  #local(at: Date): string {
    const form = { timeZone: this.#job.time_zone, dateStyle: 'short', timeStyle: 'short' } as const
    return new Intl.DateTimeFormat('sv-SE', form).format(at)
  }
}

/** All instants of the plan that are due at `at`, and the first undecided one after; a Later plan has a single one. */
function dueUntil(job: PlannedJob, at: Date, decided: ReadonlySet<number>): { due: Date[]; next: Date | null } {
  const due = [job.next_due_at]
  if (job.repeat_pattern === null) return { due, next: null }
  const anchor = job.anchor_at ?? job.created_at
  const schedule = { kind: 'repeat' as const, repeatPattern: job.repeat_pattern, anchor }
  let last = job.next_due_at
  for (let atOnce = 1; ; atOnce = 500) {
    for (const run of nextRuns(schedule, job.time_zone, last, atOnce)) {
      if (run <= at) due.push(run)
      else if (!decided.has(run.getTime())) return { due, next: run }
      last = run
    }
  }
}
