import type { Logger } from 'pino'
import type { Settings } from './config/settings.ts'
import type { Database } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Queue } from './queue/queue.ts'
import type { Secrets } from './config/secrets.ts'

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
