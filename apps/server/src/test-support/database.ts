import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { migrate, readMigrations } from '../platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/embedded/postgres.ts'
import { createPgBossQueue } from '../platform/queue/pg-boss-queue.ts'
import { createLog } from '../platform/telemetry/log.ts'

/** A migrated, otherwise empty database of one test file. */
export type TestDatabase = { url: string; db: Database; drop(): Promise<void> }

const lockNumber = 715_234_002
/** Copying the files takes a quarter of the processor time of writing every page to the log (33 ms instead of 125). */
const copyFiles = 'strategy file_copy'

/**
 * Makes a database for one test file: a copy of a template that is migrated once per run. Uses the server named in
 * MILLRACE_TEST_DATABASE_URL (a superuser's address), else starts an embedded one that lives until `drop`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`
  const template = await ensureTemplate(server.url)
  await withClient(server.url, (client) => client.query(`create database ${name} template ${template} ${copyFiles}`))
  const url = atDatabase(server.url, name)
  const db = openDatabase(url, { max: 10 })
  return {
    url,
    db,
    async drop() {
      await db.destroy()
      await withClient(server.url, (client) => client.query(`drop database ${name} with (force)`))
      await server.stop()
    },
  }
}

/** A database without any table, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await testServer()
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(server.url, (client) => client.query(`create database ${name} template template0 ${copyFiles}`))
  return {
    url: atDatabase(server.url, name),
    async drop() {
      await withClient(server.url, (client) => client.query(`drop database ${name} with (force)`))
      await server.stop()
    },
  }
}

async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.MILLRACE_TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const problem = process.env.MILLRACE_TEST_DATABASE_PROBLEM
  if (problem) throw new Error(`PostgreSQL does not start: ${problem}`)
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-test-'))
  const server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  return {
    url: server.url('postgres'),
    async stop() {
      await server.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The template's name holds the hash of all migrations, so that another branch on the same server has its own. */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const migrations = readMigrations()
  const hash = createHash('sha256').update(migrations.map((migration) => migration.hash).join(' '))
  const name = `template_${hash.digest('hex').slice(0, 12)}`
  await withClient(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    // Migrated under another name: a run cut short leaves no half template behind.
    await client.query(`drop database if exists ${name}_new with (force)`)
    await client.query(`create database ${name}_new template template0 ${copyFiles}`)
    const url = atDatabase(serverUrl, `${name}_new`)
    await migrate(url, migrations)
    // The queue makes its own tables on its first start.
    const queue = createPgBossQueue({ url, log: createLog('silent') })
    await queue.start()
    await queue.stop(0)
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

function atDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
