import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { filterSeen } from '../rights-of-items.ts'
import type { Reference, ReferenceRole } from './references.reads.ts'
import { countriesOfMaster, newestLocked, referencesFrom } from './update-graph.reads.ts'
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
/** A country pipeline of the master that is updated, which takes over whatever version that becomes. */
type Country = { id: string; masterVersionId: string; masterVersion: number; isBehind: boolean }
export type UpdateGraph = {
  nodes: ReadonlyMap<string, UpdateNode>
  countries: readonly Country[]
}

/**
 * What an update of the root would touch. Where a newer locked version takes the place of an older one, what the older
 * one uses is of no account. What the caller does not see stays as it is and is not told.
 * @param options.countries whether the countries of a master go along (D-99)
 */
export async function loadUpdateGraph(
  db: Connection,
  caller: Caller,
  root: VersionRow,
  { countries: withCountries = true }: { countries?: boolean } = {},
): Promise<UpdateGraph> {
  const countries = withCountries ? await countriesOf(db, caller, root) : []
  const ofCountries = new Set(countries.map(({ row }) => row.id))
  const nodes = new Map<string, UpdateNode>()
  let level = [root, ...countries.map(({ row }) => row)]
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
      const isTop = row.id === root.id || ofCountries.has(row.id)
      const found = isTop ? undefined : newest.get(row.documentId)
      const newer = found !== undefined && found.version > row.version ? found : null
      const roles = followedRoles(row, root, references.get(row.id) ?? [])
      const uses = (references.get(row.id) ?? []).filter(({ role }) => roles.includes(role)).map(({ to }) => to)
      nodes.set(row.id, { row, uses: newer === null ? [...new Set(uses)] : [], newer, changes: false })
    }
    const wanted = new Set(level.flatMap((row) => nodes.get(row.id)?.uses ?? []).filter((id) => !nodes.has(id)))
    level = await filterSeen(db, caller, await findVersions(db, [...wanted]))
  }
  for (const node of nodes.values()) node.uses = node.uses.filter((id) => nodes.has(id))
  const graph = { nodes, countries: countries.map(({ row, ...country }) => ({ id: row.id, ...country })) }
  markChanges(graph, root.id)
  return graph
}

/** Countries the caller sees; one is behind that inherits from an older version than this locked one. */
async function countriesOf(db: Connection, caller: Caller, root: VersionRow) {
  if (root.kind !== 'pipeline') return []
  const found = await countriesOfMaster(db, root.documentId)
  const rows = await findVersions(
    db,
    found.map(({ id }) => id),
  )
  const seen = new Map((await filterSeen(db, caller, rows)).map((row) => [row.id, row]))
  return found.flatMap(({ id, masterVersionId, masterVersion }) => {
    const row = seen.get(id)
    const isBehind = root.locked && masterVersion < root.version
    return row === undefined ? [] : [{ row, masterVersionId, masterVersion, isBehind }]
  })
}

/** A country takes its component from its master, and follows its master alone; the master of a country is not followed. */
function followedRoles(row: VersionRow, root: VersionRow, references: readonly Reference[]): ReferenceRole[] {
  if (row.kind !== 'pipeline') return ['schema', 'instance']
  const isCountry = references.some(({ role }) => role === 'master')
  if (row.id === root.id) return isCountry ? ['schema', 'master'] : ['schema', 'component']
  return isCountry ? ['schema'] : []
}

/** Changes go up from what has a newer version to all that rests on it, through circles too. */
function markChanges({ nodes, countries }: UpdateGraph, rootId: string): void {
  const touched = (id: string): boolean => {
    const node = nodes.get(id)
    return node !== undefined && (node.newer !== null || node.changes)
  }
  const behind = new Map(countries.map(({ id, isBehind }) => [id, isBehind]))
  const mustChange = (id: string, node: UpdateNode): boolean => {
    if (node.uses.some(touched)) return true
    // The document that is updated always gets a new version, and its countries take it over (D-98).
    if (id === rootId) return countries.some((country) => touched(country.id))
    return behind.has(id) && (behind.get(id) === true || touched(rootId))
  }
  for (let found = true; found; ) {
    found = false
    for (const [id, node] of nodes) {
      if (node.changes || !mustChange(id, node)) continue
      node.changes = true
      found = true
    }
  }
}

/** Versions that change, used ones first, countries last; of a circle no order is right, and none is needed. */
export function usedFirst({ nodes, countries }: UpdateGraph, rootId: string): VersionRow[] {
  const ordered = new Map<string, VersionRow>()
  const visited = new Set<string>()
  const visit = (id: string): void => {
    const node = nodes.get(id)
    if (node === undefined || visited.has(id)) return
    visited.add(id)
    for (const used of node.uses) visit(used)
    if (node.changes) ordered.set(id, node.row)
  }
  for (const id of [rootId, ...countries.map((country) => country.id)]) visit(id)
  return [...ordered.values()]
}

/** The newer versions that take the place of older ones, by the older one's id. */
export const newerVersions = ({ nodes }: UpdateGraph): Map<string, VersionRow> =>
  new Map([...nodes].flatMap(([id, { newer }]) => (newer === null ? [] : [[id, newer] as const])))
