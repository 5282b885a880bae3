import type { FileFormat } from '@millrace/contract'
import { type ByteSource } from '../bytes/byte-source.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { countRowsAbove, describeRowsAbove, maxRowsAbove, requireRow } from '../records/find-header.ts'
import { type Columns, looksLikeHeader, nameColumns, createRecordFactory } from '../records/columns.ts'
import { detectDelimiter, detectLineEnd, namedDelimiter, readSampleRows } from './delimiter.ts'
import {
  decodedHead,
  decodedChunks,
  detectEncoding,
  describeEncodingDoubt,
  requireEncoding,
} from '../bytes/encoding.ts'
import { BatchBuilder } from '../records/batch-builder.ts'
import { FileError } from '../records/file-error.ts'
import {
  READ_ALL,
  type OpenedFile,
  type ReadLimits,
  type ReadNote,
  type DataRecord,
  type RecordKind,
  type ReadSelection,
} from '../records/file.types.ts'
import { RowScanner } from './row-scanner.ts'

const SAMPLE_CHARS = 512 * 1024
const SAMPLE_ROWS = 2000

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** CSV, TSV and other delimited text. What the format leaves open is detected and noted. */
export function openDelimited(
  source: ByteSource,
  name: string,
  kind: RecordKind,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
  { fields, texts, expected = null }: ReadSelection = READ_ALL,
): OpenedFile {
  const notes: ReadNote[] = []
  const encoding = format.encoding ? requireEncoding(source, format.encoding) : detectEncoding(source)
  const head = decodedHead(source, encoding, SAMPLE_CHARS)
  const whole = head.length < SAMPLE_CHARS
  if (head.trim() === '') {
    if (whole) throw new FileError('empty', 'The file is empty: it holds nothing but blank lines')
    throw new FileError('structure', `Line 1: the file begins with ${SAMPLE_CHARS} blank characters`, { line: 1 })
  }
  const named = namedDelimiter(head)
  const above = named === null ? 0 : 1
  const found = format.delimiter
    ? { delimiter: format.delimiter, confidence: 1 }
    : named
      ? { delimiter: named, confidence: 1 }
      : detectDelimiter(head, limits, whole, name, expected)
  const lineEnd = detectLineEnd(head)
  const sample = (rows: number, lines?: number[]) =>
    readSampleRows(head, found.delimiter, limits, whole, rows, lines).slice(above)
  const firstRecord = above + rowsAbove(format, above, expected, sample)
  const hasHeader =
    format.headerRow !== undefined || (format.header ?? looksLikeHeader(sample(SAMPLE_ROWS).slice(firstRecord - above)))
  const { columns, headerLine } = firstRow(
    head,
    found.delimiter,
    lineEnd,
    whole,
    hasHeader,
    format,
    limits,
    notes,
    firstRecord,
  )

  const sureness = (set: unknown, confidence: number) =>
    set === undefined ? `detected, ${Math.round(confidence * 100)} % of the rows agree` : 'as set'
  const asSet = (set: unknown) => (set === undefined ? 'detected' : 'as set')
  notes.push({
    level: 'info',
    message:
      `Read as ${encoding.encoding} (${encoding.reason}), delimiter ${delimiterNames[found.delimiter]} ` +
      `(${sureness(format.delimiter, found.confidence)}), ` +
      `${hasHeader ? 'with' : 'without'} a header (${asSet(format.header)}), ${columns.keys.length} columns`,
  })
  if (firstRecord > above) {
    const skipped = sample(firstRecord - above + 1).slice(0, firstRecord - above)
    notes.push({ level: 'info', message: describeRowsAbove(skipped, headerLine) })
  }
  const doubt = describeEncodingDoubt(source, encoding)
  if (doubt !== null) notes.push({ level: 'warn', message: doubt })
  if (!hasHeader && format.header === undefined) {
    notes.push({ level: 'warn', message: 'The first row looks like data: the columns are called 1, 2, …' })
  }

  const cellsOf = rowReader(found.delimiter, lineEnd, limits)

  async function* batches() {
    const builder = new BatchBuilder(batchSize, limits, columns.headers.length)
    const { headers } = columns
    const isWhole = fields === null || columns.keys.every((key) => fields.has(key))
    const wanted = isWhole ? null : columns.keys.map((key) => fields.has(key))
    const make = createRecordFactory(columns.keys, false, wanted)
    const width = headers.length
    let skip = firstRecord + (hasHeader ? 1 : 0)
    let blankRows = 0
    const scanner = new RowScanner(
      found.delimiter,
      lineEnd,
      limits,
      (cells, count, line, quoteFlaw) => {
        if (skip > 0) {
          skip--
          return true
        }
        if (count === width && quoteFlaw < 0) {
          if (cells[0] === '' && isBlank(cells, count)) blankRows++
          else builder.add(make(cells), line, texts ? scanner.rowText : undefined)
          return true
        }
        if (isBlank(cells, count)) {
          blankRows++
          return true
        }
        let used = count
        while (used > width && cells[used - 1] === '') used--
        if (used === width && quoteFlaw < 0) {
          builder.add(make(cells), line, texts ? scanner.rowText : undefined)
          return true
        }
        const all = wanted === null ? cells : cellsOf(scanner.rowText)
        if (quoteFlaw >= 0 && used === width) {
          const column = headers[quoteFlaw] ?? null
          const fault = { column, rule: 'quotes', value: all[quoteFlaw] ?? '' }
          const place = column === null ? 'A cell' : `Column '${column}'`
          builder.refuse(ownRecord(headers, all, count), line, {
            ...fault,
            message: `${place}: text follows the closing quote`,
          })
        } else {
          const fault = { column: null, rule: 'columns', value: all.slice(0, count).join(found.delimiter) }
          const message = `The row has ${used} ${used === 1 ? 'cell' : 'cells'}, ${hasHeader ? 'the header' : 'the first row'} has ${width}`
          builder.refuse(ownRecord(headers, all, count), line, { ...fault, message })
        }
        return true
      },
      wanted,
    )
    for (const chunk of decodedChunks(source, encoding.encoding, encoding.start)) {
      scanner.push(chunk)
      yield* builder.full()
    }
    scanner.end()
    if (blankRows > 0) notes.push({ level: 'info', message: `${blankRows} rows without any value were skipped` })
    yield* builder.rest()
  }

  return {
    detected: {
      kind,
      encoding: encoding.encoding,
      encodingConfidence: encoding.confidence,
      delimiter: found.delimiter,
      header: hasHeader,
      ...(firstRecord > above || format.headerRow ? { headerRow: headerLine } : {}),
      confidence: found.confidence,
      ...(format.columns ? { columns: format.columns } : {}),
    },
    columns: columns.keys,
    headers: columns.headers,
    headerLine: hasHeader ? headerLine : null,
    batches: batches(),
    recordOf: texts ? wholeRecords(columns.keys, cellsOf) : null,
    notes,
  }
}

