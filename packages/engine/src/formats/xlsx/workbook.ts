import type { FileFormat, Finding } from '@millrace/contract'
import { columnLetters } from '@millrace/contract/uploads/record-place.rule'
import type { Entry } from 'yauzl'
import { BatchBuilder } from '../records/batch-builder.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { countRowsAbove, describeRowsAbove, requireRow } from '../records/find-header.ts'
import { looksLikeHeader, nameColumns, createRecordFactory } from '../records/columns.ts'
import type { OpenedFile, ReadLimits, ReadNote, DataRecord } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { HiddenParts } from './hidden-parts.ts'
import { type SheetRow, readSheetRows } from './sheet-rows.ts'
import { readSharedStrings, readWorkbookParts, type SheetPart, type WorkbookParts } from './workbook-parts.ts'
import { ZipArchive } from '../zip/zip.ts'

const asText = (value: unknown) => (value === undefined ? '' : String(value))

/**
 * One sheet of an XLSX workbook: the named one, else the first. Cells keep their type: numbers and booleans as such,
 * moments as ISO text, formulas as the result stored with them. Empty cells are ''. A record with an error cell or a
 * formula without a stored value is refused. Declared ranges are ignored: only cells with a value count.
 */
export async function openWorkbook(
  source: ByteSource,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
  expected: ExpectedFields | null = null,
): Promise<OpenedFile> {
  const archive = await ZipArchive.open(source, 'workbook', limits, limits.unpackedBytes)
  const parts = await readWorkbookParts(archive)
  const notes: ReadNote[] = []
  const context = {
    strings: await readSharedStrings(archive, parts.strings, limits),
    styles: parts.styles,
    date1904: parts.date1904,
    limits,
  }
  const open = (sheet: OpenSheet) => readSheetRows(archive, sheet.entry, context)
  const sheet = await filledSheet(parts, format.sheet, async (one) => !(await isEmpty(open(one))), notes)
  const hidden = new HiddenParts()
  const rows = readSheetRows(archive, sheet.entry, context, hidden)
  const first = await rows.next()
  const sample = first.done ? [] : first.value
  // Holes of a list stay holes when it is mapped.
  const texts = firstRows(sample).map((row) => Array.from(row.cells, asText))
  const above = rowsAbove(format, sample, texts, expected)
  const top = sample[above] as SheetRow
  const hasHeader = format.headerRow !== undefined || (format.header ?? looksLikeHeader(texts.slice(above)))
  const width = hasHeader ? top.cells.length : sample.reduce((most, row) => Math.max(most, row.cells.length), 0)
  const header = hasHeader ? { cells: Array.from(top.cells, asText), line: top.row } : null
  const { keys, headers } = nameColumns(header, width, format.columns, limits, notes, columnLetters)
  if (above > 0)
    notes.push({ level: 'info', message: describeRowsAbove(texts.slice(0, above), `row ${top.row} of the sheet`) })
  const ofColumns = hidden.columnNote(headers)
  if (ofColumns !== null) notes.push(ofColumns)
  notes.unshift({ level: 'info', message: describe(sheet, parts, format, hasHeader, keys.length) })

  async function* batches() {
    const builder = new BatchBuilder(batchSize, limits, keys.length)
    const make = createRecordFactory(keys, true)
    let room = limits.cells
    const take = (row: SheetRow) => {
      const { cells, faults } = row
      // A row of one far cell takes a hundred bytes of the file and makes a record of all columns.
      room -= keys.length
      if (room < 0) {
        const message = `Row ${row.row}: the sheet has more than ${limits.cells} cells; save it as CSV`
        throw new FileError('limit', message, { line: row.row })
      }
      if (faults)
        builder.refuse(ownRecord(headers, row), row.row, ...faults.map((fault) => cellFinding(headers, fault)))
      else if (cells.length > keys.length) {
        const message = `The row has ${cells.length} cells, ${hasHeader ? 'the header has' : 'the first rows have'} ${keys.length}`
        const value = Object.values(cells).map(asText).join('\t')
        builder.refuse(ownRecord(headers, row), row.row, { column: null, rule: 'columns', value, message })
      } else {
        builder.add(make(cells), row.row)
      }
    }
    for (const row of sample.slice(hasHeader ? above + 1 : above)) {
      take(row)
      if (builder.isFull) yield* builder.full()
    }
    sample.length = 0
    for await (const chunk of rows) {
      // Not the whole chunk at once: its rows may be records of thousands of columns.
      for (const row of chunk) {
        take(row)
        if (builder.isFull) yield* builder.full()
      }
    }
    const ofRows = hidden.rowNote()
    if (ofRows !== null) notes.push(ofRows)
    yield* builder.rest()
  }

  return {
    detected: {
      kind: 'excel',
      sheet: sheet.name,
      header: hasHeader,
      ...(above > 0 || format.headerRow ? { headerRow: top.row } : {}),
      ...(format.columns ? { columns: format.columns } : {}),
    },
    columns: keys,
    headers,
    headerLine: header ? header.line : null,
    batches: batches(),
    notes,
  }
}

