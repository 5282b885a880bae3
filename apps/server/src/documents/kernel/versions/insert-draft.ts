import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { copyPipelineColumns } from './dependents.repository.ts'
import { referencesOf } from './references.reads.ts'
import { replaceReferences } from './references.repository.ts'
import { insertVersion, nextNumber } from './versions.repository.ts'
import type { VersionRow } from './versions.reads.ts'

/** An unlocked copy of a locked version (VER-009, D-94); who calls it holds the document and has asked for the rights. */
export async function insertDraftOf(
  tx: Connection,
  caller: Caller,
  row: VersionRow,
): Promise<{ id: string; version: number }> {
  const version = await nextNumber(tx, row.documentId)
  const id = await insertVersion(tx, {
    documentId: row.documentId,
    version,
    parents: [row.id],
    content: row.content,
    by: caller.userName,
  })
  await replaceReferences(tx, id, await referencesOf(tx, row.id))
  if (row.kind === 'pipeline') await copyPipelineColumns(tx, row.id, id)
  await recordAudit(tx, caller, {
    kind: row.kind,
    objectId: id,
    name: row.name,
    action: 'new version',
    before: { version: row.version },
    after: { version },
  })
  return { id, version }
}
