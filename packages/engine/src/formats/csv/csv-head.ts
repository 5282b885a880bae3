import type { FileFormat } from '@millrace/contract'
import type { ByteSource } from '../bytes/byte-source.ts'
import { decodedHead, detectEncoding, setEncoding } from '../bytes/encoding.ts'
import { describeEncodingDoubt } from '../bytes/encoding-doubt.ts'
import { type Columns, looksLikeHeader, nameColumns } from '../records/columns.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { FileError } from '../records/file-error.ts'
import type { ReadLimits, ReadNote } from '../records/file.types.ts'
import { countRowsAbove, describeRowsAbove, maxRowsAbove, requireRow } from '../records/find-header.ts'
import { detectDelimiter, detectLineEnd, namedDelimiter, readSampleRows, type TextHead } from './delimiter.ts'
import type { Dialect } from './dialect.ts'

const SAMPLE_CHARS = 512 * 1024
const SAMPLE_ROWS = 2000

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** What the beginning of a delimited text tells of the whole. */
export type CsvHead = {
  encoding: ReturnType<typeof detectEncoding>
  dialect: Dialect
  /** 0..1: how alike the first rows are under the delimiter. */
  confidence: number
  columns: Columns
  hasHeader: boolean
  /** Line of the header, or of the first row. */
  headerLine: number
  /** Rows before the first record, the header among them. */
  skippedRows: number
  /** Whether rows stand above the header. */
  isBelow: boolean
}

/** Reads the head of a delimited text; what the format leaves open is detected and noted. @throws FileError */
export function readCsvHead(
  source: ByteSource,
  name: string,
  format: FileFormat,
  limits: ReadLimits,
  expected: ExpectedFields | null,
  notes: ReadNote[],
): CsvHead {
  const encoding = format.encoding ? setEncoding(source, format.encoding) : detectEncoding(source)
  const text = decodedHead(source, encoding, SAMPLE_CHARS)
  const head: TextHead = { text, whole: text.length < SAMPLE_CHARS, limits }
  if (text.trim() === '') throw blankError(head.whole)
  const named = namedDelimiter(text)
  const titles = named === null ? 0 : 1
  const quotes = format.quotes ?? true
  const found = format.delimiter
    ? { delimiter: format.delimiter, confidence: 1 }
    : named
      ? { delimiter: named, confidence: 1 }
      : detectDelimiter(head, name, quotes, expected)
  const dialect = { delimiter: found.delimiter, lineEnd: detectLineEnd(text, quotes), quotes }
  const above = titles + rowsAbove(format, head, dialect, titles, expected)
  const sample = () => readSampleRows(head, dialect, SAMPLE_ROWS).rows.slice(above)
  const hasHeader = format.headerRow !== undefined || (format.header ?? looksLikeHeader(sample()))
  const first = firstRow(head, dialect, above)
  const header = hasHeader ? first : null
  const columns = nameColumns(header, first.cells.length, format.columns, limits, notes)
  notes.push({ level: 'info', message: describeHead(format, encoding, found, hasHeader, columns) })
  if (above > titles) {
    const skipped = readSampleRows(head, dialect, above).rows.slice(titles)
    notes.push({ level: 'info', message: describeRowsAbove(skipped, `line ${first.line}`) })
  }
  const doubt = describeEncodingDoubt(source, encoding)
  if (doubt !== null) notes.push({ level: 'warn', message: doubt })
  if (!hasHeader && format.header === undefined) {
    notes.push({ level: 'warn', message: 'The first row looks like data: the columns are called 1, 2, …' })
  }
  return {
    ...{ encoding, dialect, confidence: found.confidence, columns, hasHeader, headerLine: first.line },
    ...{ skippedRows: above + (hasHeader ? 1 : 0), isBelow: above > titles },
  }
}

function blankError(whole: boolean): FileError {
  if (whole) return new FileError('empty', 'The file is empty: it holds nothing but blank lines')
  return new FileError('structure', `Line 1: the file begins with ${SAMPLE_CHARS} blank characters`, { line: 1 })
}

/** How many rows stand above the header, besides a row that names the delimiter. */
function rowsAbove(
  { header, headerRow }: FileFormat,
  head: TextHead,
  dialect: Dialect,
  titles: number,
  expected: ExpectedFields | null,
): number {
  if (headerRow !== undefined) {
    const { lines } = readSampleRows(head, dialect, headerRow)
    return (
      lines.indexOf(
        requireRow(
          lines.slice(titles).find((line) => line === headerRow),
          headerRow,
        ),
      ) - titles
    )
  }
  if (header === false || expected === null) return 0
  return countRowsAbove(readSampleRows(head, dialect, titles + maxRowsAbove).rows.slice(titles), expected)
}

/** The header, or the first row where there is none: the width of the data. */
function firstRow(head: TextHead, dialect: Dialect, above: number): { cells: string[]; line: number } {
  const { rows, lines } = readSampleRows(head, dialect, above + 1, true)
  const [cells, line] = [rows[above], lines[above]]
  if (cells !== undefined && line !== undefined) return { cells, line }
  const message = 'Line 1: the first row does not end within the first 500,000 characters'
  throw new FileError('limit', message, { line: 1 })
}

function describeHead(
  format: FileFormat,
  encoding: CsvHead['encoding'],
  { delimiter, confidence }: Pick<Dialect, 'delimiter'> & { confidence: number },
  hasHeader: boolean,
  { keys }: Columns,
): string {
  const sureness =
    format.delimiter === undefined ? `detected, ${Math.round(confidence * 100)} % of the rows agree` : 'as set'
  const asSet = format.header === undefined && format.headerRow === undefined ? 'detected' : 'as set'
  return (
    `Read as ${encoding.encoding} (${encoding.reason}), delimiter ${delimiterNames[delimiter]} ` +
    `(${sureness}), ${hasHeader ? 'with' : 'without'} a header (${asSet}), ${keys.length} columns`
  )
}
