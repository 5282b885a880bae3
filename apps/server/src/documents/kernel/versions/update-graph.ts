import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { filterSeen } from '../rights-of-items.ts'
import { newestLocked, referencesFrom } from './update-graph.reads.ts'
import { findVersions, type VersionRow } from './versions.reads.ts'

/** A version in the graph of what a document uses. */
type UpdateNode = {
  row: VersionRow
  /** Versions it uses that the caller sees. */
  uses: string[]
  /** A newer locked version of its document, which takes its place (D-98). */
  newer: VersionRow | null
  /** Something it uses changes, and so must it. */
  changes: boolean
}
export type UpdateGraph = ReadonlyMap<string, UpdateNode>

/**
 * What an update of the root would touch. Where a newer locked version takes the place of an older one, what the older
 * one uses is of no account. What the caller does not see stays as it is and is not told.
 */
export async function loadUpdateGraph(db: Connection, caller: Caller, root: VersionRow): Promise<UpdateGraph> {
  const nodes = new Map<string, UpdateNode>()
  let level = [root]
  while (level.length > 0) {
    const newest = await newestLocked(
      db,
      level.map((row) => row.documentId),
    )
    const references = await referencesFrom(
      db,
      level.map((row) => row.id),
    )
    for (const row of level) {
      const found = row.id === root.id ? undefined : newest.get(row.documentId)
      const newer = found !== undefined && found.version > row.version ? found : null
      const uses = newer === null ? (references.get(row.id) ?? []).map((reference) => reference.to) : []
      nodes.set(row.id, { row, uses: [...new Set(uses)], newer, changes: false })
    }
    const wanted = new Set(level.flatMap((row) => nodes.get(row.id)?.uses ?? []).filter((id) => !nodes.has(id)))
    level = await filterSeen(db, caller, await findVersions(db, [...wanted]))
  }
  for (const node of nodes.values()) node.uses = node.uses.filter((id) => nodes.has(id))
  markChanges(nodes)
  return nodes
}

/** Changes go up from what has a newer version to all that rests on it, through circles too. */
function markChanges(nodes: ReadonlyMap<string, UpdateNode>): void {
  const touched = (id: string): boolean => {
    const node = nodes.get(id)
    return node !== undefined && (node.newer !== null || node.changes)
  }
  for (let found = true; found; ) {
    found = false
    for (const node of nodes.values()) {
      if (node.changes || !node.uses.some(touched)) continue
      node.changes = true
      found = true
    }
  }
}
