import { Client, type QueryArrayConfig } from 'pg'
import { postgresqlSettings } from '../addresses/postgresql-settings.ts'
import type { DatabaseLimits, DatabaseOptions, DatabaseRow, DatabaseSession } from './database.types.ts'
import {
  type DatabaseError,
  noRowText,
  OwnDatabaseError,
  toDatabaseError,
  tooLargeText,
  timeoutText,
} from './database-error.ts'
import { isIn } from '../addresses/database-identity.ts'
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
      ...postgresqlSettings(options.connectionString, options.options),
      application_name: 'millrace reader',
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.statementMs + limits.firstRowMs + 2 * graceMs,
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

/** What one statement that fetches rows gives; several sent together give a list. */
type PageAnswer = { command: string; rows: unknown[][]; fields: { name: string }[] }
type Page = { rows: unknown[][]; names: string[]; bytes: number }

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
    const { platform } = this.#options
    if (platform !== undefined && (await isIn(this.#client, platform))) {
      throw new OwnDatabaseError(this.#options)
    }
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

  async lacksSchema(): Promise<boolean> {
    const { schema } = this.#options.options ?? {}
    if (typeof schema !== 'string') return false
    const question = {
      rowMode: 'array' as const,
      text: 'select exists (select from pg_namespace where nspname = $1)',
      values: [schema],
    }
    const { rows } = await this.#ask<[boolean]>(question).catch((error: unknown) => {
      throw this.#problem(error)
    })
    return rows[0]?.[0] === false
  }

  async bounds(): Promise<string> {
    const question = {
      rowMode: 'array' as const,
      text: `select current_setting('temp_file_limit'), current_setting('work_mem')`,
    }
    const { rows } = await this.#ask<[string, string]>(question).catch((error: unknown) => {
      throw this.#problem(error)
    })
    const [files = '-1', memory = ''] = rows[0] ?? []
    const isOpen = files === '-1'
    return (
      `Limits of its server for one session: ${isOpen ? 'none' : files} for temporary files (temp_file_limit), ` +
      `${memory} of memory for each sort or hash (work_mem).` +
      (isOpen ? ' One statement could fill its disk: set temp_file_limit for this account.' : '')
    )
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
    let isOpen = true
    let firstAskedAt: number | null = null
    try {
      // Once a statement has run, a transaction cannot be switched back to writing; all are sent together.
      await this.#ask({
        rowMode: 'array',
        text: `begin isolation level repeatable read read only; select 1; set local statement_timeout = ${this.#firstRowMs}`,
      })
      await this.#ask({
        rowMode: 'array',
        text: `declare millrace_reader no scroll cursor for ${sql}`,
        values: parameters.map(asParameter),
        // Also without parameters: the extended protocol takes one statement only.
        queryMode: 'extended',
      })
      let count = Math.min(pageSize, firstPage)
      firstAskedAt = performance.now()
      let page = await this.#firstPage(count)
      for (;;) {
        const { rows, names, bytes } = page
        const isLast = rows.length < count
        // The server forgets what it sorted and gathered before the reader asks for more.
        if (isLast) {
          isOpen = false
          await this.#rollBack()
        }
        if (rows.length > 0) yield rows.map((values) => rowOf(names, values))
        if (isLast) return
        if (performance.now() > until) throw new Error(timeoutText(wholeMs))
        count = Math.max(1, Math.min(pageSize, Math.floor(pageBytes / Math.max(1, bytes / rows.length))))
        firstAskedAt = null
        page = await this.#page(`fetch ${count} from millrace_reader`)
      }
    } catch (error) {
      throw this.#problem(error, firstAskedAt)
    } finally {
      if (isOpen) await this.#rollBack()
    }
  }

  /** One row has a time of its own; the statements are sent together and their answers come together. */
  #firstPage(count: number): Promise<Page> {
    const { statementMs } = this.#limits
    const rest = `set local statement_timeout = ${statementMs}; fetch ${count - 1} from millrace_reader`
    return this.#page(`fetch 1 from millrace_reader${count > 1 ? `; ${rest}` : ''}`, this.#firstRowMs + statementMs)
  }

  async #page(text: string, ms?: number): Promise<Page> {
    const before = this.#socket().bytesRead
    const answer = (await this.#ask<unknown[]>({ rowMode: 'array', text }, ms)) as PageAnswer | PageAnswer[]
    const fetched = [answer].flat().filter(({ command }) => command === 'FETCH')
    return {
      rows: fetched.flatMap(({ rows }) => rows),
      names: fetched[0]?.fields.map((field) => field.name) ?? [],
      bytes: this.#socket().bytesRead - before,
    }
  }

  async close(): Promise<void> {
    this.#usable = false
    // Not end(): it would wait for the statement under way. The server notices and rolls back.
    this.#socket().destroy()
  }

  async #ask<R extends unknown[]>(
    config: QueryArrayConfig & { queryMode?: 'extended' },
    ms = this.#limits.statementMs,
  ) {
    this.#bytesFrom = this.#socket().bytesRead
    const late = setTimeout(() => this.#end(timeoutText(this.#limits.statementMs)), ms + graceMs)
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

  get #firstRowMs(): number {
    return Math.min(this.#limits.firstRowMs, this.#limits.statementMs)
  }

  /** @param firstAskedAt when the first row was asked for, while it may be what took too long */
  #problem(error: unknown, firstAskedAt: number | null = null): DatabaseError {
    const { code } = error as { code?: string }
    const { statementMs, firstRowMs } = this.#limits
    if (this.#cut !== null) return toDatabaseError(this.#options, new Error(this.#cut))
    // query_canceled is what the statement's time limit gives.
    if (code !== '57014') return toDatabaseError(this.#options, error)
    const isNoRow = firstAskedAt !== null && firstRowMs < statementMs && performance.now() - firstAskedAt < statementMs
    return toDatabaseError(this.#options, new Error(isNoRow ? noRowText(firstRowMs) : timeoutText(statementMs)))
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
