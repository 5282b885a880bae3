import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** The SQL files that make and change our tables, one after the other by name. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

export type Migration = { name: string; sql: string; hash: string }

/** What stands between the database and these migrations; the message is one sentence for the person who starts the server. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Any number works; it only has to be the same in every process of the product. */
const lockNumber = 715_234_001
const migrationFile = /^\d{4}_[a-z0-9_]+\.sql$/

/** The migrations of a folder in the order they are applied: files named like 0001_first.sql, others are not ours. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => migrationFile.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${folder}/${name}`, 'utf8')
      // A checkout with other line ends is the same migration.
      return { name, sql, hash: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

/**
 * Brings the database to the newest migration. Each runs in a transaction of its own; processes that start at the
 * same moment wait for each other.
 * @returns names of the migrations applied now
 * @throws MigrationError when an applied migration has changed or is unknown here, or one fails
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const missing = notYetApplied(migrations, rows)
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}

function notYetApplied(migrations: Migration[], applied: { name: string; hash: string }[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, hash } of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(`The database was changed by a newer Millrace (${name}); start that version instead.`)
    }
    if (migration.hash !== hash) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database; restore the file and write a new migration.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`The migration ${name} failed: ${(error as Error).message}.`, { cause: error })
  }
}
