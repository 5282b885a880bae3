import type { SinkFormat } from '@millrace/contract'
import type { DataRecord } from '../../formats/records/file.types.ts'

/** What an output is written as, as the contract names it. */
export type OutputFormat = SinkFormat

/** Takes the index of a record that the format cannot hold, and why, as the end of a sentence. */
export type RefuseRecord = (index: number, reason: string) => void

/**
 * Makes an output file in chunks: `head()`, then `encode()` for each batch, then `tail()`. A chunk is bytes, or text
 * that stands for its UTF-8 bytes. The same records give the same bytes, however they are packed into batches (G7).
 */
export type Encoder = {
  head(): string | Buffer
  /**
   * Leaves out a record that the format cannot hold, and says so; without `refuse` it is an error.
   * @throws RunError of kind result
   */
  encode(records: readonly DataRecord[], refuse?: RefuseRecord): string | Buffer
  tail(): string | Buffer
  /** Where records are JSON texts, and nothing else decides the bytes: how the texts of a batch are put together. */
  joined?(): { before: string; between: string; after: string }
  /** Sentences about values the file has no place for, for the log; known after the last batch. */
  leftOut?(): string[]
}

export type EncoderOptions = {
  /** What the output is called: the sheet of a workbook, and in what is said about a record. */
  name?: string
  /** Header and order of a table, order of the elements of a record in XML; required by `csv`. */
  columns?: readonly string[]
  /** A file of text begins with a byte order mark; a workbook never does. */
  byteOrderMark?: boolean
}

/** What says that a text is UTF-8. */
export const byteOrderMark = '\ufeff'
