import type { Rule } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { DocumentRow } from './documents.reads.ts'

export async function insertDocument(
  db: Connection,
  document: Pick<DocumentRow, 'kind' | 'folderId' | 'name'> & { isReadyMade?: boolean; isFormDefinition?: boolean },
): Promise<DocumentRow> {
  const row = { isReadyMade: false, isFormDefinition: false, ...document, id: newId(), name: document.name.trim() }
  await db
    .insertInto('documents')
    .values({
      id: row.id,
      kind: row.kind,
      folder_id: row.folderId,
      name: row.name,
      is_ready_made: row.isReadyMade,
      is_form_definition: row.isFormDefinition,
    })
    .execute()
  return { ...row, readRule: [], writeRule: [] }
}

export async function updateDocument(
  db: Connection,
  id: string,
  change: { name?: string; folderId?: string; readRule?: Rule; writeRule?: Rule },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({
      ...(change.name === undefined ? {} : { name: change.name.trim() }),
      ...(change.folderId === undefined ? {} : { folder_id: change.folderId }),
      ...(change.readRule === undefined ? {} : { read_rule: JSON.stringify(change.readRule) }),
      ...(change.writeRule === undefined ? {} : { write_rule: JSON.stringify(change.writeRule) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function removeDocument(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('documents').where('id', '=', id).execute()
}
