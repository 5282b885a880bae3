import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'
import { columns, csvLine, type Product, products } from './products.ts'

export const fileFormats = ['csv', 'json', 'ndjson', 'xml', 'xlsx'] as const
export type BenchFormat = (typeof fileFormats)[number]

const folder = path.join(import.meta.dirname, '..', '.cache', 'bench')

/** Path of the generated products in that format; made on first use, chunk by chunk. */
export async function formatFile(format: BenchFormat, rows: number): Promise<string> {
  const file = path.join(folder, `products-${rows}.${format}`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const chunks = format === 'xlsx' ? workbook(rows) : inChunks(texts[format](rows))
  await pipeline(Readable.from(chunks), createWriteStream(`${file}.part`))
  renameSync(`${file}.part`, file)
  return file
}

const xmlText = (value: unknown) =>
  String(value).replace(/[<>&]/g, (c) => (c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&amp;'))

const texts: Record<Exclude<BenchFormat, 'xlsx'>, (rows: number) => Generator<string>> = {
  *csv(rows) {
    yield `${columns.join(',')}\n`
    for (const product of products(rows)) yield csvLine(product)
  },
  *json(rows) {
    let lead = '[\n'
    for (const product of products(rows)) {
      yield lead + JSON.stringify(product)
      lead = ',\n'
    }
    yield '\n]\n'
  },
  *ndjson(rows) {
    for (const product of products(rows)) yield `${JSON.stringify(product)}\n`
  },
  *xml(rows) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n'
    for (const product of products(rows)) {
      const fields = columns.map((name) => `<${name}>${xmlText(product[name])}</${name}>`)
      yield `<product>${fields.join('')}</product>\n`
    }
    yield '</products>\n'
  },
}

function* inChunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = []
  for (const line of lines) {
    if (chunk.push(line) < 1000) continue
    yield Buffer.from(chunk.join(''))
    chunk = []
  }
  yield Buffer.from(chunk.join(''))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`

/** As spreadsheet programs write it: texts in a table of their own, numbers, booleans and styled moments in the cells. */
function* workbook(rows: number): Generator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(Buffer.from(chunk))
  })
  const shared = new Map<string, number>()
  function* part(name: string, content: Iterable<string>): Generator<Buffer> {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for (const chunk of inChunks(content)) {
      file.push(chunk)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  const textCell = (at: string, value: string) => {
    let index = shared.get(value)
    if (index === undefined) shared.set(value, (index = shared.size))
    return `<c r="${at}" t="s"><v>${index}</v></c>`
  }
  const cell = (at: string, product: Product, name: (typeof columns)[number]) => {
    const value = product[name]
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
    const moment = name === 'updated_at' ? Date.parse(value) : Number.NaN
    return Number.isNaN(moment) ? textCell(at, value) : `<c r="${at}" s="1"><v>${moment / 864e5 + 25_569}</v></c>`
  }
  function* sheet(): Generator<string> {
    yield `<worksheet xmlns="${main}"><sheetData><row r="1">${columns.map((name, i) => textCell(`${letter(i)}1`, name)).join('')}</row>`
    let row = 1
    for (const product of products(rows)) {
      row++
      yield `<row r="${row}">${columns.map((name, i) => cell(`${letter(i)}${row}`, product, name)).join('')}</row>`
    }
    yield '</sheetData></worksheet>'
  }
  function* table(): Generator<string> {
    yield `<sst xmlns="${main}">`
    for (const text of shared.keys()) yield `<si><t xml:space="preserve">${xmlText(text)}</t></si>`
    yield '</sst>'
  }
  const parts: [string, string][] = [
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    ['_rels/.rels', `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}${relation(3, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>'],
  ]
  for (const [name, text] of parts) yield* part(name, [text])
  yield* part('xl/worksheets/sheet1.xml', sheet())
  yield* part('xl/sharedStrings.xml', table())
  zip.end()
  yield* ready
}

const letter = (i: number) => String.fromCharCode(65 + i)
