import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2'
import { Client } from 'pg'
import type { DatabaseOptions } from './database.types.ts'

/** A database of one test file with an ordinary account that owns it. `admin` runs a statement as the superuser. */
export type DatabaseForTest = {
  options: DatabaseOptions
  powerful: DatabaseOptions
  password: string
  run(sql: string): Promise<void>
  drop(): Promise<void>
}

const password = 'a%b:c/Very-secret'

export async function postgresqlForTest(serverUrl: string): Promise<DatabaseForTest> {
  const name = `t_reader_${process.pid}_${randomBytes(4).toString('hex')}`
  const at = (change: (url: URL) => void): string => {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    change(url)
    return url.href
  }
  const run = async (connectionString: string, ...statements: string[]) => {
    const client = new Client({ connectionString })
    await client.connect()
    try {
      for (const sql of statements) await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(serverUrl, `create role ${name} login password '${password}'`, `create database ${name} owner ${name}`)
  const owner = at((url) => {
    url.username = name
    url.password = encodeURIComponent(password)
  })
  const options = (connectionString: string): DatabaseOptions => ({
    type: 'postgresql',
    name: 'shop',
    connectionString,
  })
  return {
    options: options(owner),
    powerful: options(at(() => {})),
    password,
    run: (sql) => run(owner, sql),
    drop: () => run(serverUrl, `drop database ${name} with (force)`, `drop role ${name}`),
  }
}

export async function mysqlForTest(serverUrl: string): Promise<DatabaseForTest> {
  const name = `t_reader_${process.pid}_${randomBytes(4).toString('hex')}`
  const at = (change: (url: URL) => void): string => {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    change(url)
    return url.href
  }
  const run = async (uri: string, ...statements: string[]) => {
    const connection = createConnection({ uri })
    try {
      for (const sql of statements) {
        await new Promise<void>((resolve, reject) =>
          connection.query(sql, (error) => (error ? reject(error) : resolve())),
        )
      }
    } finally {
      connection.destroy()
    }
  }
  await run(
    serverUrl,
    `create database ${name}`,
    // By host too: where an anonymous account for localhost exists, it would come before one for all hosts.
    ...["'%'", "'localhost'"].flatMap((host) => [
      `create user ${name}@${host} identified by '${password}'`,
      `grant all on ${name}.* to ${name}@${host}`,
    ]),
  )
  const owner = at((url) => {
    url.username = name
    url.password = encodeURIComponent(password)
  })
  const options = (connectionString: string): DatabaseOptions => ({ type: 'mysql', name: 'shop', connectionString })
  return {
    options: options(owner),
    powerful: options(at(() => {})),
    password,
    run: (sql) => run(owner, sql),
    drop: () => run(serverUrl, `drop database ${name}`, `drop user ${name}@'%', ${name}@'localhost'`),
  }
}
