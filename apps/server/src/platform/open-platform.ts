import { createSecrets } from './config/aes-secrets.ts'
import { makeFolders } from './config/make-folder.ts'
import { secretKey } from './config/secret-key.ts'
import type { Settings } from './config/settings.ts'
import { openDatabase } from './database/database.ts'
import { MigrationProblem, migrate } from './database/migrate.ts'
import { mustReachDatabase } from './database/reach.ts'
import { startEmbeddedPostgres, StartProblem } from './embedded/postgres.ts'
import { openFolderStore } from './files/folder-store.ts'
import type { Platform } from './platform.ts'
import { createPgBossQueue } from './queue/pg-boss-queue.ts'
import { createLog } from './telemetry/log.ts'

export type OpenPlatform = {
  platform: Platform
  databaseUrl: string
  /** Whether PostgreSQL is our own, started and stopped with this process. */
  embedded: boolean
  close(): Promise<void>
}

/**
 * Opens all that services stand on: data folder, PostgreSQL (embedded unless DATABASE_URL names one), migrations, file
 * store, queue. What was opened is closed again when a later step fails.
 * @param say receives one line per stage
 * @throws StartProblem with one sentence
 */
export async function openPlatform(settings: Settings, say: (line: string) => void): Promise<OpenPlatform> {
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part()
  }
  try {
    await makeFolder(settings.dataFolder, 'data folder', 'MILLRACE_DATA')
    const log = createLog(settings.logLevel)
    const databaseUrl = settings.databaseUrl ?? (await startEmbedded(settings, say, closing))
    if (settings.databaseUrl) await mustReachDatabase(databaseUrl)
    say('Preparing the database')
    await migrateOrSay(databaseUrl)
    const db = openDatabase(databaseUrl, {
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    })
    closing.push(() => db.destroy())
    await makeFolder(settings.filesFolder, 'folder for files', 'MILLRACE_FILES')
    const files = await openFolderStore(settings.filesFolder)
    const queue = createPgBossQueue({ url: databaseUrl, log })
    await queue.start()
    closing.push(() => queue.stop(0))
    const platform: Platform = {
      settings,
      db,
      files,
      queue,
      secrets: createSecrets(secretKey(settings)),
      log,
      now: () => new Date(),
    }
    return { platform, databaseUrl, embedded: settings.databaseUrl === null, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEmbedded(settings: Settings, say: (line: string) => void, closing: (() => Promise<void>)[]) {
  say('Starting PostgreSQL')
  const server = await startEmbeddedPostgres({ dataFolder: settings.dataFolder, log: say })
  closing.push(() => server.stop())
  return server.url()
}

async function migrateOrSay(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (error) {
    if (error instanceof MigrationProblem) throw new StartProblem(error.message, { cause: error })
    throw error
  }
}

async function makeFolder(folder: string, what: string, setting: string): Promise<void> {
  try {
    await makeFolders(folder, 0o700)
  } catch (error) {
    throw new StartProblem(
      `The ${what} ${folder} cannot be made (${(error as Error).message}); set ${setting} to a folder of yours.`,
    )
  }
}
