import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolders } from '../../platform/config/make-folder.ts'
import type { Platform } from '../../platform/platform.ts'
import { toMailMessage } from './mail-message.ts'
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
      const { message } = await transport.sendMail(toMailMessage({ settings, id, date: now() }, mail))
      await makeFolders(folder, 0o700)
      const path = join(folder, `${now().toISOString().replaceAll(':', '-')}-${id}.eml`)
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
    check: () => makeFolders(folder, 0o700),
  }
}

/**
 * Removes mails of before the instant from the outbox; their links ran out long ago. Other files there are somebody's.
 * @returns how many
 */
export async function removeOldMails(dataFolder: string, before: Date): Promise<number> {
  const folder = outboxFolder(dataFolder)
  let count = 0
  for (const name of await namesIn(folder)) {
    if (!/\.eml(\.new)?$/.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(unlessGone)
    if (!found?.isFile() || found.mtime >= before) continue
    await rm(path, { force: true })
    count++
  }
  return count
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessGone)) ?? []

/** With a mail server there is no outbox, and whoever reads mails may remove one at any moment. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
