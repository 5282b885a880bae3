import type { Rec } from '../formats/file.types.ts'
import type { Encoder } from './encoder.ts'
import { outputProblem } from './output-problem.ts'
import { UnwrittenColumns } from './unwritten-columns.ts'
import { textElement, workbookAttribute } from './workbook-text.ts'
import { ZipTooLarge, ZipWriter } from './zip-writer.ts'

/** What one sheet holds at most, as spreadsheets define it. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 }

/** Characters of the sheet that are packed together. */
const pieceLength = 256 * 1024
/** Packing faster than the usual level: a fifth larger, three times as fast. */
const packing = 2

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const sheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * A workbook of one sheet, written as it comes in bounded memory. Texts are inline and exact (leading zeros stay),
 * numbers are numbers unless a spreadsheet would round them, objects and lists are JSON text, null is an empty cell.
 */
export function workbookEncoder(name: string, columns: readonly string[]): Encoder {
  const zip = new ZipWriter(packing)
  const sheet = new SheetText(name, columns)
  const packed = (text: string): Buffer => {
    if (text === '') return Buffer.alloc(0)
    try {
      return zip.add(Buffer.from(text))
    } catch (problem) {
      throw problem instanceof ZipTooLarge ? sheet.problem(null, 'a workbook holds at most 4 GiB') : problem
    }
  }
  return {
    head: () =>
      Buffer.concat([
        ...parts(name).map(([path, text]) => zip.whole(path, text)),
        zip.begin('xl/worksheets/sheet1.xml'),
        packed(sheet.head()),
      ]),
    encode(records) {
      const pieces: Buffer[] = []
      for (const record of records) {
        sheet.add(record)
        // After a record, not after a batch: the bytes do not depend on how records are packed.
        if (sheet.length >= pieceLength) pieces.push(packed(sheet.take()))
      }
      return Buffer.concat(pieces)
    },
    tail: () => Buffer.concat([packed(`${sheet.take()}</sheetData></worksheet>`), zip.end(), zip.finish()]),
    leftOut: () => sheet.unwritten.sentences(),
  }
}

/** Rows of the sheet as XML text. */
class SheetText {
  readonly unwritten: UnwrittenColumns
  readonly #output: string
  readonly #columns: readonly string[]
  readonly #letters: string[]
  readonly #inherited: boolean[]
  #text = ''
  /** The last row that was written; the header is row 1. */
  #row = 0
  #record = 0

  constructor(output: string, columns: readonly string[]) {
    this.#output = output
    this.#columns = columns
    this.unwritten = new UnwrittenColumns(columns)
    this.#letters = columns.map((_, i) => columnLetters(i))
    this.#inherited = columns.map((name) => name in Object.prototype)
  }

  get length(): number {
    return this.#text.length
  }

  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  head(): string {
    const count = this.#columns.length
    if (count > sheetLimits.columns) {
      throw this.problem(null, `it has ${count} columns, a sheet holds at most ${sheetLimits.columns}`)
    }
    const cells = this.#columns.map((name, i) => this.#cell(i, name))
    const row = count === 0 ? '' : `<row r="${++this.#row}">${cells.join('')}</row>\n`
    return `${head}<worksheet xmlns="${sheetMain}"><sheetData>\n${row}`
  }

  add(record: Rec): void {
    this.#record++
    const row = ++this.#row
    if (row > sheetLimits.rows) {
      throw this.problem(null, `a sheet holds at most ${sheetLimits.rows} rows; choose another format`)
    }
    let text = `<row r="${row}">`
    let found = 0
    for (let i = 0; i < this.#columns.length; i++) {
      const name = this.#columns[i] as string
      if (this.#inherited[i] && !Object.hasOwn(record, name)) continue
      const value = record[name]
      if (value === undefined) continue
      found++
      if (value !== null) text += this.#cell(i, value)
    }
    this.#text += `${text}</row>\n`
    this.unwritten.look(record, found)
  }

  problem(field: string | null, what: string): Error {
    return outputProblem({ output: this.#output, record: this.#record, field }, what)
  }

  #cell(column: number, value: unknown): string {
    const place = `<c r="${this.#letters[column]}${Math.max(this.#row, 1)}"`
    if (typeof value === 'number' && isExact(value)) return `${place}><v>${value}</v></c>`
    if (typeof value === 'boolean') return `${place} t="b"><v>${value ? 1 : 0}</v></c>`
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (text.length > sheetLimits.cellCharacters) {
      const most = `a cell holds at most ${sheetLimits.cellCharacters} characters, this value has ${text.length}`
      throw this.problem(this.#columns[column] ?? null, `${most}; choose another format`)
    }
    return `${place} t="inlineStr"><is>${textElement(text)}</is></c>`
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

/** 0 → A, 26 → AA */
function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** Names of sheets are short and know no brackets, colons, stars, question marks and slashes. */
export function sheetName(name: string): string {
  const plain = name.replace(/[[\]:*?/\\]/g, '-').replace(/^'|'$/g, '-')
  return plain === '' ? 'Sheet1' : plain.slice(0, 31)
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
