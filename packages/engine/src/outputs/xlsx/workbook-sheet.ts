import { columnLetters } from '@millrace/contract/uploads/record-place.rule'
import { Zip } from 'fflate'
import type { RefuseRecord } from '../encoding/encoder.types.ts'
import { encodeOr, outputError, UnwritableValueError } from '../encoding/output-error.ts'
import { PackedEntry } from './packed-entry.ts'
import { textElement, workbookAttribute } from './workbook-text.ts'

/** What one sheet holds at most, as spreadsheets define it. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 }

/** Characters of the sheet that are packed together. */
const chunkLength = 256 * 1024
/** Packing faster than the usual level: a fifth larger, three times as fast. */
const packing = 2
/** What a zip without the 64-bit extension, which fflate does not write, can tell of an entry and of its own length. */
const maxZipBytes = 0xffffffff

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const sheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * A workbook of one sheet in chunks, in bounded memory. Texts are inline and exact (leading zeros stay), numbers are
 * numbers unless a spreadsheet would round them, objects and lists are JSON text, null and undefined are empty cells.
 * `columns` are the first row and what a cell is called in a problem; the cells of a row are in their order.
 */
export class WorkbookSheet {
  readonly #zip: Zip
  readonly #sheet = new PackedEntry('xl/worksheets/sheet1.xml', packing)
  /** Bytes of the zip that were not handed on yet, and how many there were in all. */
  #ready: Uint8Array[] = []
  #bytes = 0
  readonly #name: string
  readonly #columns: readonly string[]
  readonly #letters: string[]
  #text = ''
  /** The last row that was written; the columns are row 1. */
  #row = 0
  #record = 0

  constructor(name: string, columns: readonly string[]) {
    this.#name = name
    this.#columns = columns
    this.#letters = columns.map((_, i) => columnLetters(i))
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error
      this.#ready.push(bytes)
      this.#bytes += bytes.length
    })
  }

  head(): Buffer {
    const count = this.#columns.length
    if (count > sheetLimits.columns) {
      throw this.#problem(null, `it has ${count} columns, a sheet holds at most ${sheetLimits.columns}`)
    }
    this.#text = `${head}<worksheet xmlns="${sheetMain}"><sheetData>\n`
    if (count > 0) this.#add(this.#columns, 0)
    for (const [path, text] of parts(this.#name)) {
      const part = new PackedEntry(path, packing)
      this.#zip.add(part)
      part.add(Buffer.from(text))
      part.end()
    }
    this.#zip.add(this.#sheet)
    return this.#taken()
  }

  /**
   * The bytes that are ready, often none. A row with a cell that is too long is left out where `refuse` takes it, under
   * the index that is given.
   * @throws RunError of kind result for what a sheet cannot hold, naming record and column
   */
  row(cells: readonly unknown[], index = 0, refuse?: RefuseRecord): Buffer | null {
    this.#record++
    this.#add(cells, index, refuse)
    // After a row, not after a batch: the bytes do not depend on how records are packed.
    return this.#text.length < chunkLength ? null : this.#packed()
  }

  tail(): Buffer {
    this.#text += '</sheetData></worksheet>'
    const rest = this.#packed()
    this.#sheet.end()
    this.#zip.end()
    return Buffer.concat([rest, this.#taken()])
  }

  #packed(): Buffer {
    this.#sheet.add(Buffer.from(this.#text))
    this.#text = ''
    if (this.#sheet.size > maxZipBytes || this.#bytes > maxZipBytes) {
      throw this.#problem(null, 'a workbook holds at most 4 GiB')
    }
    return this.#taken()
  }

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#ready)
    this.#ready = []
    return bytes
  }

  #add(cells: readonly unknown[], index: number, refuse?: RefuseRecord): void {
    const row = this.#row + 1
    if (row > sheetLimits.rows) {
      throw this.#problem(null, `a sheet holds at most ${sheetLimits.rows} rows; choose another format`)
    }
    const place = { output: this.#name, record: this.#record, index }
    const text = encodeOr(() => this.#cells(cells, row), place, refuse)
    if (text === null) return
    this.#row = row
    this.#text += `<row r="${row}">${text}</row>\n`
  }

  #cells(cells: readonly unknown[], row: number): string {
    let text = ''
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i]
      if (value !== undefined && value !== null) text += this.#cell(i, row, value)
    }
    return text
  }

  #cell(column: number, row: number, value: unknown): string {
    const place = `<c r="${this.#letters[column]}${row}"`
    if (typeof value === 'number' && isExact(value)) return `${place}><v>${value}</v></c>`
    if (typeof value === 'boolean') return `${place} t="b"><v>${value ? 1 : 0}</v></c>`
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (text.length > sheetLimits.cellCharacters) {
      const most = `a cell holds at most ${sheetLimits.cellCharacters} characters, this value has ${text.length}`
      throw new UnwritableValueError(this.#columns[column] ?? null, `${most}; choose another format`)
    }
    return `${place} t="inlineStr"><is>${textElement(text)}</is></c>`
  }

  #problem(field: string | null, what: string): Error {
    return outputError({ output: this.#name, record: this.#record, field }, what)
  }
}

/**
 * Whether a spreadsheet keeps the number as it is: no infinity, nothing beyond its range, no whole number of more than
 * 15 digits. Fractions are kept to the last bit, whatever is shown of them.
 */
function isExact(value: number): boolean {
  const size = Math.abs(value)
  if (size < 1e15) return size === 0 || size > 2.2250738585072014e-308
  if (!(size <= 9.99999999999999e307)) return false
  return String(size).replace(/e.*$/, '').replace('.', '').replace(/0+$/, '').length <= 15
}

/** Names of sheets are short and know no brackets, colons, stars, question marks and slashes. */
export function sheetName(name: string): string {
  // A cut may leave half of a character.
  const short = name.slice(0, 31).replace(/[\ud800-\udbff]$/, '')
  return short.replace(/[[\]:*?/\\]/g, '-').replace(/^'|'$/g, '-') || 'Sheet1'
}

const parts = (name: string): [string, string][] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relations('officeDocument', 'xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${sheetMain}" xmlns:r="${office}"><sheets><sheet name="${workbookAttribute(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml')],
]

const relations = (type: string, target: string): string =>
  `${head}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`
