import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolders } from '../config/make-folder.ts'
import type { Platform } from '../platform.ts'
import { compose } from './compose.ts'
import type { Mailer } from './mail.ts'

/** Where mails lie without a mail server, for the operator alone: they hold links that let people in (D-16). */
export const outboxFolder = (dataFolder: string): string => join(dataFolder, 'outbox')

/** Writes each mail as a file that any mail program opens. */
export function createOutboxMailer({ settings, now }: Pick<Platform, 'settings' | 'now'>): Mailer {
  const folder = outboxFolder(settings.dataFolder)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    name: folder,
    async deliver(mail, id) {
      const { message } = await transport.sendMail(compose({ settings, id, date: now() }, mail))
      await makeFolders(folder, 0o700)
      const path = join(folder, `${now().toISOString().replaceAll(':', '-')}-${id}.eml`)
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
    check: () => makeFolders(folder, 0o700),
  }
}
