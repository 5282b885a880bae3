import type { RunCounts } from '@millrace/contract'
import type { Writable } from 'node:stream'

export type TableColumn = { name: string; pgType: string }

export type TableSinkOptions = {
  connectionString: string
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
  /** Takes COPY text as `copyText` makes it, in chunks of any size. */
  write: Writable
  /** Waits until everything written is staged and merged inside the open transaction. */
  finish(): Promise<void>
  /** Checks the fence, commits and gives the counts; a connection lost here is judged by the marker (G6). */
  commit(): Promise<RunCounts>
  /** Rolls back and closes; safe at any moment and more than once. */
  abort(): Promise<void>
}
