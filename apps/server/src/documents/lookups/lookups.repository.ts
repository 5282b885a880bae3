import type { Selectable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { newId } from '../../platform/database/ids.ts'

export type LookupTable = 'brands' | 'datakinds' | 'product_lines' | 'locales'

export async function ensureLookup(
  db: Connection,
  table: LookupTable,
  key: Record<string, string>,
  row: Record<string, string>,
): Promise<string> {
  // Made first and looked up after, so that two processes at once end with one row.
  await db
    .insertInto(table)
    .values({ id: newId(), ...row } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doNothing())
    .execute()
  let query = db.selectFrom(table).select('id')
  for (const [column, value] of Object.entries(key)) query = query.where(column as never, '=', value as never)
  return (await query.executeTakeFirstOrThrow()).id
}

/** All rows of a list, in no order. */
export const lookupRows = <T extends LookupTable>(db: Connection, table: T) =>
  db
    .selectFrom(table as LookupTable)
    .selectAll()
    .execute() as unknown as Promise<Selectable<Tables[T]>[]>
