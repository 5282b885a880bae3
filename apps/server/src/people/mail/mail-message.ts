import type { SendMailOptions } from 'nodemailer'
import type { Settings } from '../../platform/config/settings.ts'
import type { Mail } from './mail.ts'

/**
 * The mail as nodemailer takes it. Name and address are given apart and lose their control characters, so that none of
 * them becomes a header or a second receiver; no file or address is read because of what a mail says.
 */
export function toMailMessage(
  { settings, id, date }: { settings: Pick<Settings, 'mailFrom' | 'publicUrl'>; id: string; date: Date },
  mail: Mail,
): SendMailOptions {
  return {
    from: settings.mailFrom,
    to: { name: oneLine(mail.to.name), address: oneLine(mail.to.address) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    date,
    messageId: `<${id}@${new URL(settings.publicUrl).hostname}>`,
    // Programs that answer mails by themselves leave ours alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
