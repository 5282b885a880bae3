import { createTransport } from 'nodemailer'
import type { Platform } from '../../platform/platform.ts'
import { toMailMessage } from './mail-message.ts'
import type { Mailer } from './mail.ts'

/** A server that does not answer is given up after this long; the queue tries again. */
const waitMs = 30_000

/** Sends by the server of MILLRACE_SMTP_URL. */
export function createSmtpMailer(
  { settings, now }: Pick<Platform, 'settings' | 'now'>,
  smtpUrl: string,
): Mailer & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
  } as Parameters<typeof createTransport>[0])
  return {
    name: new URL(smtpUrl).host,
    async deliver(mail, id) {
      await transport.sendMail(toMailMessage({ settings, id, date: now() }, mail))
    },
    async check() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Whether the server says that this receiver will never get a mail: trying again is of no use. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
