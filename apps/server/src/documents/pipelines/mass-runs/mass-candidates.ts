import { ApiError, isUpdatable, type MassCandidate } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { LockCheck } from '../../kernel/versions/lock-versions.ts'
import { filterSeen } from '../../kernel/rights-of-items.ts'
import { reachableFrom } from '../../kernel/versions/references.reads.ts'
import type { UpdatesService } from '../../kernel/versions/updates.service.ts'
import { docRef, findVersions, type VersionRow } from '../../kernel/versions/versions.reads.ts'
import { newestMasters } from './mass-runs.repository.ts'

/** What a draft must pass to be offered for locking: the save rules of pipelines, the diagram rules of components. */
export type ReadyChecks = { pipeline: LockCheck; component: LockCheck }

/** Masters whose newest version has something to update, each with its preview, by name (VER-036, D-93). */
export async function updatableMasters(
  db: Connection,
  caller: Caller,
  updates: UpdatesService,
): Promise<MassCandidate[]> {
  const found: MassCandidate[] = []
  for (const row of await filterSeen(db, caller, await newestMasters(db))) {
    const report = await updates.compute(caller, 'pipeline', row.id)
    if (isUpdatable(report)) found.push({ ...docRef(row), report })
  }
  return found
}

/** Masters whose newest version is a draft that passes its checks, by name (VER-038, D-100). */
export async function lockableMasters(db: Connection, caller: Caller, checks: ReadyChecks): Promise<MassCandidate[]> {
  const found: MassCandidate[] = []
  for (const row of await filterSeen(db, caller, await newestMasters(db))) {
    if (!row.locked && (await isReady(db, row, checks))) found.push(docRef(row))
  }
  return found
}

async function isReady(db: Connection, row: VersionRow, checks: ReadyChecks): Promise<boolean> {
  const used = await findVersions(db, await reachableFrom(db, [row.id]))
  try {
    await checks.pipeline(db, row)
    for (const one of used) if (one.kind === 'component' && !one.locked) await checks.component(db, one)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
