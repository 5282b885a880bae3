import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/**
 * Has the database itself count how often an import comes to an end, or leaves one again.
 * @returns asks how often one did
 */
export async function countEnds(db: Database): Promise<(importId: string) => Promise<number>> {
  await sql`create table ends (import_id text not null)`.execute(db)
  await sql`
    create function count_end() returns trigger language plpgsql as $$
      begin insert into ends values (new.id); return new; end $$`.execute(db)
  const ended = sql.raw("('completed', 'failed', 'aborted')")
  await sql`
    create trigger count_end after update on imports for each row
      when ((new.state in ${ended} and old.state is distinct from new.state) or old.state in ${ended} and new.state not in ${ended})
      execute function count_end()`.execute(db)
  return async (importId) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ends where import_id = ${importId}`.execute(db)
    return rows[0]?.n ?? 0
  }
}
