import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { MailOccasion } from './mail.ts'

/** A mail as it waits: its content sealed. */
export async function insertMail(
  tx: Connection,
  mail: { id: string; occasion: MailOccasion; content: string; expires_at: Date },
): Promise<void> {
  await tx.insertInto('mails').values(mail).execute()
}

export const findMail = (db: Connection, id: string) =>
  db.selectFrom('mails').where('id', '=', id).select(['occasion', 'content']).executeTakeFirst()

export async function removeMail(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** What an attempt at a mail met, for people to read; it waits for the next one. */
export async function noteMailError(db: Connection, id: string, reason: string): Promise<void> {
  await db.updateTable('mails').set({ last_error: reason }).where('id', '=', id).execute()
}

/** Gives a mail up: all that is kept of it is that it was, and why. */
export async function loseMail(db: Connection, id: string, reason: string, at: Date): Promise<void> {
  await sql`
    with gone as (delete from mails where id = ${id} returning id, occasion)
    insert into lost_mails (id, occasion, reason, at)
    select id, occasion, ${reason}, ${at.toISOString()}::timestamptz from gone`.execute(db)
}

/** Gives up mails whose link is good no longer, each with what its last attempt met. @returns those it gave up */
export async function loseExpiredMails(db: Connection, now: Date): Promise<{ id: string; occasion: string }[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string; occasion: string }>`
    with gone as (delete from mails where expires_at <= ${at} returning id, occasion, last_error)
    insert into lost_mails (id, occasion, reason, at)
    select id, occasion, last_error, ${at} from gone
    returning id, occasion`.execute(db)
  return rows
}

/** Forgets mails that were given up before. */
export async function removeLostMails(db: Connection, before: Date): Promise<void> {
  await db.deleteFrom('lost_mails').where('at', '<', before).execute()
}
