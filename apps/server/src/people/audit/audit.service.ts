import { DocKind } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { notify } from '../../platform/notices/notices.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { insertAudit } from './audit.repository.ts'

/** One change of a document, user, badge, job or connection. `before` is null when it was made, `after` when it was deleted. */
export type AuditRecord = {
  kind: string
  objectId: string
  name: string
  action: string
  before: unknown
  after: unknown
}

/** Writes who did what in the caller's transaction: a change without its audit row cannot be committed. */
export async function recordAudit(tx: Connection, caller: Caller, record: AuditRecord): Promise<void> {
  await insertAudit(tx, {
    // The product's own work has no person behind it.
    user_id: caller.userId === '' ? null : caller.userId,
    user_name: caller.userName,
    kind: record.kind,
    object_id: record.objectId,
    name: record.name,
    action: record.action,
    before: asJson(record.before),
    after: asJson(record.after),
  })
  await noticeTrees(tx, record.kind)
}

/** What changes a tree is always recorded, so here no change is forgotten. */
async function noticeTrees(tx: Connection, kind: string): Promise<void> {
  const ofDocument = DocKind.safeParse(kind)
  if (ofDocument.success) await notify(tx, { about: 'documents', kind: ofDocument.data })
  else if (kind === 'folder') await notify(tx, { about: 'documents', kind: null })
}

const asJson = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))
