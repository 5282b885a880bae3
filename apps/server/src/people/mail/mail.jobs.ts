import type { Platform } from '../../platform/platform.ts'
import type { Mail, Mailer } from './mail.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { type MailJob, mailQueue } from './queue-mail.ts'
import { createSmtpMailer, isRefusedForGood } from './smtp-mailer.ts'
import { findMail, removeExpiredMails, removeMail } from './mail.repository.ts'

type MailPlatform = Pick<Platform, 'db' | 'queue' | 'secrets' | 'settings' | 'log' | 'now'>
export type MailWorkers = { stop(): void }

/** Sends queued mails, by the mail server of the settings or into the outbox folder. */
export async function startMailWorkers(platform: MailPlatform): Promise<MailWorkers> {
  const { queue, settings, log } = platform
  const smtp = settings.smtpUrl === null ? null : createSmtpMailer(platform, settings.smtpUrl)
  const mailer = smtp ?? createOutboxMailer(platform)
  await removeExpired(platform)
  await queue.work<MailJob>(mailQueue, { concurrency: 2 }, ({ data }) => sendMail(platform, mailer, data.id))
  // Told now and not by the first person who waits for a mail.
  mailer.check().catch((error: unknown) => {
    log.warn({ to: mailer.name, ...reasonOf(error) }, 'mails cannot be sent at the moment; they wait')
  })
  return { stop: () => smtp?.close() }
}

/**
 * Sends one mail and removes it. Killed between the two, it is sent twice, under the same message id.
 * @throws what is in the way, so that the queue tries again; what the server refuses for good is given up
 */
async function sendMail(
  platform: Pick<MailPlatform, 'db' | 'secrets' | 'log' | 'now'>,
  mailer: Mailer,
  id: string,
): Promise<void> {
  const { db, secrets, log } = platform
  await removeExpired(platform)
  const row = await findMail(db, id)
  if (!row) return
  const about = { mail: id, occasion: row.occasion, to: mailer.name }
  try {
    await mailer.deliver(JSON.parse(secrets.open(row.content)) as Mail, id)
    log.info(about, 'a mail was sent')
  } catch (error) {
    if (!isRefusedForGood(error)) {
      log.warn({ ...about, ...reasonOf(error) }, 'a mail could not be sent and is tried again')
      // Not the error itself: the queue keeps what a job failed with.
      throw new Error('the mail could not be sent')
    }
    log.error({ ...about, ...reasonOf(error) }, 'a mail was refused by the mail server and is given up')
  }
  await removeMail(db, id)
}

async function removeExpired({ db, log, now }: Pick<MailPlatform, 'db' | 'log' | 'now'>): Promise<void> {
  const gone = await removeExpiredMails(db, now())
  for (const { id, occasion } of gone) log.error({ mail: id, occasion }, 'a mail could not be sent in time')
}

/** What of a fault is safe to tell: nothing of the mail's content. */
function reasonOf(error: unknown): { reason: string; code?: string; responseCode?: number } {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  return { reason: message ?? String(error), ...(code && { code }), ...(responseCode && { responseCode }) }
}
