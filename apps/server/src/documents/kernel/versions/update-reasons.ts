import { type ChangeEffect, maxChanges, type UpdateReason, worstEffect } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { versionRights } from '../rights-of-items.ts'
import type { UpdateGraph } from './update-graph.ts'
import type { UpdateRulesOfKinds } from './update-rules.ts'

type References = UpdateReason['references']

/** Why each document is touched and what that means, by the id of its version; nothing of what the caller does not see. */
export async function updateReasons(
  db: Connection,
  caller: Caller,
  graph: UpdateGraph,
  rootId: string,
  rules: UpdateRulesOfKinds,
): Promise<Map<string, UpdateReason>> {
  const { nodes, countries } = graph
  const reasons = new Map<string, UpdateReason>()
  for (const [id, { row, newer, changes }] of nodes) {
    if (newer === null && !changes) continue
    const found = newer === null ? [] : await rules[row.kind].changes(db, caller, row, newer)
    reasons.set(id, {
      references: changes ? referencesAnew(graph, id, rootId, rules) : [],
      changes: found.slice(0, maxChanges),
      effect: worstEffect(found.map(({ effect }) => effect)),
      writable: !changes || (await versionRights(db, caller, row)).writes,
    })
  }
  const masters = new Map(countries.map((country) => [country.id, [rootId]]))
  const effectOf = (id: string, above: ReadonlySet<string>): ChangeEffect => {
    const [node, reason] = [nodes.get(id), reasons.get(id)]
    if (node === undefined || reason === undefined || above.has(id)) return 'none'
    const below = new Set([...above, id])
    return worstEffect([
      reason.effect,
      ...[...node.uses, ...(masters.get(id) ?? [])].map((used) => effectOf(used, below)),
    ])
  }
  for (const [id, reason] of reasons) reason.effect = effectOf(id, new Set())
  return reasons
}

/** What a document will refer to anew, by the fields that do. */
function referencesAnew(
  { nodes, countries }: UpdateGraph,
  id: string,
  rootId: string,
  rules: UpdateRulesOfKinds,
): References {
  const node = nodes.get(id)
  if (node === undefined) return []
  const country = countries.find((one) => one.id === id)
  return rules[node.row.kind].uses(node.row.content).flatMap(({ to, field }): References => {
    const isMaster = country !== undefined && to === country.masterVersionId
    const used = nodes.get(isMaster ? rootId : to)
    if (used === undefined || (used.newer === null && !used.changes)) return []
    const { kind: type, name, version, locked } = used.row
    const isNew = used.changes && (locked || used.row.id === rootId)
    const becomes = used.newer?.version ?? (isNew ? null : version)
    return [{ field, type, name, from: isMaster ? country.masterVersion : version, to: becomes }]
  })
}
