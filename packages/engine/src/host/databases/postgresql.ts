import { Client, type ClientConfig, type QueryArrayConfig } from 'pg'
import type { DatabaseLimits, DatabaseOptions, DatabaseRow, DatabaseSession } from './database.types.ts'
import { type DatabaseError, toDatabaseError, tooLargeText, timeoutText } from './database-error.ts'
import { rowOf } from './plain-values.ts'
import { plainTypes } from './postgresql-values.ts'
import { assertNoSideEffects, assertReadOnly } from './reading-statement.ts'

/** Bytes a page aims at; the first page of a statement is small, since nobody knows how wide its rows are. */
const pageBytes = 1 << 20
const firstPage = 50
/** How much later than the server we end a statement whose server does not. */
const graceMs = 2000

/** @throws DatabaseError when the database cannot be reached or does not let us in */
export async function openPostgresql(options: DatabaseOptions, limits: DatabaseLimits): Promise<DatabaseSession> {
  let client: Client
  try {
    client = new Client({
      connectionString: options.connectionString,
      ...tlsOf(options.options),
      application_name: 'millrace reader',
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.statementMs + 2 * graceMs,
      keepAlive: true,
      types: plainTypes,
    })
  } catch (error) {
    throw toDatabaseError(options, error)
  }
  // Without a listener a lost connection would end the process; the query under way fails on its own.
  client.on('error', () => undefined)
  const session = new PostgresqlSession(client, options, limits)
  try {
    await client.connect()
    await session.prepare()
    return session
  } catch (error) {
    await session.close()
    throw toDatabaseError(options, error)
  }
}

function tlsOf(options: Record<string, unknown> = {}): Pick<ClientConfig, 'ssl'> {
  const { ssl, ca } = options
  return ssl === true || typeof ca === 'string' ? { ssl: typeof ca === 'string' ? { ca } : true } : {}
}

class PostgresqlSession implements DatabaseSession {
  readonly #client: Client
  readonly #options: DatabaseOptions
  readonly #limits: DatabaseLimits
  #usable = true
  /** Why we cut the connection ourselves, in place of what the socket says then. */
  #cut: string | null = null
  #bytesFrom = 0

  constructor(client: Client, options: DatabaseOptions, limits: DatabaseLimits) {
    this.#client = client
    this.#options = options
    this.#limits = limits
  }

  get usable(): boolean {
    return this.#usable
  }

  async prepare(): Promise<void> {
    const { schema } = this.#options.options ?? {}
    const settings: Record<string, string> = {
      default_transaction_read_only: 'on',
      datestyle: 'ISO',
      intervalstyle: 'iso_8601',
      timezone: 'UTC',
      extra_float_digits: '1',
      statement_timeout: String(this.#limits.statementMs),
      lock_timeout: '10s',
      // A stream whose reader stalls for longer than any call may take.
      idle_in_transaction_session_timeout: '10min',
      ...(typeof schema === 'string' && { search_path: this.#client.escapeIdentifier(schema) }),
    }
    for (const [name, value] of Object.entries(settings)) {
      await this.#client.query('select set_config($1, $2, false)', [name, value])
    }
    // The server checks during a statement whether the client is still there; not every system and release can.
    await this.#client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    this.#socket().on('data', () => {
      if (this.#socket().bytesRead - this.#bytesFrom > this.#limits.answerBytes + pageBytes) {
        this.#end(tooLargeText(this.#limits.answerBytes))
      }
    })
  }

  async powers(): Promise<string | null> {
    const question = {
      rowMode: 'array' as const,
      text: `select r.rolsuper or exists (
          select from pg_roles p where p.rolname in
            ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend')
          and pg_has_role(r.rolname, p.oid, 'member'))
        from pg_roles r where r.rolname = session_user`,
    }
    const { rows } = await this.#ask<[boolean]>(question).catch((error: unknown) => {
      throw this.#problem(error)
    })
    return rows[0]?.[0] === false ? null : 'it signs in as a superuser of the database server'
  }

  /** The statement as a cursor: the server's own grammar takes there what reads, and nothing else. */
  async *pages(
    sql: string,
    parameters: readonly unknown[],
    pageSize: number,
    wholeMs: number,
  ): AsyncGenerator<DatabaseRow[], void> {
    assertReadOnly(this.#options.name, sql)
    assertNoSideEffects(this.#options.name, sql)
    const until = performance.now() + wholeMs
    try {
      // Once a statement has run, a transaction cannot be switched back to writing; both are sent together.
      await this.#ask({ rowMode: 'array', text: 'begin isolation level repeatable read read only; select 1' })
      await this.#ask({
        rowMode: 'array',
        text: `declare millrace_reader no scroll cursor for ${sql}`,
        values: parameters.map(asParameter),
        // Also without parameters: the extended protocol takes one statement only.
        queryMode: 'extended',
      })
      let count = Math.min(pageSize, firstPage)
      for (;;) {
        const before = this.#socket().bytesRead
        const { rows, fields } = await this.#ask<unknown[]>({
          rowMode: 'array',
          text: `fetch ${count} from millrace_reader`,
        })
        const names = fields.map((field) => field.name)
        if (rows.length > 0) yield rows.map((values) => rowOf(names, values))
        if (rows.length < count) return
        if (performance.now() > until) throw new Error(timeoutText(wholeMs))
        const rowBytes = (this.#socket().bytesRead - before) / rows.length
        count = Math.max(1, Math.min(pageSize, Math.floor(pageBytes / Math.max(1, rowBytes))))
      }
    } catch (error) {
      throw this.#problem(error)
    } finally {
      await this.#rollBack()
    }
  }

  async close(): Promise<void> {
    this.#usable = false
    // Not end(): it would wait for the statement under way. The server notices and rolls back.
    this.#socket().destroy()
  }

  async #ask<R extends unknown[]>(config: QueryArrayConfig & { queryMode?: 'extended' }) {
    this.#bytesFrom = this.#socket().bytesRead
    const late = setTimeout(() => this.#end(timeoutText(this.#limits.statementMs)), this.#limits.statementMs + graceMs)
    try {
      return await this.#client.query<R>(config)
    } finally {
      clearTimeout(late)
    }
  }

  async #rollBack(): Promise<void> {
    if (!this.#usable) return
    try {
      await this.#ask({ rowMode: 'array', text: 'rollback' })
    } catch {
      // The session is lost, and its transaction with it.
      await this.close()
    }
  }

  #end(why: string): void {
    this.#cut ??= why
    void this.close()
  }

  #problem(error: unknown): DatabaseError {
    const { code } = error as { code?: string }
    if (this.#cut !== null) return toDatabaseError(this.#options, new Error(this.#cut))
    // query_canceled is what the statement's time limit gives.
    if (code === '57014') return toDatabaseError(this.#options, new Error(timeoutText(this.#limits.statementMs)))
    return toDatabaseError(this.#options, error)
  }

  #socket(): import('node:net').Socket {
    return (this.#client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
  }
}

/** Objects travel as JSON text; lists stay lists, which pg writes as PostgreSQL lists (`= any($1)`). */
function asParameter(value: unknown): unknown {
  if (value === undefined) return null
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value
}
