import type { FileFormat } from '@millrace/contract'
import type { ByteSource } from '../bytes/byte-source.ts'
import { decodedChunks } from '../bytes/encoding.ts'
import { BatchBuilder } from '../records/batch-builder.ts'
import { createRecordFactory } from '../records/columns.ts'
import {
  type OpenedFile,
  READ_ALL,
  type ReadLimits,
  type ReadNote,
  type ReadSelection,
  type RecordKind,
} from '../records/file.types.ts'
import { isBlankRow, mayBeBlank } from './blank-row.ts'
import { type CsvHead, readCsvHead } from './csv-head.ts'
import { cellReader, ownRecord, wholeRecords } from './row-cells.ts'
import { RowScanner } from './row-scanner.ts'

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
  const head = readCsvHead(source, name, format, limits, expected, notes)
  const { encoding, dialect, columns, hasHeader, headerLine } = head
  const cellsOf = cellReader(dialect, limits)

  async function* batches() {
    const builder = new BatchBuilder(batchSize, limits, columns.headers.length)
    const rows = new RowTaker(head, builder, limits, fields, texts)
    for (const chunk of decodedChunks(source, encoding.encoding, encoding.start)) {
      rows.scanner.push(chunk)
      yield* builder.full()
    }
    rows.scanner.end()
    const { blankRows } = rows
    if (blankRows > 0) notes.push({ level: 'info', message: `${blankRows} rows without any value were skipped` })
    yield* builder.rest()
  }

  return {
    detected: {
      ...{ kind, encoding: encoding.encoding, encodingConfidence: encoding.confidence },
      ...{ delimiter: dialect.delimiter, header: hasHeader },
      ...(head.isBelow || format.headerRow ? { headerRow: headerLine } : {}),
      ...(dialect.quotes ? {} : { quotes: false }),
      confidence: head.confidence,
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

/** Makes records of scanned rows: blank ones are counted, those of another width or with a flaw refused. */
class RowTaker {
  readonly scanner: RowScanner
  blankRows = 0
  readonly #head: CsvHead
  readonly #builder: BatchBuilder
  readonly #cellsOf: (text: string) => string[]
  readonly #isWhole: boolean

  constructor(
    head: CsvHead,
    builder: BatchBuilder,
    limits: ReadLimits,
    fields: ReadonlySet<string> | null,
    texts: boolean,
  ) {
    this.#head = head
    this.#builder = builder
    this.#cellsOf = cellReader(head.dialect, limits)
    const { keys, headers } = head.columns
    const wanted = fields === null || keys.every((key) => fields.has(key)) ? null : keys.map((key) => fields.has(key))
    this.#isWhole = wanted === null
    const make = createRecordFactory(keys, false, wanted)
    const width = headers.length
    let skip = head.skippedRows
    // One closure for all rows: a method that finds what it needs in fields is slower by a tenth.
    this.scanner = new RowScanner(
      head.dialect,
      limits,
      (cells, count, line, quoteFlaw) => {
        if (skip > 0) {
          skip--
          return true
        }
        if (count === width && quoteFlaw < 0) {
          if (mayBeBlank(cells[0]) && this.#isBlank(cells, count)) this.blankRows++
          else builder.add(make(cells), line, texts ? this.scanner.rowText : undefined)
          return true
        }
        if (this.#isBlank(cells, count)) {
          this.blankRows++
          return true
        }
        let used = count
        while (used > width && cells[used - 1] === '') used--
        if (used === width && quoteFlaw < 0) builder.add(make(cells), line, texts ? this.scanner.rowText : undefined)
        else this.#refuse(cells, count, used, line, quoteFlaw)
        return true
      },
      wanted,
    )
  }

  #isBlank(cells: readonly string[], count: number): boolean {
    return isBlankRow(cells, count, () => this.#cellsOf(this.scanner.rowText))
  }

  #refuse(cells: readonly string[], count: number, used: number, line: number, quoteFlaw: number): void {
    const { columns, dialect, hasHeader } = this.#head
    const { headers } = columns
    const all = this.#isWhole ? cells : this.#cellsOf(this.scanner.rowText)
    const record = ownRecord(headers, all, count)
    const glued = gluedLines(line, this.scanner.line - 1)
    if (quoteFlaw >= 0 && used === headers.length) {
      const column = headers[quoteFlaw] ?? null
      const place = column === null ? 'A cell' : `Column '${column}'`
      const message = `${place}: text follows the closing quote${glued}`
      this.#builder.refuse(record, line, { column, rule: 'quotes', value: all[quoteFlaw] ?? '', message })
      return
    }
    const value = all.slice(0, count).join(dialect.delimiter)
    const counted = `${used} ${used === 1 ? 'cell' : 'cells'}`
    const wide = `${hasHeader ? 'the header' : 'the first row'} has ${headers.length}`
    const message = `The row has ${counted}, ${wide}${glued}`
    this.#builder.refuse(record, line, { column: null, rule: 'columns', value, message })
  }
}

/** Which lines a quote has made one row of. */
const gluedLines = (first: number, last: number): string =>
  last > first ? `; a quote makes one row of the lines ${first} to ${last}` : ''
