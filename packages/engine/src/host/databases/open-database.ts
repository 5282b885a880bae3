import type { AddressField } from '@millrace/contract/connections/database-address.rule'
import type { Database, DatabaseLimits, DatabaseOptions, DatabaseRow, DatabaseSession } from './database.types.ts'
import { databaseLimits } from './database.types.ts'
import { explainConnectError, toConnectError } from './connect-error.ts'
import { DatabaseError, OwnDatabaseError } from './database-error.ts'
import { openMysql } from './mysql.ts'
import { openPostgresql } from './postgresql.ts'

export type { Database, DatabaseOptions, DatabaseRow } from './database.types.ts'
export { DatabaseError } from './database-error.ts'

const queryPage = 500

const openSession = (options: DatabaseOptions, limits: DatabaseLimits): Promise<DatabaseSession> =>
  options.type === 'mysql' ? openMysql(options, limits) : openPostgresql(options, limits)

/**
 * A database for component code: reading only, whatever the statement says. Sessions are opened as they are needed and
 * kept until `close`. An account with power over the server itself (its files, its programs, its sessions) is refused:
 * no read-only transaction keeps such an account from using it.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const limits = { ...databaseLimits, ...options.limits }
  const sessions = new Set<DatabaseSession>()
  const idle: DatabaseSession[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  let streams = 0
  let closed = false

  const problem = (text: string) => new DatabaseError(`The database connection '${options.name}': ${text}`)
  const mustBeOpen = () => {
    if (closed) throw problem('it was closed')
  }

  async function take(): Promise<DatabaseSession> {
    mustBeOpen()
    if (taken >= limits.sessions) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken++
    try {
      mustBeOpen()
      const kept = idle.pop()
      if (kept?.usable) return kept
      const session = await openSession(options, limits).catch((error: unknown) => {
        throw toConnectError(options, limits.connectMs, error)
      })
      sessions.add(session)
      if (closed) await session.close()
      mustBeOpen()
      const powers = options.ownStatements === true ? null : await session.powers()
      if (powers === null) return session
      sessions.delete(session)
      await session.close()
      throw problem(`component code cannot use it, since ${powers}`)
    } catch (error) {
      leave()
      throw error
    }
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) taken--
    else next()
  }

  function give(session: DatabaseSession): void {
    if (session.usable && !closed) idle.push(session)
    else sessions.delete(session)
    leave()
  }

  async function* pages(sql: string, parameters: readonly unknown[], pageSize: number, wholeMs: number) {
    const session = await take()
    try {
      yield* session.pages(sql, parameters, pageSize, wholeMs)
    } finally {
      give(session)
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    options.signal?.removeEventListener('abort', close)
    for (const next of waiting.splice(0)) next()
    await Promise.all([...sessions].map((session) => session.close()))
  }
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) closed = true

  return {
    async query(sql, parameters, maxRows) {
      const rows: DatabaseRow[] = []
      let bytes = 0
      for await (const page of pages(sql, parameters, queryPage, limits.statementMs)) {
        if (rows.length + page.length > maxRows) {
          throw problem(`the query gives more than ${maxRows} rows; read them with ctx.db.stream`)
        }
        bytes += JSON.stringify(page).length
        if (bytes > limits.answerBytes) {
          throw problem(`the query gives more than ${limits.answerBytes >> 20} MiB; read it with ctx.db.stream`)
        }
        rows.push(...page)
      }
      return rows
    },
    async *stream(sql, parameters, pageSize) {
      // Half of the sessions are kept for queries: a stream that waits for its reader does not return its session.
      const most = Math.max(1, Math.floor(limits.sessions / 2))
      if (streams >= most) throw problem(`at most ${most} streams may be open at once`)
      streams++
      try {
        yield* pages(sql, parameters, pageSize, limits.streamMs)
      } finally {
        streams--
      }
    },
    close,
  }
}

/**
 * Connects once and tells whether that leads into the database of the platform itself (`options.platform`); false where
 * nobody lets us in.
 */
export async function leadsToOwnDatabase(options: DatabaseOptions): Promise<boolean> {
  try {
    const session = await openSession(options, { ...databaseLimits, ...options.limits })
    await session.close()
    return false
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return error instanceof OwnDatabaseError
  }
}

/** How a test of a connection went; `field` is the part of the connection to mend, where one is to blame. */
export type DatabaseTest = { ok: boolean; message: string; ms: number; field: AddressField | null }

/**
 * Connects once and says in sentences how that went and what its server bounds; never rejects for what the database says,
 * and gives up after `limits.testMs` whatever the server does.
 * @returns ms from the start to the answer
 */
export async function testDatabase(options: DatabaseOptions): Promise<DatabaseTest> {
  const started = performance.now()
  const limits = { ...databaseLimits, ...options.limits }
  const answer = (ok: boolean, message: string, field: AddressField | null = null): DatabaseTest => ({
    ...{ ok, message, field },
    ms: Math.round(performance.now() - started),
  })
  let session: DatabaseSession | null = null
  const late = setTimeout(() => void session?.close(), limits.testMs)
  try {
    session = await openSession(options, limits)
    if (await session.lacksSchema()) {
      return answer(false, `The database has no schema ${String(options.options?.schema)}.`, 'options')
    }
    const powers = await session.powers()
    const bounds = await session.bounds()
    if (powers === null) return answer(true, `The connection works. ${bounds}`)
    return answer(true, `The connection works. Sinks can use it; component code cannot, since ${powers}. ${bounds}`)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { field, text } = explainConnectError(options, limits.connectMs, error)
    return answer(false, text, field)
  } finally {
    clearTimeout(late)
    await session?.close()
  }
}
