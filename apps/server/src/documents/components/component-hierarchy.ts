import type { Hierarchy, HierarchyItem } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { filterSeen } from '../kernel/rights-of-items.ts'
import { reachingTo, referencesTo } from '../kernel/versions/references.reads.ts'
import { findVersions, type VersionRow } from '../kernel/versions/versions.reads.ts'
import { seenComponent } from './seen-component.ts'

type Use = { from: string; to: string }

/**
 * From a component version to everything that uses it, at any depth (CMP-038, D-114): components by their instances,
 * pipelines that invoke one of them, and the countries of these. What the caller does not see is left out, and so is
 * what only leads to it by way of that (S3).
 * @throws ApiError 40400 unknown or unseen
 */
export async function componentHierarchy(db: Connection, caller: Caller, id: string): Promise<Hierarchy> {
  const { row } = await seenComponent(db, caller, id)
  const ids = await reachingTo(db, [id], ['instance', 'component', 'master'])
  const seen = await filterSeen(db, caller, await findVersions(db, ids))
  return buildHierarchy(row, seen, await referencesTo(db, [id, ...ids]))
}

function buildHierarchy(root: VersionRow, rows: readonly VersionRow[], references: readonly Use[]): Hierarchy {
  const known = new Map(rows.map((row) => [row.id, row]))
  const users = Map.groupBy(references, ({ to }) => to)
  // A country is drawn from its master alone, whose component it invokes.
  const countries = new Set(references.flatMap(({ from, to }) => (known.get(to)?.kind === 'pipeline' ? [from] : [])))
  const reached = new Set<string>()
  const dependencies: Use[] = []
  for (const waiting = [root.id]; waiting.length > 0; ) {
    const used = waiting.pop() as string
    for (const user of new Set(users.get(used)?.map(({ from }) => from))) {
      if (!known.has(user) || (countries.has(user) && known.get(used)?.kind !== 'pipeline')) continue
      // It is drawn from what is used to what uses it.
      dependencies.push({ from: used, to: user })
      if (!reached.has(user)) waiting.push(user)
      reached.add(user)
    }
  }
  const sources = Map.groupBy(dependencies, ({ to }) => to)
  const item = (row: VersionRow): HierarchyItem => ({
    ...{ key: row.id, type: row.kind, name: row.name, version: row.version, vLocked: row.locked },
    class_name: row.locked ? 'prod' : 'draft',
    sources: sources.get(row.id)?.map(({ from }) => from) ?? [],
  })
  const ofKind = (kind: VersionRow['kind']) =>
    rows
      .filter((row) => row.kind === kind && reached.has(row.id))
      .toSorted((a, b) => a.name.localeCompare(b.name) || b.version - a.version)
      .map(item)
  const components = ofKind('component')
  const isUsed = (key: string) => components.some((user) => user.sources.includes(key))
  return {
    component: item(root),
    components,
    pipelines: ofKind('pipeline'),
    dependencies,
    bottomComponents: components.filter(({ key }) => !isUsed(key)),
  }
}
