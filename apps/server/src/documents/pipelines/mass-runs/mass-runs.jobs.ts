import { ApiError, type DocRef, forbidden, invalid, mayCall, texts, type UpdateReport } from '@millrace/contract'
import { findActingCaller } from '../../../people/users/acting-caller.reads.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { UpdatesService } from '../../kernel/versions/updates.service.ts'
import type { VersionsService } from '../../kernel/versions/versions.service.ts'
import { type MassJob, massQueue, queueMassRun } from './mass-queue.ts'
import {
  decideRow,
  endRun,
  findRun,
  holdNextRow,
  isMaster,
  type MassMasterRow,
  type MassRunRow,
  rowsOfRun,
  unfinishedRuns,
} from './mass-runs.repository.ts'

type Services = { updates: UpdatesService; versions: VersionsService }
type Outcome = { new: DocRef; touched: DocRef[] }

/**
 * Takes mass runs from the queue, one at a time. Each master is changed in the transaction that says so in its row:
 * whoever takes over from a worker that was killed goes on with the first row that waits.
 */
export async function startMassWorkers(
  { db, queue, log }: Pick<Platform, 'db' | 'queue' | 'log'>,
  services: Services,
): Promise<void> {
  await queue.work<MassJob>(massQueue, { concurrency: 1 }, async ({ data, signal }) => {
    const run = await findRun(db, data.runId)
    if (run === undefined || run.ended_at !== null) return
    for (let waits = true; waits; ) {
      signal.throwIfAborted()
      waits = await handleNext(run)
    }
    await endRun(db, run.id)
  })
  // A job that was lost, or gave up: the queue keeps one for each run, so this makes no second one.
  for (const { id } of await unfinishedRuns(db)) await queueMassRun(queue, id)

  /** @returns whether there was a row that waited */
  async function handleNext(run: MassRunRow): Promise<boolean> {
    let row: MassMasterRow | undefined
    try {
      return await db.transaction().execute(async (tx) => {
        row = await holdNextRow(tx, run.id)
        if (row === undefined) return false
        await decideRow(tx, row, await carryOut(tx, services, run, row))
        return true
      })
    } catch (error) {
      if (row === undefined) throw error
      if (!(error instanceof ApiError)) log.error({ err: error, run: run.id }, 'a master could not be handled')
      // Where the database is gone this fails as well, and the queue brings the run back.
      await decideRow(db, row, { error: error instanceof ApiError ? error.message : texts.unexpected })
      return true
    }
  }
}

/** Updates or locks one master, all or nothing. @throws ApiError with the reason for the report */
async function carryOut(
  tx: Connection,
  { updates, versions }: Services,
  run: MassRunRow,
  row: MassMasterRow,
): Promise<Outcome> {
  const caller = await starterOf(tx, run)
  const id = row.version_id
  if (!(await isMaster(tx, id))) throw invalid('Only master pipelines are handled here')
  if (run.kind === 'lock') {
    const { locked } = await versions.lockIn(tx, caller, 'pipeline', { id, force: true, country: true })
    return { new: { ...row.old, vLocked: true }, touched: locked }
  }
  const ofRun = new Set((await rowsOfRun(tx, run.id)).flatMap(({ touched }) => touched.map(({ _id }) => _id)))
  const report = await updates.updateIn(tx, caller, 'pipeline', row.asked ?? { old: { _id: id } }, ofRun)
  return { new: report.new ?? row.old, touched: touchedBy(report, ofRun) }
}

/** Who started the run, while they may still do this. */
async function starterOf(tx: Connection, run: MassRunRow): Promise<Caller> {
  const caller = await findActingCaller(tx, run.user_id)
  if (caller === undefined || !mayCall(caller.role, `POST /pipelines/version/mass-${run.kind}`)) throw forbidden()
  return caller
}

/** The new versions of an update and the drafts that it, or the run before it, changed in place, used ones first. */
const touchedBy = (report: UpdateReport, ofRun: ReadonlySet<string>): DocRef[] => [
  ...[...report.schemas, ...report.components].flatMap((row) => touchedBy(row, ofRun)),
  ...((report.update || report.child_update) && report.new !== null ? [report.new] : []),
  ...(ofRun.has(report.old._id) && !report.child_update ? [report.old] : []),
  ...report.pipelines.flatMap((row) => touchedBy(row, ofRun)),
]
