import type { AskedRow, DocKind, UpdateReason, UpdateReport } from '@millrace/contract'
import type { UpdateGraph } from './update-graph.ts'
import type { UpdatePendings } from './update-pendings.ts'
import { docRef, type VersionRow } from './versions.reads.ts'

type Parts = {
  pendings: UpdatePendings
  /** Versions that took the place of older ones, by the older one's id; none before the update. */
  made?: ReadonlyMap<string, VersionRow>
  /** Why each row is touched, by the id of its old version. */
  why?: ReadonlyMap<string, UpdateReason>
}

/**
 * The preview of an update (VER-012, VER-027, VER-028). A version that is used in several places is unfolded where it
 * comes first.
 */
export function updateReport(graph: UpdateGraph, rootId: string, { pendings, made, why }: Parts): UpdateReport {
  const unfolded = new Set<string>()
  const rowOf = (id: string): UpdateReport | null => {
    const node = graph.nodes.get(id)
    if (node === undefined) return null
    const isFirst = !unfolded.has(id)
    unfolded.add(id)
    const used = isFirst ? [...node.uses, ...(id === rootId ? graph.countries.map((country) => country.id) : [])] : []
    const below = used.map(rowOf).filter((row) => row !== null)
    const ofKind = (kind: DocKind) =>
      below.filter(({ old }) => old.type === kind).toSorted((a, b) => a.old.name.localeCompare(b.old.name, 'en'))
    const isNew = node.changes && (id === rootId || node.row.locked)
    const becomes = made?.get(id) ?? node.newer ?? (node.changes && !isNew ? node.row : null)
    const jobs = isFirst ? (pendings.byRow.get(id) ?? []) : []
    const reason = why?.get(id)
    return {
      old: docRef(node.row),
      new: becomes === null ? null : docRef(becomes),
      update: isNew,
      updated: node.newer !== null,
      child_update: node.changes && !isNew,
      schemas: ofKind('schema'),
      components: ofKind('component'),
      pipelines: ofKind('pipeline'),
      pendings: {
        scheduled: jobs.filter(({ kind }) => kind === 'scheduled'),
        repeatable: jobs.filter(({ kind }) => kind === 'repeat'),
      },
      // The root's is the choice for the whole update; it is on where there is anything to move (D-99).
      updatePendings: id === rootId ? pendings.byRow.size > 0 : jobs.length > 0,
      ...(reason === undefined ? {} : { why: reason }),
    }
  }
  const report = rowOf(rootId)
  if (report === null) throw new Error(`the graph does not hold its root ${rootId}`)
  return report
}

/**
 * Whether what was sent says the same as what is computed now; what it does not say is no difference (D-99),
 * and plans that stay are not compared.
 * @param options.ofRun drafts that earlier updates of the same run have changed in place, as was shown with them
 */
export function isSamePreview(
  sent: AskedRow,
  now: UpdateReport,
  options: { ofRun?: ReadonlySet<string>; withPlans?: boolean } = {},
): boolean {
  const { withPlans = sent.updatePendings !== false, ofRun } = options
  if (sent.old._id !== now.old._id) return false
  if (ofRun?.has(sent.old._id) && !changes(now)) return true
  if (sent.new !== undefined && (sent.new?._id ?? null) !== (now.new?._id ?? null)) return false
  for (const state of ['update', 'updated', 'child_update'] as const) {
    if (sent[state] !== undefined && sent[state] !== now[state]) return false
  }
  return (
    (!withPlans || samePlans(sent, now)) &&
    (['schemas', 'components', 'pipelines'] as const).every((kind) =>
      sameRows(sent[kind], now[kind], { withPlans, ...(ofRun && { ofRun }) }),
    )
  )
}

const changes = ({ update, updated, child_update }: UpdateReport): boolean => update || updated || child_update

function sameRows(
  sent: readonly AskedRow[] | undefined,
  now: readonly UpdateReport[],
  options: Parameters<typeof isSamePreview>[2],
): boolean {
  if (sent === undefined) return true
  const byId = new Map(now.map((row) => [row.old._id, row]))
  return (
    sent.length === now.length &&
    sent.every((row) => {
      const known = byId.get(row.old._id)
      return known !== undefined && isSamePreview(row, known, options)
    })
  )
}

type Plans = { scheduled: { _id: string; pipelineId: string }[]; repeatable: { _id: string; pipelineId: string }[] }

function samePlans({ pendings: sent }: AskedRow, { pendings: now }: UpdateReport): boolean {
  if (sent === undefined) return true
  const keys = ({ scheduled, repeatable }: Plans) =>
    [...scheduled, ...repeatable].map(({ _id, pipelineId }) => `${_id} ${pipelineId}`).toSorted()
  return keys(sent).join() === keys(now).join()
}

/** Whether a document that nothing is left to do for rests on what earlier updates of the same run have changed. */
export const isDoneByRun = (now: UpdateReport, ofRun: ReadonlySet<string>): boolean =>
  [...now.schemas, ...now.components].some((row) => ofRun.has(row.old._id) || isDoneByRun(row, ofRun))

/** How many plans were shown as about to move. */
export function countAskedPlans({ updatePendings, pendings, pipelines = [] }: AskedRow): number {
  if (updatePendings === false || pendings === undefined) return 0
  const { scheduled, repeatable } = pendings
  return pipelines.reduce((sum, row) => sum + countAskedPlans(row), scheduled.length + repeatable.length)
}
