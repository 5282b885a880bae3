import type { DocKind, DocumentChange } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Reference } from './references.reads.ts'
import type { VersionRow } from './versions.reads.ts'

/** What an update asks of each kind of document. */
export type UpdateRules = {
  /** What a content refers to, each with the field that does, such as 'price' or 'instances.join'. */
  uses(content: VersionRow['content']): (Reference & { field: string })[]
  /** The content with other versions in place of those that moved; what is derived from them is derived anew. */
  repoint(tx: Connection, content: VersionRow['content'], moved: ReadonlyMap<string, string>): Promise<object>
  /** Refuses a changed version that does not fit what it refers to now. @throws ApiError 40000 */
  check(tx: Connection, row: VersionRow): Promise<void>
  /** What a newer version does differently, with nothing in it of what the caller does not see (S3). */
  changes(db: Connection, caller: Caller, before: VersionRow, after: VersionRow): Promise<DocumentChange[]>
}
export type UpdateRulesOfKinds = Record<DocKind, UpdateRules>
