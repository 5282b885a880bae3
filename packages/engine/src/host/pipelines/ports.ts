import type { Writable } from 'node:stream'
import type { FileFormat, FileKind, Finding, JsonSchema, HttpTarget, RunCounts, TableTarget } from '@millrace/contract'
import type { OutputFormat } from '../../outputs/encoding/encoder.types.ts'
import type { HttpTransport } from '../sinks/http/http.types.ts'
import type { DatabaseKind, TableColumn, TableSink } from '../../outputs/targets/table.types.ts'
import type { LogLevel } from '../../protocol/messages.ts'
import type { DecimalGuess } from '../../schemas/decimal-guess.ts'
import type { RunErrorKind } from '../../runs/run-error.ts'

export type { LogLevel }

/** A file on this machine to be read; the path is opened here, the runner gets the descriptor only. */
export type FileSource = {
  path: string
  /** Bytes. */
  size: number
  /** What the person called it; a label, never a path. */
  name: string
  contentType: FileKind
  format: FileFormat
  /** The decimal mark where neither the format nor the numbers of the file tell it; absent = a point. */
  decimalGuess?: DecimalGuess
  /** Where the records that its check accepted are kept; absent = nowhere, an import checks the file itself. */
  dataset?: KeptDataset
}

/**
 * The datasets of a file under one schema and one set of settings (decision 28): one of all fields, and one of those that
 * matter, which its check made where it knew them.
 */
export type KeptDataset = {
  /** What it has to be made of (`datasetBaseOf`, `withFields` and the way in which numbers are read). */
  stampOf(fields: readonly string[] | null): string
  /** The path of what is kept under that stamp; null where there is nothing. */
  find(stamp: string): Promise<string | null>
  /** A new one of all fields: nothing is kept before `keep`, `drop` leaves nothing. */
  create(): Promise<NewDataset>
}
export type NewDataset = NewFile & {
  /** @returns its path */
  keep(): Promise<string>
  drop(): Promise<void>
}

/** A new file, open for writing and empty: a runner writes it by its descriptor. */
export type NewFile = { fd: number }

/** A new output file: nothing is visible under its name before commit. */
export type StagedFile = {
  write: Writable
  /** Makes durable what was written, once all of it is; absent = commit does. */
  store?(): Promise<void>
  /** Makes it visible in one step. */
  commit(): Promise<void>
  /** Leaves nothing; safe at any moment and more than once. */
  abort(): Promise<void>
}

export type PipelineSource = {
  dataSubKind: string
  /** null: missing or disabled; its input is an empty list. */
  file: FileSource | null
  /** Schema of one record; null = any record. */
  rowSchema: JsonSchema | null
  /** Share 0..1 of rejected records up to which the file is used. */
  tolerance: number
  /** Valid records after which the file is read no further; absent = all of it is read. */
  maxRecords?: number
}

export type PipelineSink = {
  name: string
  rowSchema: JsonSchema | null
  /** Share 0..1 of output records that may break the schema. */
  tolerance: number
  format: OutputFormat
  /** Whether a file of text begins with a byte order mark; absent = no. */
  byteOrderMark?: boolean
  /** One target at most, besides the file. */
  table: (TableTarget & { database: DatabaseKind }) | null
  http: HttpTarget | null
}

export type ImportCounts = { sources: Record<string, RunCounts>; sinks: Record<string, RunCounts> }

/** What an import asks of its host. */
export type ImportHost = {
  log(level: LogLevel, message: string, extra?: { component?: string; dataSubKind?: string }): void
  progress(counts: ImportCounts): void
  openFile(sink: PipelineSink): Promise<StagedFile>
  openTable(sink: PipelineSink, columns: TableColumn[]): Promise<TableSink>
  /** How HTTP sinks send requests; absent = such sinks are refused. */
  http?: HttpTransport
  /** Asked before each batch that is sent; absent = only the signal reports another attempt. */
  isCurrentAttempt?(): Promise<boolean>
  /** ctx.db and ctx.http; absent = refused with 'not configured'. */
  serve?(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
  /** Asked once everything is staged: false = another attempt owns the import, nothing may be written (G5). */
  fence(): Promise<boolean>
  signal: AbortSignal
}

export type ImportOutcome = {
  ok: boolean
  counts: ImportCounts
  /** Why it failed, as a sentence; null when ok. */
  problem: string | null
  /** What ended the runner or the code in it; null when ok, and when something else was the reason. */
  fault: RunErrorKind | null
  /** What was thrown: the host may know that it is a fault of its own. */
  cause: unknown
  /** Records left out within the tolerances; the app shows more than 0 in amber. */
  leftOut: number
  /** Most memory the runner had, in MiB. */
  peakMiB: number
}

export type ValidateHost = {
  log(level: LogLevel, message: string): void
  /** The next findings come once this settles. */
  findings(batch: Finding[]): Promise<void> | void
  /** Takes the rejected records as a file (`outputs/rejected/rejected-file.ts`); called at the first one. Absent = they are not kept. */
  openRejected?(): Promise<Writable>
  /** Takes the accepted records as a dataset, opened before the check; it is one when the outcome says so. Absent = it is not made. */
  openDataset?(): Promise<NewFile>
  progress?(records: number): void
  signal: AbortSignal
}
