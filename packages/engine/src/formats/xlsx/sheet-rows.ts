import type { Entry } from 'yauzl'
import { FileError } from '../records/file-error.ts'
import { serialDateText } from './serial-date.ts'
import { type HiddenParts, isHidden } from './hidden-parts.ts'
import { type PlainCell, readPlainCell } from './plain-cell.ts'
import type { SheetContext } from './sheet-context.ts'
import { partChunks, richText, unescapeText } from './workbook-parts.ts'
import { damagedError, type ZipArchive } from '../zip/zip.ts'

export type CellFault = { column: number; rule: 'cellError' | 'formula'; value: string }

/** Cells by position (holes are undefined); `row` is the number the sheet shows. */
export type SheetRow = { row: number; cells: unknown[]; faults: CellFault[] | null }

/** Rows of a sheet that hold any value, chunk by chunk; `hidden` takes note of what the sheet does not show. */
export async function* readSheetRows(
  archive: ZipArchive,
  entry: Entry,
  context: SheetContext,
  hidden: HiddenParts | null = null,
): AsyncGenerator<SheetRow[]> {
  let lastRow = 0
  let isFirst = true
  let isDone = false
  for await (const text of partChunks(archive, entry, 'row')) {
    // The rest is unpacked, too: only then is the checksum of the sheet known to be right.
    if (isDone) continue
    const rows: SheetRow[] = []
    const ahead = { cell: -1 }
    let end = 0
    // Looked for once in the whole: of most sheets nothing is hidden.
    const mayHide = hidden !== null && text.includes(' hidden="')
    if (isFirst && mayHide) hidden.readColumns(text.slice(0, Math.max(0, text.indexOf('<sheetData'))))
    isFirst = false
    for (let at = text.indexOf('<row'); at >= 0; at = text.indexOf('<row', at)) {
      const open = text.indexOf('>', at)
      const after = text.charCodeAt(at + 4)
      if (open < 0) break
      if (after !== 32 && after !== 62 && after !== 47) {
        // Most files have no such tag, or all are such: of a mixture no row may be passed over.
        if (after <= 13) throw damagedError('workbook', `the tag of the row after row ${lastRow} is broken over lines`)
        at = open
        continue
      }
      const number = attributeNumber(text, at, open, ' r="')
      lastRow = number > 0 ? number : lastRow + 1
      if (text.charCodeAt(open - 1) === 47) {
        at = open
        continue
      }
      const close = text.indexOf('</row>', open)
      if (close < 0) throw damagedError('workbook', `row ${lastRow} of the sheet does not end`)
      const row = readRow(text, open + 1, close, lastRow, context, ahead)
      if (row.cells.length > 0 || row.faults) {
        rows.push(row)
        if (mayHide && isHidden(text.slice(at, open))) hidden.addRow(lastRow)
      }
      at = end = close
    }
    if (rows.length > 0) yield rows
    isDone = text.includes('</sheetData', end) || /<sheetData\s*\/>/.test(text.slice(end))
  }
  if (!isDone) throw damagedError('workbook', 'its sheet does not end')
}

function attributeNumber(text: string, from: number, to: number, name: string): number {
  const tag = text.slice(from, to)
  const at = tag.indexOf(name)
  return at < 0 ? -1 : Number.parseInt(tag.slice(at + name.length, at + name.length + 10), 10)
}

function columnOf(text: string, at: number): number {
  let column = 0
  for (let i = at; ; i++) {
    const c = text.charCodeAt(i)
    if (c < 65 || c > 90) return column - 1
    column = column * 26 + c - 64
  }
}

