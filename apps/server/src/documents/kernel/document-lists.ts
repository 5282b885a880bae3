import type { DocKind, ListItem } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { newestOfEach } from './document-lists.reads.ts'
import { filterSeen } from './rights-of-items.ts'
import { findVersions, type VersionRow } from './versions/versions.reads.ts'

/** GET /{documents}/list: the newest version of each document the caller sees, by name (API-057, API-090). */
export const listDocuments = objectRule(
  'list of seen documents',
  async (db: Connection, caller: Caller, kind: DocKind): Promise<ListItem[]> =>
    (await filterSeen(db, caller, await newestOfEach(db, kind))).map((row) => ({
      _id: row.id,
      name: row.name,
      folder: row.folderId,
      version: row.version,
      vLocked: row.locked,
      ...(row.componentKind === null ? {} : { kind: row.componentKind }),
    })),
)

/** Versions by id in the order asked; unknown ones, those of another kind and unseen ones are left out (API-056, API-089). */
export const seenVersions = objectRule(
  'list of seen documents',
  async (db: Connection, caller: Caller, kind: DocKind, ids: readonly string[]): Promise<VersionRow[]> => {
    const rows = (await findVersions(db, ids)).filter((row) => row.kind === kind)
    const seen = new Map((await filterSeen(db, caller, rows)).map((row) => [row.id, row]))
    return ids.flatMap((id) => seen.get(id) ?? [])
  },
)
