import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type PostgresqlTestDatabase = {
  /** Address of the database as its superuser. */
  url: string
  name: string
  client: Client
  /** Rows of a statement. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Closes the client and drops the database. */
  remove(): Promise<void>
}

/** A new database on the server of the test run, which scripts/test-database.ts starts. */
export async function createPostgresqlDatabase(): Promise<PostgresqlTestDatabase> {
  const server = process.env.MILLRACE_TEST_DATABASE_URL ?? ''
  const name = `engine_${process.pid}_${randomBytes(4).toString('hex')}`
  const admin = async (sql: string) => {
    const client = new Client(server)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await admin(`create database ${name} template template0 strategy file_copy`)
  const at = new URL(server)
  at.pathname = `/${name}`
  const client = new Client(at.href)
  await client.connect()
  return {
    url: at.href,
    name,
    client,
    rows: async (sql, values) => (await client.query(sql, values)).rows as Record<string, unknown>[],
    async remove() {
      await client.end()
      await admin(`drop database ${name} with (force)`)
    },
  }
}
