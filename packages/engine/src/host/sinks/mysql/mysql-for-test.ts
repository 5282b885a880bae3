import { randomBytes } from 'node:crypto'
import mysql from 'mysql2/promise'

/** The server of the test run, from scripts/test-mariadb.ts; undefined where there is none. */
const server = process.env.MILLRACE_TEST_MYSQL_URL
/** Why there is none, in one sentence. */
const problem = process.env.MILLRACE_TEST_MYSQL_PROBLEM ?? 'no MariaDB is installed; see CONTRIBUTING.md'

type Suite = (title: string, tests: () => void) => unknown

/**
 * A suite of tests that need MariaDB: `mysqlSuite(describe, 'title', () => { … })`. Skipped with the reason where it is
 * missing, unless CI=true: then it runs, and `createMysqlDatabase`, called inside, fails it.
 */
export function mysqlSuite(describe: Suite & { skip: Suite }, title: string, tests: () => void): void {
  if (server !== undefined || process.env.CI === 'true') describe(title, tests)
  else describe.skip(`${title} (skipped: ${problem})`, tests)
}

export type MysqlTestDatabase = {
  /** mysql:// address of the database with the password of a user who may do everything. */
  url: string
  name: string
  client: mysql.Connection
  /** Rows of a statement. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Closes the client and drops the database. */
  remove(): Promise<void>
}

/** A new database on the server of the test run. */
export async function createMysqlDatabase(): Promise<MysqlTestDatabase> {
  if (server === undefined) throw new Error(problem)
  const name = `millrace_${process.pid}_${randomBytes(4).toString('hex')}`
  const admin = await mysql.createConnection(server)
  await admin.query(`create database ${name} character set utf8mb4`)
  await admin.end()
  const at = new URL(server)
  at.pathname = `/${name}`
  const client = await mysql.createConnection({ uri: at.href, multipleStatements: true })
  return {
    url: at.href,
    name,
    client,
    async rows(sql, values) {
      const [rows] = await client.query(sql, values)
      return rows as Record<string, unknown>[]
    },
    async remove() {
      await client.query(`drop database ${name}`)
      await client.end()
    },
  }
}
