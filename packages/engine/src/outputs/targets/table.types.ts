import type { RunCounts } from '@millrace/contract'
import type { Writable } from 'node:stream'

/** How a column's values are written; `pgType` is also the type that a table made for the schema would have. */
export type TableColumn = { name: string; pgType: string }

export type DatabaseKind = 'postgresql' | 'mysql'

/** Which database of which PostgreSQL server a session is in, by what the server itself says: names can lead anywhere. */
export type DatabaseIdentity = {
  /** The number that a cluster of database files gets once; its copies that follow it have the same. Null where hidden. */
  system: string | null
  /** When the server started, in seconds since 1970. */
  startedAt: string
  /** Number of the database within the server. */
  database: string
}

export type TableSinkOptions = {
  /** 'mysql' is MariaDB, too. */
  database: DatabaseKind
  connectionString: string
  /** `ssl: true` asks for a checked certificate, `ca` is its authority (PEM). */
  connectionOptions?: Record<string, unknown>
  /** The database of the platform itself, which no sink may write to. */
  platform?: DatabaseIdentity
  /** `name` or `schema.name`. */
  table: string
  keys: string[]
  mode: 'upsert' | 'insert' | 'replace'
  columns: TableColumn[]
  importId: string
  /** Name of the sink: with importId it identifies the marker. */
  sink: string
  /** Fencing number of the attempt, stored with the marker. */
  attempt: number
  /** Asked right before commit; false = another attempt owns the import, nothing may be written (G5). */
  fence: () => Promise<boolean>
  log: (level: 'info' | 'warn' | 'error', message: string) => void
}

export type TableSink = {
  /** Counts of an earlier, committed run of the same import and sink; then nothing is written again (G3). */
  alreadyDone: RunCounts | null
  /** Takes text as `toCopyText` or, for MySQL, `toLoadText` makes it, in chunks of any size. */
  write: Writable
  /** Waits until everything written is staged and merged inside the open transaction. */
  finish(): Promise<void>
  /** Checks the fence, commits and gives the counts; a connection lost here is judged by the marker (G6). */
  commit(): Promise<RunCounts>
  /** Rolls back and closes; safe at any moment and more than once. */
  abort(): Promise<void>
}