/** What `partChunks` has put right where the sheet begins with it. */
const oddTag = /[\t\r\n']|= | =/

const plain: PlainCell = { column: -1, value: '' }

/** `ahead.cell`: where the next cell is, so that it is not looked for again from each of many rows without any. */
function readRow(
  text: string,
  from: number,
  to: number,
  row: number,
  context: SheetContext,
  ahead: { cell: number },
): SheetRow {
  const cells: unknown[] = []
  let faults: CellFault[] | null = null
  let next = 0
  const cellFrom = (start: number): number => {
    const at = text.indexOf('<c', start)
    ahead.cell = at < 0 ? text.length : at
    return ahead.cell
  }
  for (let at = ahead.cell >= from ? ahead.cell : cellFrom(from); at < to; at = cellFrom(at)) {
    const behind = readPlainCell(text, at, next, context, plain)
    if (behind >= 0) {
      if (plain.value !== '') cells[plain.column] = plain.value
      next = plain.column + 1
      at = behind
      continue
    }
    const open = text.indexOf('>', at)
    const tag = text.slice(at + 2, open)
    if (oddTag.test(tag)) throw damagedError('workbook', `the tag of a cell in row ${row} is written like no other`)
    const reference = tag.indexOf(' r="')
    const column = reference < 0 ? next : columnOf(tag, reference + 4)
    next = column + 1
    if (tag.charCodeAt(tag.length - 1) === 47) {
      at = open
      continue
    }
    const close = text.indexOf('</c>', open)
    if (close < 0 || close > to) throw damagedError('workbook', `a cell in row ${row} does not end`)
    if (column < 0) throw damagedError('workbook', `a cell in row ${row} does not say its column`)
    if (column >= context.limits.columns) {
      throw new FileError('limit', `Row ${row}: the sheet has more than ${context.limits.columns} columns`, {
        line: row,
      })
    }
    const value = cellValue(text.slice(open + 1, close), tag, context)
    if (value instanceof CellError) {
      faults ??= []
      faults.push({ column, rule: value.rule, value: value.text })
    } else if (value !== '') {
      cells[column] = value
    }
    at = close
  }
  return { row, cells, faults }
}

const isInexactWhole = (number: number, raw: string) =>
  !Number.isSafeInteger(number) && Number.isInteger(number) && /^-?\d+$/.test(raw)

class CellError {
  readonly rule: CellFault['rule']
  readonly text: string

  constructor(rule: CellFault['rule'], text: string) {
    this.rule = rule
    this.text = text
  }
}

/**
 * `body`: what stands between the tags of the cell. A formula without a stored value is a fault, however the lack is
 * written: no `<v>`, `<v/>`, `<v></v>`. Only of a formula whose result is a text an empty one is stored.
 */
function cellValue(body: string, tag: string, context: SheetContext): unknown {
  const typeAt = tag.indexOf(' t="')
  const type = typeAt < 0 ? 'n' : tag.slice(typeAt + 4, tag.indexOf('"', typeAt + 4))
  if (type === 'inlineStr') return body.includes('<is') ? richText(body) : withoutValue(body)
  const raw = storedText(body)
  if (raw === null) return withoutValue(body)
  if (type === 'str') return unescapeText(raw)
  return raw.trim() === '' ? withoutValue(body) : typedValue(raw, type, tag, context)
}

/** What stands in the `<v>` of a cell; null where there is none. */
function storedText(body: string): string | null {
  const valueAt = body.indexOf('<v')
  if (valueAt < 0) return null
  const valueOpen = body.indexOf('>', valueAt)
  if (body.charCodeAt(valueOpen - 1) === 47) return ''
  const valueClose = body.indexOf('</v>', valueOpen)
  if (valueClose < 0) throw damagedError('workbook', 'the value of a cell does not end')
  return body.slice(valueOpen + 1, valueClose)
}

/** An empty cell, or the fault of a formula. */
function withoutValue(body: string): '' | CellError {
  const formulaAt = body.indexOf('<f')
  if (formulaAt < 0) return ''
  const formula = body.slice(body.indexOf('>', formulaAt) + 1).replace(/<(?:\/f|v|is)[\s/>][\s\S]*$/, '')
  return new CellError('formula', `=${unescapeText(formula)}`)
}

function typedValue(raw: string, type: string, tag: string, context: SheetContext): unknown {
  if (type === 's') {
    const shared = context.strings[Number(raw)]
    if (shared === undefined)
      throw damagedError('workbook', `a cell points to text ${raw.slice(0, 20)}, which does not exist`)
    return shared
  }
  if (type === 'b') return raw === '1' || raw === 'true'
  if (type === 'e') return new CellError('cellError', unescapeText(raw))
  if (type === 'n') {
    const number = Number(raw)
    // Text where a number would lose digits: article numbers of more than fifteen digits are written by programs.
    if (!Number.isFinite(number) || (raw.length > 15 && isInexactWhole(number, raw))) return unescapeText(raw)
    const styleAt = tag.indexOf(' s="')
    if (styleAt < 0) return number
    const style = context.styles[Number.parseInt(tag.slice(styleAt + 4, styleAt + 10), 10)]
    return style === undefined || style === 'number' ? number : serialDateText(number, style, context.date1904)
  }
  return unescapeText(raw)
}
