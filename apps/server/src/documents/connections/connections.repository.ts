import type { ConnectionType } from '@millrace/contract'
import { type DatabaseIdentity, identityOf } from '@millrace/engine/host/addresses/database-identity'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export type ConnectionRow = {
  id: string
  name: string
  type: ConnectionType
  secret: string
  masked: string
  options: Record<string, unknown>
  badges: string[]
}

/** All of them, by name: there are few, and whoever asks looks for one by id or by name. */
export const connectionRows = (db: Connection): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connections')
    .select(['id', 'name', 'type', 'secret', 'masked', 'options', 'badges'])
    .orderBy('name')
    .execute()

/** Held until the transaction ends. */
export const holdConnection = (db: Connection, id: string): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('connections')
    .select(['id', 'name', 'type', 'secret', 'masked', 'options', 'badges'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function insertConnection(db: Connection, row: ConnectionRow): Promise<void> {
  await db
    .insertInto('connections')
    .values({ ...row, options: JSON.stringify(row.options) })
    .execute()
}

export async function updateConnection(db: Connection, row: ConnectionRow): Promise<void> {
  const { id, ...rest } = row
  await db
    .updateTable('connections')
    .set({ ...rest, options: JSON.stringify(rest.options) })
    .where('id', '=', id)
    .execute()
}

export async function removeConnection(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('connections').where('id', '=', id).execute()
}

/** Pipelines name a connection by its id, in a source or sink. */
const pipelineNames = (id: string) => sql<boolean>`d.kind = 'pipeline' and (
  jsonb_path_exists(v.content::jsonb, '$.dataSinks[*].target.connection ? (@ == $id)', jsonb_build_object('id', ${id}::text))
  or jsonb_path_exists(v.content::jsonb, '$.dataSources[*].config.connection ? (@ == $id)', jsonb_build_object('id', ${id}::text)))`

/**
 * Components name it by its name, between quotes in their code or as a constant of an instance. A name in a comment
 * counts: it errs on the safe side.
 */
const componentNames = (name: string) => sql<boolean>`d.kind = 'component' and (
  exists (
    select from unnest(${[`'${name}'`, `"${name}"`, `\`${name}\``]}::text[]) q where position(q in v.content ->> 'jsCode') > 0)
  or jsonb_path_exists(v.content::jsonb, '$.instances[*].values.**.connection ? (@ == $name)',
    jsonb_build_object('name', ${name}::text)))`

async function documentsThat(db: Connection, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct d.name from documents d join document_versions v on v.document_id = d.id
    where ${condition} order by d.name limit 10`.execute(db)
  return rows.map((row) => row.name)
}

/** Names of documents that use a connection, whatever the version. */
export const usersOfConnection = (db: Connection, { id, name }: { id: string; name: string }): Promise<string[]> =>
  documentsThat(db, sql`(${pipelineNames(id)}) or (${componentNames(name)})`)

/** Names of components that use the connection of this name, whatever the version. */
export const componentsNaming = (db: Connection, name: string): Promise<string[]> =>
  documentsThat(db, componentNames(name))

/** Which database the platform's own is, by what its server says: no connection may lead to it. */
export const platformIdentity = (db: Connection): Promise<DatabaseIdentity> =>
  identityOf(async (text) => (await sql.raw<Record<string, string>>(text).execute(db)).rows)
