import type { FileFormat } from '@millrace/contract'

export type Delimiter = NonNullable<FileFormat['delimiter']>

/** How rows of a delimited text are told apart: `lineEnd` is '\n' (which covers CRLF) or a lone '\r'. */
export type Dialect = {
  delimiter: Delimiter
  lineEnd: '\n' | '\r'
  /** Whether quotes around a cell are no part of it. */
  quotes: boolean
}
