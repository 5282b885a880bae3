import type { Platform } from '../../platform/platform.ts'
import { describeMailError } from './mail-error.ts'
import type { Mail, Mailer } from './mail.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { type MailJob, mailQueue } from './queue-mail.ts'
import { createSmtpMailer, isRefusedForGood } from './smtp-mailer.ts'
import { findMail, loseExpiredMails, loseMail, noteMailError, removeLostMails, removeMail } from './mail.repository.ts'

type MailPlatform = Pick<Platform, 'db' | 'queue' | 'secrets' | 'settings' | 'log' | 'now'>
export type MailWorkers = { stop(): void }

/** Sends queued mails, by the mail server of the settings or into the outbox folder. */
export async function startMailWorkers(platform: MailPlatform): Promise<MailWorkers> {
  const { queue, settings, log } = platform
  const smtp = settings.smtpUrl === null ? null : createSmtpMailer(platform, settings.smtpUrl)
  const mailer = smtp ?? createOutboxMailer(platform)
  await giveUpExpired(platform)
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
  const { db, secrets, log, now } = platform
  await giveUpExpired(platform)
  const row = await findMail(db, id)
  if (!row) return
  const about = { mail: id, occasion: row.occasion, to: mailer.name }
  try {
    await mailer.deliver(JSON.parse(secrets.open(row.content)) as Mail, id)
    log.info(about, 'a mail was sent')
  } catch (error) {
    if (!isRefusedForGood(error)) {
      log.warn({ ...about, ...reasonOf(error) }, 'a mail could not be sent and is tried again')
      await noteMailError(db, id, describeMailError(reasonOf(error).reason))
      // Not the error itself: the queue keeps what a job failed with.
      throw new Error('the mail could not be sent')
    }
    log.error({ ...about, ...reasonOf(error) }, 'a mail was refused by the mail server and is given up')
    return loseMail(db, id, describeMailError(reasonOf(error).reason), now())
  }
  await removeMail(db, id)
}

/** Mails that were given up are told of for so long. */
const rememberMs = 30 * 24 * 3_600_000

async function giveUpExpired({ db, log, now }: Pick<MailPlatform, 'db' | 'log' | 'now'>): Promise<void> {
  const gone = await loseExpiredMails(db, now())
  for (const { id, occasion } of gone) log.error({ mail: id, occasion }, 'a mail could not be sent in time')
  await removeLostMails(db, new Date(now().getTime() - rememberMs))
}

/** What of a fault is safe to tell: nothing of the mail's content. */
function reasonOf(error: unknown): { reason: string; code?: string; responseCode?: number } {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  return { reason: message ?? String(error), ...(code && { code }), ...(responseCode && { responseCode }) }
}
