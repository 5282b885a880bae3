import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AskedRow,
  invalid,
  type MassCandidate,
  type MassKind,
  type MassRow,
  type MassRun,
  notFound,
} from '@millrace/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { filterSeen } from '../../kernel/rights-of-items.ts'
import type { UpdatesService } from '../../kernel/versions/updates.service.ts'
import { docRef, findVersions } from '../../kernel/versions/versions.reads.ts'
import { lockableMasters, type ReadyChecks, updatableMasters } from './mass-candidates.ts'
import { queueMassRun } from './mass-queue.ts'
import { findRun, insertRun, lastRun, type MassRunRow, rowsOfRun } from './mass-runs.repository.ts'

/** A call that waits for a run looks at it so often. */
const lookEveryMs = 300

/** Mass updates and mass locks of master pipelines (VER-035 to VER-043, D-93, D-100, D-102): what there is, and runs. */
export function createMassRuns(
  { db, queue }: Pick<Platform, 'db' | 'queue'>,
  { updates, checks }: { updates: UpdatesService; checks: ReadyChecks },
) {
  async function present(run: MassRunRow): Promise<MassRun> {
    const { id, kind, started_at, ended_at, user_name } = run
    return {
      _id: id,
      kind,
      startedAt: started_at.toISOString(),
      startedBy: user_name,
      endedAt: ended_at?.toISOString() ?? null,
      rows: (await rowsOfRun(db, id)).map(
        ({ old, new: made, state, error, touched }): MassRow => ({ old, new: made, state, error, touched }),
      ),
    }
  }

  /** Rows of the run once it has ended; the run goes on when `gone` fires, and nobody hears of it here. */
  async function rowsAtTheEnd(runId: string, gone: AbortSignal): Promise<MassRow[]> {
    for (;;) {
      const run = await findRun(db, runId)
      if (run === undefined) throw notFound()
      if (run.ended_at !== null || gone.aborted) return (await present(run)).rows
      await sleep(lookEveryMs, undefined, { signal: gone }).catch(() => undefined)
    }
  }

  return {
    /** GET /pipelines/version/mass-compute. @throws ApiError 40000 'Unknown kind' */
    async candidates(caller: Caller, kind: string): Promise<MassCandidate[]> {
      if (kind === 'update') return updatableMasters(db, caller, updates)
      if (kind === 'lock') return lockableMasters(db, caller, checks)
      throw invalid('Unknown kind')
    },

    /**
     * Starts a run over these versions, in the order of their names; several times the same counts once.
     * @param previews what was looked at, by the id of their root; a master without one is updated by what there is
     * @returns the id of the run @throws ApiError 40400 for a version the caller does not see
     */
    async start(
      caller: Caller,
      kind: MassKind,
      ids: readonly string[],
      previews: readonly AskedRow[] = [],
    ): Promise<string> {
      const wanted = [...new Set(ids)]
      const rows = (await filterSeen(db, caller, await findVersions(db, wanted))).filter(
        (row) => row.kind === 'pipeline',
      )
      if (rows.length < wanted.length) throw notFound()
      const asked = new Map(previews.map((preview) => [preview.old._id, preview]))
      const masters = rows
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map((row) => ({ old: docRef(row), asked: asked.get(row.id) ?? null }))
      return db.transaction().execute(async (tx) => {
        const id = await insertRun(tx, caller, kind, masters)
        await queueMassRun(queue, id, tx)
        return id
      })
    },

    rowsAtTheEnd,

    /** GET /pipelines/version/mass-runs: the last run of the kind, under way or ended. */
    async last(_caller: Caller, kind: MassKind): Promise<MassRun | null> {
      const run = await lastRun(db, kind)
      return run === undefined ? null : present(run)
    },
  }
}
