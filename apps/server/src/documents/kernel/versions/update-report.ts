import type { AskedRow, DocKind, UpdateReport } from '@millrace/contract'
import type { UpdateGraph } from './update-graph.ts'
import { docRef, type VersionRow } from './versions.reads.ts'

/**
 * The preview of an update (VER-012, VER-027, VER-028). A version that is used in several places is unfolded where it
 * comes first.
 * @param made versions that took the place of older ones, by the older one's id; none before the update
 */
export function updateReport(
  graph: UpdateGraph,
  rootId: string,
  made: ReadonlyMap<string, VersionRow> = new Map(),
): UpdateReport {
  const unfolded = new Set<string>()
  const rowOf = (id: string): UpdateReport | null => {
    const node = graph.get(id)
    if (node === undefined) return null
    const isFirst = !unfolded.has(id)
    unfolded.add(id)
    const below = isFirst ? node.uses.map(rowOf).filter((row) => row !== null) : []
    const ofKind = (kind: DocKind) =>
      below.filter(({ old }) => old.type === kind).toSorted((a, b) => a.old.name.localeCompare(b.old.name, 'en'))
    const isNew = node.changes && (id === rootId || node.row.locked)
    const becomes = made.get(id) ?? node.newer ?? (node.changes && !isNew ? node.row : null)
    return {
      old: docRef(node.row),
      new: becomes === null ? null : docRef(becomes),
      update: isNew,
      updated: node.newer !== null,
      child_update: node.changes && !isNew,
      schemas: ofKind('schema'),
      components: ofKind('component'),
      pipelines: ofKind('pipeline'),
      pendings: { scheduled: [], repeatable: [] },
      updatePendings: false,
    }
  }
  const report = rowOf(rootId)
  if (report === null) throw new Error(`the graph does not hold its root ${rootId}`)
  return report
}

/** Whether what was sent says the same as what is computed now; what it does not say is no difference (D-99). */
export function isSamePreview(sent: AskedRow, now: UpdateReport): boolean {
  if (sent.old._id !== now.old._id) return false
  if (sent.new !== undefined && (sent.new?._id ?? null) !== (now.new?._id ?? null)) return false
  for (const state of ['update', 'updated', 'child_update'] as const) {
    if (sent[state] !== undefined && sent[state] !== now[state]) return false
  }
  return sameRows(sent.schemas, now.schemas) && sameRows(sent.components, now.components)
}

function sameRows(sent: readonly AskedRow[] | undefined, now: readonly UpdateReport[]): boolean {
  if (sent === undefined) return true
  const byId = new Map(now.map((row) => [row.old._id, row]))
  return (
    sent.length === now.length &&
    sent.every((row) => {
      const known = byId.get(row.old._id)
      return known !== undefined && isSamePreview(row, known)
    })
  )
}
