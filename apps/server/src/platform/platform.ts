import type { Logger } from 'pino'
import { createSecrets } from './config/aes-secrets.ts'
import { makeFolders } from './config/make-folder.ts'
import { secretKey } from './config/secret-key.ts'
import type { Secrets } from './config/secrets.ts'
import type { Settings } from './config/settings.ts'
import { type Database, openDatabase } from './database/database.ts'
import { MigrationError, migrate } from './database/migrate.ts'
import { requireDatabase } from './database/reach.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import type { FileStore } from './files/file-store.ts'
import { openFolderStore } from './files/folder-store.ts'
import { createPgBossQueue } from './queue/pg-boss-queue.ts'
import type { Queue } from './queue/queue.ts'
import { StartError } from './start-error.ts'
import { createLog } from './telemetry/log.ts'

/** What every service stands on. Nothing in it is a word of the domain. */
export type Platform = {
  settings: Settings
  db: Database
  files: FileStore
  queue: Queue
  secrets: Secrets
  log: Logger
  now: () => Date
}

export type OpenedPlatform = {
  platform: Platform
  databaseUrl: string
  /** Whether PostgreSQL is our own, started and stopped with this process. */
  embedded: boolean
  close(): Promise<void>
}

/**
 * Opens all that services stand on: data folder, PostgreSQL (embedded unless DATABASE_URL names one), migrations, file
 * store, queue. What was opened is closed again when a later step fails.
 * @param print receives one line per stage
 * @param onLost told when the embedded PostgreSQL ended and cannot be kept running: nothing works from then on
 * @throws StartError with one sentence
 */
export async function openPlatform(
  settings: Settings,
  print: (line: string) => void,
  onLost?: (error: StartError) => void,
): Promise<OpenedPlatform> {
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part()
  }
  try {
    await makeFolder(settings.dataFolder, 'data folder', 'MILLRACE_DATA')
    const log = createLog(settings.logLevel)
    const databaseUrl = settings.databaseUrl ?? (await startEmbedded({ settings, log, print, onLost }, closing))
    if (settings.databaseUrl) await requireDatabase(databaseUrl)
    print('Preparing the database')
    await migrateToCurrent(databaseUrl)
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

type EmbeddedStart = {
  settings: Settings
  log: Logger
  print: (line: string) => void
  onLost: ((error: StartError) => void) | undefined
}

async function startEmbedded(
  { settings, log, print, onLost }: EmbeddedStart,
  closing: (() => Promise<void>)[],
): Promise<string> {
  print('Starting PostgreSQL')
  const server = await startEmbeddedPostgres({
    dataFolder: settings.dataFolder,
    log: print,
    warn: (line) => log.warn(line),
    onLost,
  })
  closing.push(() => server.stop())
  return server.url()
}

async function migrateToCurrent(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message, { cause: error })
    throw error
  }
}

async function makeFolder(folder: string, what: string, setting: string): Promise<void> {
  try {
    await makeFolders(folder, 0o700)
  } catch (error) {
    throw new StartError(
      `The ${what} ${folder} cannot be made (${(error as Error).message}); set ${setting} to a folder of yours.`,
    )
  }
}
