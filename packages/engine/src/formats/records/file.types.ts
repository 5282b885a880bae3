import type { FileFormat, FileKind, Finding } from '@millrace/contract'
import type { ExpectedFields } from './expected-fields.ts'

/** One record of a file. Keys such as `__proto__` are plain data: own properties, never a prototype. */
export type DataRecord = Record<string, unknown>

/** What a file can be read as. `zip` is a wrapper around exactly one file of another kind. */
export type RecordKind = Exclude<FileKind, 'zip'>

/** A record the reader could not build: it counts as read and rejected and never appears in `records`. */
export type RefusedRecord = {
  row: number
  line: number | null
  /** What could be read of it under the file's own headers, for the download of rejected records. */
  record: DataRecord
  findings: Finding[]
}

/**
 * A chunk of a file, in file order. `rows[i]` is the 1-based number of the data record `records[i]` (refused ones are
 * counted too), `lines[i]` the 1-based line in the file where it starts (in a workbook: the sheet row), 0 where another
 * record starts on the same line, which then tells neither of them.
 */
export type Batch = {
  records: DataRecord[]
  rows: number[]
  lines: number[]
  refused: RefusedRecord[]
  /** `texts[i]`: `records[i]` as it stands in the file; there where it was wanted and `recordOf` can read it. */
  texts?: string[]
}

/**
 * What is wanted of each record: fields (null = all), where leaving out the others saves work, and its text. With
 * `expected` the records are looked for where they are not in the usual place (null = in any shape): a list inside a
 * document, a table below some lines of title.
 */
export type ReadSelection = {
  fields: ReadonlySet<string> | null
  texts: boolean
  expected?: ExpectedFields | null
}

export const READ_ALL: ReadSelection = { fields: null, texts: false }

export type ReadNote = { level: 'warn' | 'info'; message: string }

export type DetectedFormat = FileFormat & {
  kind: RecordKind
  /** JSON only: one record per line. */
  jsonLines?: boolean
  /** 0..1: how sure it is that the text has this encoding; 1 where it is set, marked or nothing but ASCII. */
  encodingConfidence?: number
  /** Delimited text only: 0..1, how alike the first records are under the delimiter that was chosen. */
  confidence?: number
  /** 0..1: share of the numbers with one meaning that have this decimal mark, 1 where it is set, 0 for a guess. */
  decimalConfidence?: number
  /** Zip only: name of the file inside. */
  inner?: string
}

/**
 * A file ready to be read once. `notes` is complete only after the last batch: reading may add to it.
 * `batches` throws FileError when the file turns out to be unreadable; ending the loop early frees everything.
 */
export type OpenedFile = {
  detected: DetectedFormat
  /** Property names of the records in file order, after renaming; null where records have no fixed columns (JSON, XML). */
  columns: string[] | null
  /** The file's own header for each of `columns`, by position; null with `columns`. */
  headers: string[] | null
  /** Where records have no fixed columns: property → what the file calls it, of the fields that were renamed. */
  renamed?: ReadonlyMap<string, string>
  /** Line (sheet row) of the header; null without one. */
  headerLine: number | null
  batches: AsyncIterable<Batch>
  /** Makes the whole record of its text, whatever was wanted; null where batches have no texts. */
  recordOf?: ((text: string) => DataRecord) | null
  notes: ReadNote[]
}

/** `fd` is an open regular file read by position; nobody closes it here. `name` is a label, never a path. */
export type FileInput = { fd: number; size: number; name: string }

export type ReadLimits = {
  /** Bytes all parts of a workbook may unpack to. */
  unpackedBytes: number
  /** Bytes the file inside a zip may unpack to; it is held in memory. */
  wrappedBytes: number
  /** Entries of a zip or workbook. */
  entries: number
  columns: number
  records: number
  /** Records times columns of a workbook, whose rows can be far longer than what stands in them. */
  cells: number
  /** Nesting of JSON and XML. */
  depth: number
  /** Characters of one cell, text or JSON Lines record. */
  cellChars: number
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  unpackedBytes: 512 * 1024 * 1024,
  wrappedBytes: 64 * 1024 * 1024,
  entries: 10_000,
  columns: 16_384,
  records: 20_000_000,
  cells: 100_000_000,
  depth: 64,
  cellChars: 1_000_000,
}

export type FileErrorCode =
  | 'empty'
  | 'wrongType'
  | 'encoding'
  | 'syntax'
  | 'structure'
  | 'damaged'
  | 'limit'
  | 'notFound'
  | 'header'
