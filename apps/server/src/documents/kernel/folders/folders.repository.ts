import type { DocKind, Rule } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { folderRows, type FolderRow } from './folders.reads.ts'

const rootNames: Record<DocKind, string> = { pipeline: 'Pipelines', schema: 'Data Models', component: 'Components' }

/** The one root of a kind, made on first use; two first users at once make one. */
export async function rootFolder(db: Connection, kind: DocKind): Promise<FolderRow> {
  const find = () => folderRows(db).where('kind', '=', kind).where('parent_id', 'is', null).executeTakeFirst()
  const found = await find()
  if (found !== undefined) return found
  await db
    .insertInto('folders')
    .values({ id: newId(), kind, parent_id: null, name: rootNames[kind] })
    .onConflict((conflict) => conflict.column('kind').where('parent_id', 'is', null).doNothing())
    .execute()
  const made = await find()
  if (made === undefined) throw new Error(`no root folder of kind ${kind}`)
  return made
}

export async function insertFolder(db: Connection, kind: DocKind, parentId: string, name: string): Promise<FolderRow> {
  const rules = { readRule: [], writeRule: [], isReadyMade: false }
  const row: FolderRow = { id: newId(), kind, parentId, name: name.trim(), ...rules }
  await db.insertInto('folders').values({ id: row.id, kind, parent_id: parentId, name: row.name }).execute()
  return row
}

export async function updateFolder(
  db: Connection,
  id: string,
  change: { name?: string; parentId?: string; readRule?: Rule; writeRule?: Rule },
): Promise<void> {
  await db
    .updateTable('folders')
    .set({
      ...(change.name === undefined ? {} : { name: change.name.trim() }),
      ...(change.parentId === undefined ? {} : { parent_id: change.parentId }),
      ...(change.readRule === undefined ? {} : { read_rule: JSON.stringify(change.readRule) }),
      ...(change.writeRule === undefined ? {} : { write_rule: JSON.stringify(change.writeRule) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function removeFolder(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('folders').where('id', '=', id).execute()
}
