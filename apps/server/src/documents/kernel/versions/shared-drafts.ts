import { isSameJson } from '@millrace/contract/schemas/json-equality'
import type { Connection } from '../../../platform/database/database.ts'
import type { UpdateRulesOfKinds } from './update-rules.ts'
import { holdVersions, type VersionRow } from './versions.reads.ts'

/** The ids that changed versions move to, with drafts that are there already in place of new ones. */
type Moves = (shared: ReadonlyMap<string, VersionRow>) => ReadonlyMap<string, string>

/**
 * Drafts that updates of the same run have made of these versions and that hold what would be made again, by the id of the
 * version. Two masters that rest on one data model would otherwise leave two drafts of it, and once both are locked the
 * master with the older one would be behind at once.
 */
export async function sharedDrafts(
  tx: Connection,
  changed: readonly VersionRow[],
  madeIds: ReadonlySet<string>,
  moves: Moves,
  rules: UpdateRulesOfKinds,
): Promise<Map<string, VersionRow>> {
  const drafts = (await holdVersions(tx, [...madeIds])).filter(({ locked, kind }) => !locked && kind !== 'pipeline')
  const draftOf = (row: VersionRow) => drafts.find(({ parents }) => parents.length === 1 && parents[0] === row.id)
  const shared = new Map(
    changed.flatMap((row) => (row.locked ? [[row.id, draftOf(row)] as const] : [])).filter(isFound),
  )
  // One that does not fit takes those along that would refer to it, until all that are left fit each other.
  for (let fits = false; !fits; ) {
    fits = true
    const moved = moves(shared)
    for (const row of changed) {
      const draft = shared.get(row.id)
      if (draft === undefined) continue
      const content: unknown = JSON.parse(JSON.stringify(await rules[row.kind].repoint(tx, row.content, moved)))
      if (isSameJson(content, draft.content)) continue
      shared.delete(row.id)
      fits = false
    }
  }
  return shared
}

const isFound = (entry: readonly [string, VersionRow | undefined]): entry is readonly [string, VersionRow] =>
  entry[1] !== undefined
