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

/** Mails whose link is good no longer. @returns those it removed */
export const removeExpiredMails = (db: Connection, now: Date) =>
  db.deleteFrom('mails').where('expires_at', '<=', now).returning(['id', 'occasion']).execute()
