import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { auditedContent } from './audited-content.ts'
import { copyPipelineColumns } from './dependents.repository.ts'
import { replaceReferences } from './references.repository.ts'
import type { UpdateRules, UpdateRulesOfKinds } from './update-rules.ts'
import { sharedDrafts } from './shared-drafts.ts'
import { insertVersion, nextNumber, updateContent } from './versions.repository.ts'
import { findVersion, type VersionRow } from './versions.reads.ts'

/** Stores the content of one changed version: of a draft below the root in place, of everything else as a new draft. */
async function storeChanged(
  tx: Connection,
  caller: Caller,
  row: VersionRow,
  rule: UpdateRules,
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  const content = await rule.repoint(tx, row.content, moved)
  const id = moved.get(row.id)
  const version = id === undefined ? row.version : await nextNumber(tx, row.documentId)
  const { documentId } = row
  if (id === undefined) await updateContent(tx, row.id, content, caller.userName)
  else {
    await insertVersion(tx, { id, documentId, version, parents: [row.id], content, by: caller.userName })
    if (row.kind === 'pipeline') await copyPipelineColumns(tx, row.id, id)
  }
  await recordAudit(tx, caller, {
    kind: row.kind,
    objectId: id ?? row.id,
    name: row.name,
    action: 'update',
    before: { version: row.version, ...auditedContent(row.kind, row.name, row.content) },
    after: { version, ...auditedContent(row.kind, row.name, content) },
  })
}

/**
 * Stores every version that changes, used ones first, with what each refers to.
 * @param followed versions whose place something else takes: the newer one's id by the older one's
 * @param countries versions of the master that countries inherit from; what the root becomes takes their place
 * @param ofRun versions that earlier updates of the same run made: a draft among them that fits is taken, not made again
 * @returns what each changed version became, by the id it had
 * @throws ApiError 40000 when one does not fit what it refers to now
 */
export async function storeUpdate(
  tx: Connection,
  caller: Caller,
  changed: readonly VersionRow[],
  rootId: string,
  followed: { newer: ReadonlyMap<string, string>; masters: readonly string[] },
  rules: UpdateRulesOfKinds,
  ofRun: ReadonlySet<string>,
): Promise<Map<string, VersionRow>> {
  // Ids before contents: versions that refer to each other in a circle need each other's.
  const fresh = new Map(changed.filter((row) => row.locked || row.id === rootId).map(({ id }) => [id, newId()]))
  const moves = (shared: ReadonlyMap<string, VersionRow>) => {
    const moved = new Map([...followed.newer, ...fresh, ...[...shared].map(([id, draft]) => [id, draft.id] as const)])
    const newRoot = moved.get(rootId)
    if (newRoot !== undefined) for (const id of followed.masters) moved.set(id, newRoot)
    return moved
  }
  const others = changed.filter(({ id }) => id !== rootId)
  const shared = ofRun.size === 0 ? new Map<string, VersionRow>() : await sharedDrafts(tx, others, ofRun, moves, rules)
  const moved = moves(shared)
  const stored = changed.filter(({ id }) => !shared.has(id))
  for (const row of stored) await storeChanged(tx, caller, row, rules[row.kind], moved)
  const made = new Map(shared)
  for (const row of stored) {
    const id = moved.get(row.id) ?? row.id
    const version = await findVersion(tx, id)
    if (version === undefined) throw new Error(`version ${id} vanished while it was stored`)
    await replaceReferences(tx, id, rules[row.kind].uses(version.content))
    made.set(row.id, version)
  }
  for (const row of made.values()) await rules[row.kind].check(tx, row)
  return made
}
