import { ZipFile } from 'yazl'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

const columnName = (index) =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * A spreadsheet: numbers as numbers, all else as shared texts, empty cells left out.
 * @param {{ name: string, rows: (string | number)[][] }[]} sheets
 * @returns {Promise<Buffer>} the same bytes for the same sheets
 */
export async function workbook(sheets) {
  const texts = new Map()
  const shared = (text) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text)
  }
  const cell = (value, column, row) => {
    if (value === '' || value === undefined) return ''
    const at = `r="${columnName(column)}${row + 1}"`
    return typeof value === 'number' ? `<c ${at}><v>${value}</v></c>` : `<c ${at} t="s"><v>${shared(value)}</v></c>`
  }
  const pages = sheets.map(
    ({ rows }) =>
      `${head}<worksheet xmlns="${main}"><sheetData>${rows
        .map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y)).join('')}</row>`)
        .join('')}</sheetData></worksheet>`,
  )
  const names = sheets.map((sheet, n) => `<sheet name="${escaped(sheet.name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
  const relations = sheets.map(
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  const strings = `<Relationship Id="rId${sheets.length + 1}" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (part, kind) => `<Override PartName="/xl/${part}" ContentType="${type}.${kind}+xml"/>`
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${sheets.map((_, n) => override(`worksheets/sheet${n + 1}.xml`, 'worksheet')).join('')}${override('sharedStrings.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${relations.join('')}${strings}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" uniqueCount="${texts.size}">${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  const zip = new ZipFile()
  // A fixed date: the archive would otherwise differ from second to second.
  const options = { mtime: new Date(2025, 0, 1), forceDosTimestamp: true, mode: 0o100644 }
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(head + text), name, options)
  for (const [n, text] of pages.entries()) zip.addBuffer(Buffer.from(text), `xl/worksheets/sheet${n + 1}.xml`, options)
  zip.end()
  const parts = []
  for await (const part of zip.outputStream) parts.push(part)
  return Buffer.concat(parts)
}
