import type { DocKind, Rule } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

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

const holdsReadyMade = (id: string) =>
  sql<boolean>`exists (select from documents d where d.folder_id = ${sql.ref(id)} and d.is_ready_made)`

export const folderRows = (db: Connection) =>
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

/** Names already taken by folders below the same parent. */
export async function siblingNames(db: Connection, parentId: string): Promise<string[]> {
  const rows = await db.selectFrom('folders').select('name').where('parent_id', '=', parentId).execute()
  return rows.map((row) => row.name)
}
