import { type AskedRow, conflict, type DocKind, invalid, texts, type UpdateReport } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { holdDocumentsOf } from '../documents.reads.ts'
import { mustHold } from '../rights.ts'
import { seenOr404, versionRights } from '../rights-of-items.ts'
import type { PendingJobs } from './pending-jobs.ts'
import { storeUpdate } from './store-update.ts'
import { loadUpdateGraph, newerVersions, usedFirst } from './update-graph.ts'
import { pendingsOf } from './update-pendings.ts'
import { updateReasons } from './update-reasons.ts'
import { countAskedPlans, isDoneByRun, isSamePreview, updateReport } from './update-report.ts'
import type { UpdateRulesOfKinds } from './update-rules.ts'
import { docRef, findVersion, holdVersions, type VersionRow } from './versions.reads.ts'

export type UpdatesService = ReturnType<typeof createUpdatesService>

/** Updates of a document to the newer versions of what it uses (VER-012, VER-013, D-98, D-99). */
export function createUpdatesService(platform: Platform, rules: UpdateRulesOfKinds, jobs: PendingJobs) {
  const { db } = platform

  async function writableRoot(tx: Connection, caller: Caller, kind: DocKind, id: string): Promise<VersionRow> {
    const { row, rights } = await seenOr404(tx, caller, kind, await findVersion(tx, id))
    mustHold.writes(rights)
    return row
  }

  async function reportOf(tx: Connection, caller: Caller, root: VersionRow, explain: boolean): Promise<UpdateReport> {
    const graph = await loadUpdateGraph(tx, caller, root)
    const pendings = await pendingsOf(tx, caller, jobs, graph, root.id)
    const why = explain ? await updateReasons(tx, caller, graph, root.id, rules) : new Map()
    return updateReport(graph, root.id, { pendings, why })
  }

  /** Holds the root and all that would change, so that the preview computed next is still true when it is stored. */
  async function hold(tx: Connection, caller: Caller, root: VersionRow): Promise<ReadonlySet<string>> {
    const first = usedFirst(await loadUpdateGraph(tx, caller, root), root.id)
    const ids = [...new Set([root, ...first].map((row) => row.id))]
    await holdDocumentsOf(tx, ids)
    await holdVersions(tx, ids)
    return new Set(ids)
  }

  async function updateIn(
    tx: Connection,
    caller: Caller,
    kind: DocKind,
    sent: AskedRow,
    ofRun: ReadonlySet<string> = new Set(),
  ): Promise<UpdateReport> {
    const root = await writableRoot(tx, caller, kind, sent.old._id)
    const held = await hold(tx, caller, root)
    const present = (await findVersion(tx, root.id)) ?? root
    const preview = await reportOf(tx, caller, present, false)
    const all = await loadUpdateGraph(tx, caller, present)
    const leavesCountries = sent.pipelines?.length === 0 && all.countries.length > 0
    const graph = leavesCountries ? await loadUpdateGraph(tx, caller, present, { countries: false }) : all
    const { pipelines: _left, ...withoutCountries } = sent
    const changed = usedFirst(graph, root.id)
    const isSame = isSamePreview(leavesCountries ? withoutCountries : sent, preview, { ofRun })
    const pendings = await pendingsOf(tx, caller, jobs, graph, root.id)
    const plans = sent.updatePendings === false ? [] : [...pendings.byRow.values()].flat()
    const isNothingLeft = changed.length + plans.length + countAskedPlans(sent) === 0
    if (isNothingLeft && isDoneByRun(preview, ofRun)) return { ...preview, new: docRef(present) }
    if (!isSame || changed.some(({ id }) => !held.has(id))) throw conflict(texts.previewOutdated)
    if (changed.length === 0 && plans.length === 0) throw invalid(texts.nothingToUpdate)
    for (const row of changed) mustHold.writes(await versionRights(tx, caller, row))
    const newer = new Map([...newerVersions(graph)].map(([id, row]) => [id, row.id]))
    const masters = graph.countries.map(({ masterVersionId }) => masterVersionId)
    const made = await storeUpdate(tx, caller, changed, root.id, { newer, masters }, rules, ofRun)
    const planIds = [...new Set(plans.map(({ _id }) => _id))]
    const moved = new Map([...pendings.rowOf].map(([old, row]) => [old, made.get(row)?.id ?? row]))
    if (planIds.length > 0) await jobs.move(tx, caller, planIds, moved)
    const report = updateReport(graph, root.id, { pendings, made })
    // Where nothing but plans moved they are tied to the version at hand.
    return { ...report, new: report.new ?? docRef(present), updatePendings: plans.length > 0 }
  }

  return {
    /** POST /{documents}/version/compute: what an update would change, and why; changes nothing. */
    async compute(caller: Caller, kind: DocKind, id: string): Promise<UpdateReport> {
      return reportOf(db, caller, await writableRoot(db, caller, kind, id), true)
    },

    /**
     * POST /{documents}/version/update: all or nothing. The preview is computed anew while everything in it is held.
     * Errors: 40900 the preview is out of date, 40000 nothing to update, 40300 one that must change is not writable.
     */
    update: (caller: Caller, kind: DocKind, sent: AskedRow): Promise<UpdateReport> =>
      db.transaction().execute((tx) => updateIn(tx, caller, kind, sent)),

    /**
     * The same in the caller's transaction.
     * @param ofRun versions that earlier updates of the same run have made or changed in place: what several of them rest
     * on is made once, and what one of them has changed makes the previews of the others no older
     */
    updateIn,
  }
}
