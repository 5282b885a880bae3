import type { VersionRecord } from '@millrace/contract'
import type { VersionRow } from './versions.reads.ts'

export const presentVersion = (row: VersionRow): VersionRecord => ({
  _id: row.id,
  version: row.version,
  vLocked: row.locked,
  vParents: row.parents,
  lastUpdateDate: row.updatedAt.toISOString(),
})
