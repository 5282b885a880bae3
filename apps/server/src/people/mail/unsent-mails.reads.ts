import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type UnsentMails = { waiting: number; failing: number; lastError: string | null }

/** Mails that wait to be sent: how many, of how many an attempt has failed, and what the newest of those met. */
export async function unsentMails(db: Connection): Promise<UnsentMails> {
  const { rows } = await sql<{ waiting: number; failing: number; last_error: string | null }>`
    select count(*)::int as waiting, count(last_error)::int as failing,
      (array_agg(last_error order by created_at desc) filter (where last_error is not null))[1] as last_error
    from mails`.execute(db)
  const [row] = rows
  return { waiting: row?.waiting ?? 0, failing: row?.failing ?? 0, lastError: row?.last_error ?? null }
}

export type LostMailRow = Selectable<Tables['lost_mails']> & { total: number }

/** Mails that were given up since, the last first; `total` is how many there are. */
export const lostMails = (db: Connection, since: Date, limit: number): Promise<LostMailRow[]> =>
  db
    .selectFrom('lost_mails')
    .selectAll()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
