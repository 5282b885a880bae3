import type { Connection } from '../database/database.ts'

export type ConnectionRow = {
  id: string
  name: string
  type: 'postgresql' | 'mysql'
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

export async function insertConnection(db: Connection, row: ConnectionRow): Promise<void> {
  await db
    .insertInto('connections')
    .values({ ...row, options: JSON.stringify(row.options) })
    .execute()
}

export async function updateConnection(db: Connection, row: ConnectionRow): Promise<void> {
  const { id, name: _name, ...rest } = row
  await db
    .updateTable('connections')
    .set({ ...rest, options: JSON.stringify(rest.options) })
    .where('id', '=', id)
    .execute()
}
