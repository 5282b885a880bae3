import type { AuditEntry } from '@millrace/contract'
import type { AuditRow } from './audit.repository.ts'

/** An entry in whole. */
export const presentEntry = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  user: { _id: row.userId, userName: row.userName },
  kind: row.kind,
  id: row.objectId,
  name: row.name,
  action: row.action,
  before: row.before,
  after: row.after,
})
