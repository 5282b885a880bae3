import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createSecrets } from '../../platform/config/aes-secrets.ts'
import { readSettings } from '../../platform/config/read-settings.ts'
import { secretKey, secretKeyFile } from '../../platform/config/secret-key.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { MigrationError, migrate } from '../../platform/database/migrate.ts'
import { requireDatabase } from '../../platform/database/reach.ts'
import { POSTGRES_MAJOR, POSTGRES_USER, readAccess } from '../../platform/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../platform/embedded/postgres.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { CommandError } from './command-error.ts'

export type OperatorPlatform = Pick<Platform, 'db' | 'settings' | 'secrets' | 'now'>

/**
 * Works on the database of the server whose settings are in the environment, without asking that server: the embedded
 * one is used as it runs, or started for the while.
 * @throws CommandError with one sentence
 */
export async function withOperatorDatabase<T>(work: (platform: OperatorPlatform) => Promise<T>): Promise<T> {
  const closing: (() => Promise<void>)[] = []
  try {
    const settings = readSettings(process.env, process.cwd())
    const url = settings.databaseUrl ?? (await embeddedUrl(settings, closing))
    if (settings.databaseUrl) await requireDatabase(url)
    requireKey(settings)
    await migrate(url)
    const db = openDatabase(url, { max: 2 })
    closing.push(() => db.destroy())
    return await work({ db, settings, secrets: createSecrets(secretKey(settings)), now: () => new Date() })
  } catch (error) {
    if (error instanceof StartError || error instanceof MigrationError) throw new CommandError(error.message)
    throw error
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/**
 * The embedded PostgreSQL of the settings as it runs, or started for the while.
 * @param closing receives how to stop what was started
 */
export async function embeddedUrl(settings: Settings, closing: (() => Promise<void>)[]): Promise<string> {
  const { dataFolder } = settings
  const cluster = join(dataFolder, 'postgres', POSTGRES_MAJOR)
  if (!existsSync(cluster)) {
    throw new CommandError(`There is no database in ${dataFolder}; run this with the settings of the server`)
  }
  const { password, port } = readAccess(cluster)
  const running = `postgresql://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${POSTGRES_USER}`
  if (port !== undefined && (await answers(running))) return running
  const server = await startEmbeddedPostgres({ dataFolder })
  closing.push(() => server.stop())
  return server.url()
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    return true
  } catch {
    // Nobody there, or another program by now on the same port: ours does not run.
    return false
  } finally {
    await client.end()
  }
}

/** A key made here would be another than the server's, and its links would open nothing. */
function requireKey(settings: Settings): void {
  if (settings.secret !== null || existsSync(secretKeyFile(settings.dataFolder))) return
  throw new CommandError(
    `The key of the server is neither in MILLRACE_SECRET nor in ${settings.dataFolder}; run this with its settings`,
  )
}