/** How many rows stand above the header, besides a row that names the delimiter. */
function rowsAbove(
  { header, headerRow }: FileFormat,
  above: number,
  expected: ExpectedFields | null,
  sample: (rows: number, lines?: number[]) => string[][],
): number {
  if (headerRow !== undefined) {
    const lines: number[] = []
    sample(headerRow, lines)
    return (
      lines.indexOf(
        requireRow(
          lines.slice(above).find((line) => line === headerRow),
          headerRow,
        ),
      ) - above
    )
  }
  return header === false || expected === null ? 0 : countRowsAbove(sample(above + maxRowsAbove), expected)
}

/** Reads the first row under the final delimiter: the header, or the width of the data. */
function firstRow(
  head: string,
  delimiter: string,
  lineEnd: '\n' | '\r',
  whole: boolean,
  hasHeader: boolean,
  format: FileFormat,
  limits: ReadLimits,
  notes: ReadNote[],
  skipped: number,
): { columns: Columns; headerLine: number } {
  let first: string[] = []
  let headerLine = 1
  let skip = skipped
  const scanner = new RowScanner(delimiter, lineEnd, limits, (cells, count, line) => {
    if (skip-- > 0) return true
    first = cells.slice(0, count)
    headerLine = line
    return false
  })
  scanner.push(head)
  if (whole) scanner.end()
  if (first.length === 0)
    throw new FileError('limit', 'Line 1: the first row does not end within the first 500,000 characters', {
      line: 1,
    })
  const columns = nameColumns(
    hasHeader ? { cells: first, line: headerLine } : null,
    first.length,
    format.columns,
    limits,
    notes,
  )
  return { columns, headerLine }
}

/** Reads the text of a row once more, all of its cells. */
function rowReader(delimiter: string, lineEnd: '\n' | '\r', limits: ReadLimits): (text: string) => string[] {
  let row: string[] = []
  const scanner = new RowScanner(delimiter, lineEnd, limits, (cells, count) => {
    row = cells.slice(0, count)
    return true
  })
  return (text) => {
    scanner.push(text)
    scanner.end()
    return row
  }
}

function wholeRecords(keys: readonly string[], cellsOf: (text: string) => string[]): (text: string) => DataRecord {
  const make = createRecordFactory(keys)
  return (text) => make(cellsOf(text))
}

function isBlank(cells: readonly string[], count: number): boolean {
  for (let i = 0; i < count; i++) if (cells[i] !== '') return false
  return true
}

/** All that the row holds; cells beyond the header are called by their position. */
function ownRecord(headers: readonly string[], cells: readonly string[], count: number): Record<string, unknown> {
  const entries: [string, string][] = []
  let used = count
  while (used > headers.length && cells[used - 1] === '') used--
  for (let i = 0; i < used; i++) entries.push([headers[i] ?? `cell ${i + 1}`, cells[i] as string])
  return Object.fromEntries(entries)
}
