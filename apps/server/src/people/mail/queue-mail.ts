import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Mail, MailOccasion } from './mail.ts'
import { insertMail } from './mail.repository.ts'

export const mailQueue = 'mail.send'
export type MailJob = { id: string }

/** About a day of attempts a minute apart: a mail server that is down overnight loses nothing. */
const retryLimit = 1500

/**
 * Sends a mail once the caller's transaction has committed, and only then. The queue holds an id alone; the content
 * lies sealed in a row that is removed when it was sent, or at `expiresAt`, when the link in it is good no longer.
 */
export async function queueMail(
  { secrets, queue }: Pick<Platform, 'secrets' | 'queue'>,
  tx: Connection,
  { mail, occasion, expiresAt }: { mail: Mail; occasion: MailOccasion; expiresAt: Date },
): Promise<void> {
  const id = newId()
  const content = secrets.seal(JSON.stringify(mail))
  await insertMail(tx, { id, occasion, content, expires_at: expiresAt })
  await queue.send(mailQueue, { id } satisfies MailJob, { key: id, tx, retryLimit })
}
