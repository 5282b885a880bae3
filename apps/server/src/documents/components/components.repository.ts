import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** Number of the lock that saves of components take, told from the product's other locks. */
const savingComponents = 715_234_010

/** Components are saved one at a time, or two saves at once could make two components contain each other. */
export async function holdComponentSaves(tx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(${savingComponents})`.execute(tx)
}
