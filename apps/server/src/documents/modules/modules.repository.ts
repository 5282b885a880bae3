import type { ModuleState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** A listed module without its text, which only programs need. */
export type ModuleRow = {
  id: string
  name: string
  version: string
  download: boolean
  badges: string[]
  state: ModuleState
  reason: string | null
  integrity: string | null
}

const columns = ['id', 'name', 'version', 'download', 'badges', 'state', 'reason', 'integrity'] as const

export const moduleRows = (db: Connection): Promise<ModuleRow[]> =>
  db.selectFrom('modules').select(columns).orderBy('name').orderBy('created_at').execute()

export const findModule = (db: Connection, id: string): Promise<ModuleRow | undefined> =>
  db.selectFrom('modules').select(columns).where('id', '=', id).executeTakeFirst()

/** Held until the transaction ends. */
export const holdModule = (db: Connection, id: string): Promise<ModuleRow | undefined> =>
  db.selectFrom('modules').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertModule(db: Connection, row: ModuleRow): Promise<void> {
  await db.insertInto('modules').values(row).execute()
}

/** Another name or version is another module: what was installed before goes. */
export async function updateModule(db: Connection, row: ModuleRow, isAnother: boolean): Promise<void> {
  const { id, ...rest } = row
  await db
    .updateTable('modules')
    .set({ ...rest, ...(isAnother && { code: null }) })
    .where('id', '=', id)
    .execute()
}

export async function removeModule(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('modules').where('id', '=', id).execute()
}

/** Ends an installation; false when the module was deleted or became another meanwhile. */
export async function endInstallation(
  db: Connection,
  { id, name, version }: Pick<ModuleRow, 'id' | 'name' | 'version'>,
  end: { state: 'ready'; integrity: string; code: string } | { state: 'failed'; reason: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('modules')
    .set(end.state === 'ready' ? { ...end, reason: null } : end)
    .where('id', '=', id)
    .where('name', '=', name)
    .where('version', '=', version)
    .where('state', '=', 'installing')
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Ready modules of this name, the one listed first before the others. */
export const readyModules = (
  db: Connection,
  name: string,
): Promise<{ id: string; version: string; badges: string[] }[]> =>
  db
    .selectFrom('modules')
    .select(['id', 'version', 'badges'])
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function codeOfModule(db: Connection, id: string): Promise<string | null> {
  const row = await db.selectFrom('modules').select('code').where('id', '=', id).executeTakeFirst()
  return row?.code ?? null
}

/** Code of every version of a component that holds this text anywhere, by the component's name. */
export async function codeThatHolds(db: Connection, text: string): Promise<{ name: string; code: string }[]> {
  const { rows } = await sql<{ name: string; code: string }>`
    select d.name, concat_ws(E'\\n', v.content ->> 'jsCode',
        (select string_agg(link ->> 'jsCode', E'\\n') from jsonb_array_elements(v.content::jsonb -> 'links') link)) as code
    from documents d join document_versions v on v.document_id = d.id
    where d.kind = 'component' and position(${text}::text in v.content::text) > 0
    order by d.name`.execute(db)
  return rows
}
