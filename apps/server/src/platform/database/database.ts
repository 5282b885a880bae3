import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** A database or a transaction on it: repositories take either. */
export type Connection = Database | Transaction<Tables>

const bigint = 20
pg.types.setTypeParser(bigint, Number)

/** A pool on the address. Idle clients that break are dropped by the pool; the next query takes a new one (G6). */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 4000,
    keepAlive: true,
  })
  // A connection that breaks while the pool is closed is no news.
  pool.on('error', (error) => pool.ending || options.onError?.(error))
  // The pool listens to idle clients only. One that breaks between two statements of a transaction would end the
  // process; so it fails the next statement instead.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
