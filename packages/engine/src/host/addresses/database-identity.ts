import type { Client } from 'pg'
import type { DatabaseIdentity } from '../../outputs/targets/table.types.ts'

export type { DatabaseIdentity } from '../../outputs/targets/table.types.ts'

type Ask = (sql: string) => Promise<Record<string, string>[]>

/** What the database is that `ask` asks; it gives the rows of a statement. */
export async function identityOf(ask: Ask): Promise<DatabaseIdentity> {
  const [row] = await ask(
    `select extract(epoch from pg_postmaster_start_time())::text as started, oid::text as database
      from pg_database where datname = current_database()`,
  )
  if (row === undefined) throw new Error('the server does not say which database it is')
  // A server may keep its number from ordinary accounts.
  const found = await ask('select system_identifier::text as system from pg_control_system()').catch(() => [])
  return { system: found[0]?.system ?? null, startedAt: row.started ?? '', database: row.database ?? '' }
}

/** Whether a session of the driver is in that database. */
export const isIn = async (client: Pick<Client, 'query'>, database: DatabaseIdentity): Promise<boolean> =>
  isSameDatabase(await identityOfClient(client), database)

/** The same of a session of the driver. */
export const identityOfClient = (client: Pick<Client, 'query'>): Promise<DatabaseIdentity> =>
  identityOf(async (text) => (await client.query<Record<string, string>>(text)).rows)

/** Whether both are one database. */
export function isSameDatabase(one: DatabaseIdentity, other: DatabaseIdentity): boolean {
  if (one.database !== other.database) return false
  const areBothKnown = one.system !== null && other.system !== null
  return areBothKnown ? one.system === other.system : one.startedAt === other.startedAt
}

/** Completes "…: " for a connection that leads into the database of the platform itself. */
export const ownDatabaseText = "it leads to Millrace's own database, which no connection may use"
