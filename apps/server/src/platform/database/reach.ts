import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'

/**
 * Asks the database once, so that a wrong DATABASE_URL is reported at the start.
 * @throws StartError naming host and database, never the password
 */
export async function requireDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new StartError(
      `The database ${pathname.slice(1) || 'of DATABASE_URL'} at ${host} cannot be used (${reasonOf(error)}); check DATABASE_URL.`,
    )
  } finally {
    await client.end()
  }
}

/** Rejects while the database does not answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/** A host with several addresses fails with several errors in one. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
  return first.message
}
