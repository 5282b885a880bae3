import type { VersionRecord } from '@millrace/contract'

/** A version with its place: columns from the oldest on, rows from the top. */
type GraphNode = { version: VersionRecord; column: number; row: number }
export type GraphEdge = { from: GraphNode; to: GraphNode }
type VersionGraph = { nodes: GraphNode[]; edges: GraphEdge[]; columns: number; rows: number }

/**
 * Lays out versions from left to right, the newest rightmost (D-94): each in a column of its own, in the row of the
 * version it was copied from as long as no other copy has gone on there, so that a row is one line of work.
 * @param versions in any order; parents that are no longer there are left out
 */
export function layOutVersions(versions: readonly VersionRecord[]): VersionGraph {
  const nodes = new Map<string, GraphNode>()
  const edges: GraphEdge[] = []
  /** Rows whose last version has not been copied yet, by that version. */
  const ends = new Map<string, number>()
  let rows = 0
  for (const [column, version] of versions.toSorted((a, b) => a.version - b.version).entries()) {
    const parents = version.vParents.flatMap((id) => nodes.get(id) ?? [])
    const goesOn = parents.find(({ version: { _id } }) => ends.has(_id))
    const node = { version, column, row: goesOn?.row ?? rows++ }
    if (goesOn !== undefined) ends.delete(goesOn.version._id)
    ends.set(version._id, node.row)
    nodes.set(version._id, node)
    edges.push(...parents.map((from) => ({ from, to: node })))
  }
  return { nodes: [...nodes.values()], edges, columns: nodes.size, rows }
}
