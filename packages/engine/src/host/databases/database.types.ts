import type { DatabaseIdentity } from '../addresses/database-identity.ts'

/** Plain JSON by column name: dates as ISO text, bytes as base64, numbers beyond the safe range as text. */
export type DatabaseRow = Record<string, unknown>

export type DatabaseType = 'postgresql' | 'mysql'

/** Which database, and how much one run may ask of it. */
export type DatabaseOptions = {
  type: DatabaseType
  /** What people call the connection; errors name it. */
  name: string
  connectionString: string
  /** `ssl: true` asks for a checked certificate, `ca` is its authority (PEM), `schema` where PostgreSQL looks first. */
  options?: Record<string, unknown>
  /** The database of the platform itself, which no connection may lead to. */
  platform?: DatabaseIdentity
  /** No statement of authors is run, so that an account with power over the server is not refused. */
  ownStatements?: boolean
  signal?: AbortSignal
  limits?: Partial<DatabaseLimits>
}

/** Times in milliseconds. */
export type DatabaseLimits = {
  connectMs: number
  /** A whole test of a connection. */
  testMs: number
  /** One statement, or one page of a stream. */
  statementMs: number
  /** Until a statement gives its first row: what works for longer without any grows in memory or on the server's disk. */
  firstRowMs: number
  /** A whole stream. */
  streamMs: number
  /** Bytes of one answer: all rows of a query, or one page of a stream. */
  answerBytes: number
  /** Sessions at once; streams may hold half of them. */
  sessions: number
}

export const databaseLimits: DatabaseLimits = {
  connectMs: 10_000,
  testMs: 20_000,
  statementMs: 60_000,
  firstRowMs: 30_000,
  streamMs: 30 * 60_000,
  answerBytes: 16 << 20,
  sessions: 4,
}

/** A database opened for reading. Nothing that is asked of it changes it. */
export type Database = {
  /** All rows of a statement. @throws DatabaseError, also when there are more than `maxRows` */
  query(sql: string, parameters: readonly unknown[], maxRows: number): Promise<DatabaseRow[]>
  /** The rows in pages of at most `pageSize`, read as they are taken. @throws DatabaseError */
  stream(sql: string, parameters: readonly unknown[], pageSize: number): AsyncGenerator<DatabaseRow[], void, void>
  /** Ends all sessions, also those at work. */
  close(): Promise<void>
}

/** One session; one statement at a time. */
export type DatabaseSession = {
  /** Reads a statement page by page; leaving the loop ends it. `wholeMs` is for all pages together. */
  pages(
    sql: string,
    parameters: readonly unknown[],
    pageSize: number,
    wholeMs: number,
  ): AsyncGenerator<DatabaseRow[], void, void>
  /** Whether it can take another statement. */
  readonly usable: boolean
  /** What this account may do that no reader should, as half a sentence; null when nothing. */
  powers(): Promise<string | null>
  /** Whether there is no schema of the name that the options give. */
  lacksSchema(): Promise<boolean>
  /** What its server lets one session take, in sentences for whoever sets the connection up. */
  bounds(): Promise<string>
  close(): Promise<void>
}
