import { BackupError } from '../../platform/backup/backup-error.ts'
import { makeBackup } from '../../platform/backup/make-backup.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { readSettings } from '../../platform/config/read-settings.ts'
import { StartError } from '../../platform/start-error.ts'
import { CommandError } from './command-error.ts'
import { embeddedUrl } from './operator-database.ts'
import { print } from './print.ts'

/** Backs up the product of these settings into a folder, while it runs or not. */
export async function backupCommand(folder: string): Promise<void> {
  await inOneSentence(async () => {
    const settings = readSettings(process.env, process.cwd())
    const closing: (() => Promise<void>)[] = []
    try {
      const url = settings.databaseUrl === null ? await embeddedUrl(settings, closing) : null
      const manifest = await makeBackup(folder, settings, url)
      print(`${folder} holds ${contentsOf(manifest)}.`)
      if (manifest.kind === 'files') {
        print('The database of DATABASE_URL is not in it: dump that with pg_dump first, then call this, each time.')
      }
      print(
        manifest.files.some(({ path }) => path === 'secret.key')
          ? 'The key of the product is in it: whoever has this folder can read every password and token in the database.'
          : 'The key of the product is not in it: keep the value of MILLRACE_SECRET, without which no restore can read its secrets.',
      )
    } finally {
      for (const close of closing.reverse()) await close()
    }
  })
}

/** Restores a backup into the empty folders of these settings. */
export async function restoreCommand(folder: string): Promise<void> {
  await inOneSentence(async () => {
    const settings = readSettings(process.env, process.cwd())
    const manifest = await restoreBackup(folder, settings)
    print(`${settings.dataFolder} holds ${contentsOf(manifest)}, as of ${manifest.endedAt}. Start Millrace.`)
    if (settings.secret === null && !manifest.files.some(({ path }) => path === 'secret.key')) {
      print('The backup has no key: start with the MILLRACE_SECRET that the server had.')
    }
  })
}

const contentsOf = ({ kind, files }: Manifest): string => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const what = kind === 'whole' ? 'database and files' : 'the files'
  return `${what}: ${files.length} files, ${Math.ceil(bytes / 2 ** 20)} MiB`
}

async function inOneSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof BackupError || error instanceof StartError) throw new CommandError(error.message)
    const { code, message } = error as NodeJS.ErrnoException
    // A folder that cannot be read or written, a full disk: the system's own words name it.
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) throw new CommandError(message)
    throw error
  }
}
