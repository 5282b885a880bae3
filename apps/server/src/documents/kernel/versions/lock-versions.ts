import { conflict, type DocKind, forbidden, textWith } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newestDraftsOfCountries } from './country-drafts.repository.ts'
import { referencesOf } from './references.reads.ts'
import { versionRights } from '../rights-of-items.ts'
import { markLocked } from './versions.repository.ts'
import { holdVersions, type VersionRow } from './versions.reads.ts'

/** What a kind demands of a draft before it is locked; throws ApiError. Everything it uses is locked, or about to be. */
export type LockCheck = (tx: Connection, row: VersionRow) => Promise<void>

/**
 * Drafts to be locked for these: everything used at any depth, used ones first. Each is held as it is met, so that
 * what it uses cannot change until the transaction ends. Locked versions use only locked ones and are not followed.
 */
async function draftsBelow(tx: Connection, roots: readonly VersionRow[]): Promise<VersionRow[]> {
  const drafts = new Map(roots.map((row) => [row.id, row]))
  const uses = new Map<string, string[]>()
  let level = [...roots]
  while (level.length > 0) {
    const found = new Set<string>()
    for (const row of level) {
      const used = (await referencesOf(tx, row.id)).map((reference) => reference.to)
      uses.set(row.id, used)
      for (const id of used) if (!drafts.has(id)) found.add(id)
    }
    level = (await holdVersions(tx, [...found])).filter((row) => !row.locked)
    for (const row of level) drafts.set(row.id, row)
  }
  const ordered = new Map<string, VersionRow>()
  const visit = (id: string): void => {
    const row = drafts.get(id)
    if (row === undefined || ordered.has(id)) return
    drafts.delete(id)
    for (const used of uses.get(id) ?? []) visit(used)
    ordered.set(id, row)
  }
  for (const id of drafts.keys()) visit(id)
  return [...ordered.values()]
}

/**
 * Locks a draft (VER-006). Without `force` everything it uses must be locked already, else the first draft is named, if
 * the caller sees it; with it they are locked too, all the way down (D-95). `country`: the newest draft of each country
 * pipeline as well.
 * All or nothing: 40300 if one of them is not writable for the caller. Returns what was locked, used ones first.
 */
export async function lockVersions(
  tx: Connection,
  caller: Caller,
  root: VersionRow,
  options: { force: boolean; country: boolean },
  checks: Record<DocKind, LockCheck>,
): Promise<VersionRow[]> {
  if (root.locked) throw conflict(textWith.alreadyLocked(root.version))
  const countries = options.country ? await holdVersions(tx, await newestDraftsOfCountries(tx, root.documentId)) : []
  const asked = [root, ...countries.filter((row) => !row.locked)]
  const all = await draftsBelow(tx, asked)
  const forced = all.find((row) => !asked.some((entry) => entry.id === row.id))
  if (forced !== undefined && !options.force) {
    const named = (await versionRights(tx, caller, forced)).sees
    throw conflict(named ? textWith.cannotLock(forced.kind, forced.name, forced.version) : textWith.cannotLockUnseen)
  }
  for (const row of all) {
    if (!(await versionRights(tx, caller, row)).writes) throw forbidden()
    await checks[row.kind](tx, row)
  }
  await markLocked(
    tx,
    all.map((row) => row.id),
    caller.userName,
  )
  return all.map((row) => ({ ...row, locked: true }))
}
