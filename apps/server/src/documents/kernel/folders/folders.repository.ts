import type { DocKind, Rule } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'

export type FolderRow = {
  id: string
  kind: DocKind
  parentId: string | null
  name: string
  readRule: Rule
  writeRule: Rule
  /** Holds what comes with the product. */
  isReadyMade: boolean
}

const rootNames: Record<DocKind, string> = { pipeline: 'Pipelines', schema: 'Data Models', component: 'Components' }

const holdsReadyMade = (id: string) =>
  sql<boolean>`exists (select from documents d where d.folder_id = ${sql.ref(id)} and d.is_ready_made)`

const folderRows = (db: Connection) =>
  db
    .selectFrom('folders')
    .select(['id', 'kind', 'parent_id as parentId', 'name', 'read_rule as readRule', 'write_rule as writeRule'])
    .select(holdsReadyMade('folders.id').as('isReadyMade'))

export const findFolder = (db: Connection, id: string): Promise<FolderRow | undefined> =>
  folderRows(db).where('id', '=', id).executeTakeFirst()

/** Holds the folder until the transaction ends, so that two newcomers cannot choose the same name in it. */
export const holdFolder = (db: Connection, id: string): Promise<FolderRow | undefined> =>
  folderRows(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const foldersOfKind = (db: Connection, kind: DocKind): Promise<FolderRow[]> =>
  folderRows(db).where('kind', '=', kind).execute()

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

/** The folder and all above it, nearest first. */
export async function folderChain(db: Connection, id: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    with recursive chain as (
      select f.*, 0 as depth from folders f where f.id = ${id}
      union all
      select f.*, c.depth + 1 from folders f join chain c on f.id = c.parent_id
    )
    select id, kind, parent_id as "parentId", name, read_rule as "readRule", write_rule as "writeRule",
      ${holdsReadyMade('chain.id')} as "isReadyMade"
    from chain order by depth`.execute(db)
  return rows
}

/** 'Root / Folder / Folder', as people name the place. */
export const folderPath = async (db: Connection, id: string): Promise<string> =>
  (await folderChain(db, id))
    .map((folder) => folder.name)
    .toReversed()
    .join(' / ')

/** The folder and all below it, deepest first, so that they can be removed in this order. */
export async function foldersBelow(db: Connection, id: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    with recursive below as (
      select f.*, 0 as depth from folders f where f.id = ${id}
      union all
      select f.*, b.depth + 1 from folders f join below b on f.parent_id = b.id
    )
    select id, kind, parent_id as "parentId", name, read_rule as "readRule", write_rule as "writeRule",
      ${holdsReadyMade('below.id')} as "isReadyMade"
    from below order by depth desc`.execute(db)
  return rows
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

/** Names already taken by folders below the same parent. */
export async function siblingNames(db: Connection, parentId: string): Promise<string[]> {
  const rows = await db.selectFrom('folders').select('name').where('parent_id', '=', parentId).execute()
  return rows.map((row) => row.name)
}
