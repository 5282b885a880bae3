import { readDatabaseAddress } from '@millrace/contract/connections/database-address.rule'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Connection, createConnection, type FieldPacket } from 'mysql2'
import type { DatabaseLimits, DatabaseOptions, DatabaseRow, DatabaseSession } from './database.types.ts'
import { type DatabaseError, noRowText, toDatabaseError, tooLargeText, timeoutText } from './database-error.ts'
import { silentText } from '../addresses/connect-fault.ts'
import { tlsSettings } from '../addresses/tls-settings.ts'
import { fieldReaders } from './mysql-values.ts'
import { rowOf } from './plain-values.ts'
import { assertReadOnly } from './reading-statement.ts'

/** A page ends early when its rows took so many bytes on the line. */
const pageBytes = 1 << 20
/** How long the reader of a stream may pause: by default mysqld ends the connection after 60 s. */
const maxPauseSeconds = 600
/** Time limit for ending a statement that was given up. */
const killMs = 3000

function connect({ connectionString, options = {} }: DatabaseOptions, limits: DatabaseLimits): Connection {
  const address = readDatabaseAddress('mysql', connectionString)
  const { host, port, user, password, database } = address
  const tls = tlsSettings(address, options)
  return createConnection({
    ...{ host, port, user, password, database },
    connectTimeout: limits.connectMs,
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    rowsAsArray: true,
    // The server may not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    ...(tls !== false && { ssl: tls }),
  })
}