/** How many rows with a value stand above the header. */
function rowsAbove(
  { header, headerRow }: FileFormat,
  sample: readonly SheetRow[],
  texts: readonly string[][],
  expected: ExpectedFields | null,
): number {
  if (headerRow === undefined) return header === false ? 0 : countRowsAbove(texts, expected)
  return sample.indexOf(
    requireRow(
      sample.find(({ row }) => row === headerRow),
      headerRow,
    ),
  )
}

const SAMPLE_ROWS = 2000
const SAMPLE_CELLS = 200_000

/** Rows by which the header is judged; a row counts with all the cells up to its last one. */
function firstRows(rows: SheetRow[]): SheetRow[] {
  let cells = 0
  const end = rows.findIndex((row, i) => i >= SAMPLE_ROWS || (cells += row.cells.length) > SAMPLE_CELLS)
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}

type OpenSheet = SheetPart & { entry: Entry }

async function isEmpty(rows: AsyncGenerator<SheetRow[]>): Promise<boolean> {
  const first = await rows.next()
  await rows.return(undefined)
  return first.done === true || first.value.length === 0
}

/**
 * The sheet to read. Where none is chosen and the first is empty, that is the only other one with values.
 * @throws FileError where no sheet has values, or several others do
 */
async function filledSheet(
  parts: WorkbookParts,
  wanted: string | undefined,
  isFilled: (sheet: OpenSheet) => Promise<boolean>,
  notes: ReadNote[],
): Promise<OpenSheet> {
  const sheet = chooseSheet(parts, wanted)
  if (await isFilled(sheet)) return sheet
  const filled: OpenSheet[] = []
  for (const other of parts.sheets.slice(0, maxTriedSheets)) {
    const { entry } = other
    if (other.isTable && entry && other.name !== sheet.name && (await isFilled({ ...other, entry })))
      filled.push({ ...other, entry })
  }
  const empty = `the sheet '${sheet.name}' holds no value`
  const [only] = filled
  if (only === undefined) throw new FileError('empty', `The file is empty: ${empty}`)
  const names = filled.map(({ name }) => `'${name}'`).join(', ')
  if (wanted === undefined && filled.length === 1 && !only.isHidden) {
    notes.push({ level: 'warn', message: `The first sheet '${sheet.name}' is empty: '${only.name}' is read` })
    return only
  }
  throw new FileError(
    'empty',
    `The file seems empty: ${empty}. Sheets with values: ${names}. Set the sheet of the source to one of them`,
  )
}

/** So many sheets are looked into for values where the first has none. */
const maxTriedSheets = 20

function chooseSheet(parts: WorkbookParts, wanted: string | undefined): OpenSheet {
  const { sheets } = parts
  const tables = sheets.filter(({ isTable }) => isTable)
  const found =
    wanted === undefined
      ? (tables.find((sheet) => sheet.entry && !sheet.isHidden) ?? tables.find((sheet) => sheet.entry))
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()))
  const names = sheets.slice(0, 20).map(({ name }) => `'${name}'`)
  if (wanted !== undefined && !found) {
    throw new FileError('notFound', `The workbook has no sheet '${wanted}'; it has ${names.join(', ')}`)
  }
  if (found?.isTable === false || tables.length === 0) {
    throw new FileError('notFound', `The sheet ${found ? `'${found.name}'` : names[0]} holds a chart, not a table`)
  }
  const { entry } = found ?? {}
  if (found && entry) return { ...found, entry }
  throw new FileError(
    'damaged',
    `The workbook is truncated or damaged: the content of its sheet ${found ? `'${found.name}'` : names[0]} is missing`,
  )
}

function describe(
  sheet: SheetPart,
  parts: WorkbookParts,
  format: FileFormat,
  hasHeader: boolean,
  columns: number,
): string {
  const others = parts.sheets.filter(({ name }) => name !== sheet.name).slice(0, 10)
  const names = others.map(({ name, isHidden }) => `'${name}'${isHidden ? ' (hidden)' : ''}`).join(', ')
  const more = others.length > 0 ? ` (not read: ${names}${parts.sheets.length > 11 ? ', …' : ''})` : ''
  const how = format.header === undefined ? 'detected' : 'as set'
  return `Read sheet '${sheet.name}'${more}, ${hasHeader ? 'with' : 'without'} a header (${how}), ${columns} columns`
}

function cellFinding(headers: readonly string[], fault: { column: number; rule: string; value: string }) {
  const column = headers[fault.column] ?? null
  const place = `Column ${columnLetters(fault.column)}${column === null ? '' : ` '${column}'`}`
  const message =
    fault.rule === 'cellError'
      ? `${place}: the cell holds the error ${fault.value}`
      : `${place}: the cell holds a formula without a stored value; open the file in a spreadsheet program and save it`
  return { column, rule: fault.rule, value: fault.value, message } satisfies Partial<Finding>
}

/** All that the row holds, faulty cells with what they show; cells beyond the header are called by their position. */
function ownRecord(headers: readonly string[], { cells, faults }: SheetRow): DataRecord {
  for (const fault of faults ?? []) cells[fault.column] = fault.value
  const entries: [string, unknown][] = headers.map((name, i) => [name, cells[i] ?? ''])
  // Only cells that are filled: a row may hold one cell at the far end.
  for (const key of Object.keys(cells)) {
    const i = Number(key)
    if (i >= headers.length) entries.push([`cell ${i + 1}`, cells[i]])
  }
  return Object.fromEntries(entries)
}
