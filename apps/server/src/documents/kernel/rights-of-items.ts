import { notFound } from '@millrace/contract'
import { mustHold, rightsOf, type Rights, type Rules } from './rights.ts'
import { anyVersionLocked, type DocumentRow } from './documents.reads.ts'
import { folderChain, foldersOfKind, type FolderRow } from './folders/folders.reads.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { VersionRow } from './versions/versions.reads.ts'

type Holder = Pick<DocumentRow, 'folderId' | 'readRule' | 'writeRule' | 'isReadyMade'> & { documentId: string }
const rulesOf = (row: { readRule: Rules['read']; writeRule: Rules['write']; isReadyMade: boolean }): Rules => ({
  read: row.readRule,
  write: row.writeRule,
  readyMade: row.isReadyMade,
})

/** What the caller may do with the document of this version. */
export async function versionRights(db: Connection, caller: Caller, row: Holder): Promise<Rights> {
  const chain = await folderChain(db, row.folderId)
  return rightsOf(caller, rulesOf(row), chain.map(rulesOf), await anyVersionLocked(db, row.documentId))
}

/** What the caller may do with a folder; folders know no lock. */
export async function folderRights(db: Connection, caller: Caller, folder: FolderRow): Promise<Rights> {
  const [own, ...above] = await folderChain(db, folder.id)
  return rightsOf(caller, rulesOf(own ?? folder), above.map(rulesOf), false)
}

/** The version as the caller sees it; unknown, of another kind and unseen all answer 40400 (S3). */
export async function seenOr404(
  db: Connection,
  caller: Caller,
  kind: VersionRow['kind'],
  row: VersionRow | undefined,
): Promise<{ row: VersionRow; rights: Rights }> {
  if (row === undefined || row.kind !== kind) throw notFound()
  const rights = await versionRights(db, caller, row)
  mustHold.sees(rights)
  return { row, rights }
}

/** What of a version decides who sees it. */
type Seen = Pick<VersionRow, 'kind' | 'folderId' | 'readRule' | 'writeRule' | 'isReadyMade'>

/** Those of the versions that the caller sees: folders are read once, whatever the number. */
export async function filterSeen<T extends Seen>(db: Connection, caller: Caller, rows: readonly T[]): Promise<T[]> {
  const kinds = new Set(rows.map((row) => row.kind))
  const folders = new Map<string, FolderRow>()
  for (const kind of kinds) for (const folder of await foldersOfKind(db, kind)) folders.set(folder.id, folder)
  const above = (id: string | null): Rules[] => {
    const folder = id === null ? undefined : folders.get(id)
    return folder === undefined ? [] : [rulesOf(folder), ...above(folder.parentId)]
  }
  return rows.filter((row) => rightsOf(caller, rulesOf(row), above(row.folderId), false).sees)
}
