import type { Schema } from '@millrace/contract'
import type { Rights } from '../kernel/rights.ts'
import type { VersionRow } from '../kernel/versions/versions.reads.ts'
import { presentVersion } from '../kernel/versions/versions.presenter.ts'
import { parseSchemaContent } from './schema.content.ts'

/** A schema for this caller (SCH-002): read_only is worked out, never stored (D-97). */
export const presentSchema = (row: VersionRow, rights: Rights, versions: readonly VersionRow[]): Schema => ({
  _id: row.id,
  name: row.name,
  folder: row.folderId,
  jsonSchema: parseSchemaContent(row.content).jsonSchema,
  version: row.version,
  vLocked: row.locked,
  read_only: row.locked || !rights.writes,
  sys_version: row.sysVersion,
  versions: versions.map(presentVersion),
})