/** @throws DatabaseError when the database cannot be reached or does not let us in */
export async function openMysql(options: DatabaseOptions, limits: DatabaseLimits): Promise<DatabaseSession> {
  try {
    const connection = connect(options, limits)
    const session = new MysqlSession(connection, options, limits)
    // The driver reports a lost connection to commands with a callback, but not to the reader of a stream.
    connection.on('error', (error) => session.lost(error))
    try {
      await session.prepare()
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  } catch (error) {
    throw toDatabaseError(options, error)
  }
}

class MysqlSession implements DatabaseSession {
  readonly #connection: Connection
  readonly #options: DatabaseOptions
  readonly #limits: DatabaseLimits
  #usable = true
  #isMaria = false
  #rows: Readable | null = null
  /** Why we cut the connection ourselves, in place of what the socket says then. */
  #cut: string | null = null

  constructor(connection: Connection, options: DatabaseOptions, limits: DatabaseLimits) {
    this.#connection = connection
    this.#options = options
    this.#limits = limits
  }

  get usable(): boolean {
    return this.#usable
  }

  async prepare(): Promise<void> {
    const late = setTimeout(() => this.#end(silentText), this.#limits.connectMs)
    try {
      const [[version] = []] = (await this.#run('select version()')) as [string][]
      this.#isMaria = /mariadb/i.test(version ?? '')
      await this.#run(
        `set session time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', ` +
          `net_write_timeout = ${maxPauseSeconds}, lock_wait_timeout = 10, innodb_lock_wait_timeout = 10`,
      )
    } catch (error) {
      throw this.#problem(error)
    } finally {
      clearTimeout(late)
    }
  }

  async powers(): Promise<string | null> {
    const answer = await this.#run('show grants').catch((error: unknown) => {
      throw this.#problem(error)
    })
    const grants = (answer as [string][]).map(([line]) => line)
    const powerful = grants.some((line) =>
      /^GRANT (?:.*\b(?:FILE|SUPER)\b.*|ALL PRIVILEGES) ON \*\.\*/i.test(line.replaceAll(/'[^']*'/g, '')),
    )
    return powerful ? 'its account may read and write files of the database server' : null
  }

  // A schema is a database there, which the address names.
  async lacksSchema(): Promise<boolean> {
    return false
  }

  async bounds(): Promise<string> {
    const names = "'tmp_table_size', 'max_tmp_session_space_usage'"
    const answer = await this.#run(`show variables where variable_name in (${names})`).catch((error: unknown) => {
      throw this.#problem(error)
    })
    const found = new Map((answer as [string, string][]).map(([name, value]) => [name.toLowerCase(), Number(value)]))
    const files = found.get('max_tmp_session_space_usage') ?? 0
    return (
      `Limits of its server for one session: ${files === 0 ? 'none' : toMiB(files)} for temporary files ` +
      `(max_tmp_session_space_usage), ${toMiB(found.get('tmp_table_size') ?? 0)} of memory for each temporary table (tmp_table_size).` +
      (files === 0 ? ' One statement could fill its disk.' : '')
    )
  }

  async *pages(
    sql: string,
    parameters: readonly unknown[],
    pageSize: number,
    wholeMs: number,
  ): AsyncGenerator<DatabaseRow[], void> {
    assertReadOnly(this.#options.name, sql)
    let done = false
    const clock = this.#pageClock()
    try {
      await this.#run(
        this.#isMaria
          ? `set session max_statement_time = ${wholeMs / 1000}`
          : `set session max_execution_time = ${wholeMs}`,
      )
      await this.#run('start transaction read only')
      // A prepared statement is one statement, whatever its text holds.
      const command = this.#connection.execute({ sql, values: parameters.map(asParameter), rowsAsArray: true })
      let names: string[] = []
      let readers: ReturnType<typeof fieldReaders> = []
      const rows = command.stream({ highWaterMark: 64 })
      this.#rows = rows
      rows.on('fields', (fields: FieldPacket[] = []) => {
        names = fields.map((field) => field.name)
        readers = fieldReaders(fields)
      })
      let page: DatabaseRow[] = []
      const { firstRowMs, statementMs } = this.#limits
      if (firstRowMs < statementMs) clock.start(firstRowMs, noRowText(firstRowMs))
      else clock.start()
      let isFirst = true
      for await (const values of rows as AsyncIterable<unknown[]>) {
        const plain = values.map((value, index) => (value === null ? null : (readers[index]?.(value) ?? value)))
        page.push(rowOf(names, plain))
        if (isFirst) clock.allow(statementMs, timeoutText(statementMs))
        isFirst = false
        if (page.length < pageSize && clock.bytes() < pageBytes) continue
        clock.stop()
        yield page
        page = []
        clock.start()
      }
      clock.stop()
      done = true
      if (page.length > 0) yield page
    } catch (error) {
      throw this.#problem(error)
    } finally {
      clock.stop()
      // The rest of this answer would otherwise arrive before that of the next statement.
      if (!done) await this.close()
      this.#rows = null
      if (done) await this.#run('rollback').catch(() => this.close())
    }
  }

  async close(): Promise<void> {
    const isReading = this.#rows !== null
    const why = new Error('the connection was closed')
    this.lost(why)
    // destroy() of the connection alone leaves a statement with a callback unanswered for ever.
    ;(this.#connection as unknown as { stream: Socket }).stream.destroy(why)
    this.#connection.destroy()
    if (isReading) await this.#endAtServer()
  }

  /** Ends a statement at the server, which would otherwise work on although nobody waits for it. */
  #endAtServer(): Promise<void> {
    const { threadId } = this.#connection
    this.#rows = null
    return new Promise((resolve) => {
      const other = connect(this.#options, { ...this.#limits, connectMs: killMs })
      const done = () => {
        clearTimeout(late)
        other.destroy()
        resolve()
      }
      // Its own time limit ends the statement where this fails.
      const late = setTimeout(done, killMs)
      other.on('error', done)
      other.query(`kill ${threadId}`, done)
    })
  }

  lost(error: Error): void {
    this.#usable = false
    this.#rows?.destroy(error)
  }

  /** Ends the connection when a page takes too long, or one row is too large to hold. */
  #pageClock() {
    const socket = (this.#connection as unknown as { stream: Socket }).stream
    let timer: NodeJS.Timeout | undefined
    let from = socket.bytesRead
    const { statementMs, answerBytes } = this.#limits
    const bytes = () => socket.bytesRead - from
    const allow = (ms: number, text: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#end(text), ms)
    }
    const check = () => {
      if (bytes() > answerBytes + pageBytes) this.#end(tooLargeText(answerBytes))
    }
    return {
      bytes,
      /** Gives what is under way another time limit. */
      allow,
      start: (ms = statementMs, text = timeoutText(statementMs)) => {
        from = socket.bytesRead
        allow(ms, text)
        socket.on('data', check)
      },
      stop: () => {
        clearTimeout(timer)
        socket.off('data', check)
      },
    }
  }

  #run(sql: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#connection.query({ sql, rowsAsArray: true }, (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  }

  #end(why: string): void {
    this.#cut ??= why
    void this.close()
  }

  #problem(error: unknown): DatabaseError {
    if (this.#cut !== null) return toDatabaseError(this.#options, new Error(this.#cut))
    return toDatabaseError(this.#options, error)
  }
}

const toMiB = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`

/** Lists and objects travel as JSON text, whole numbers as text: as a double they are refused after LIMIT. */
function asParameter(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return value as string | number | boolean
}
