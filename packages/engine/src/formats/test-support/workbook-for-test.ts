import { strToU8, zipSync } from 'fflate'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type WorkbookSpec = {
  /** Content of `<sheetData>`, by sheet name. */
  sheets: Record<string, string>
  shared?: string[]
  styles?: string
  workbookPr?: string
  /** Replaces whole parts. */
  parts?: Record<string, string>
  /** 0 = not packed. */
  level?: 0 | 6
}

/** Test support: the bytes of a small workbook as spreadsheet programs write it. */
export function workbookBytes(spec: WorkbookSpec): Buffer {
  const names = Object.keys(spec.sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${head}<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}">${spec.workbookPr ?? ''}<sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${names
      .map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`))
      .join('')}</Relationships>`,
  }
  names.forEach((name, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] =
      `${head}<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData>${spec.sheets[name]}</sheetData></worksheet>`
  })
  if (spec.shared) parts['xl/sharedStrings.xml'] = `${head}<sst xmlns="${main}">${spec.shared.join('')}</sst>`
  if (spec.styles) parts['xl/styles.xml'] = `${head}<styleSheet xmlns="${main}">${spec.styles}</styleSheet>`
  Object.assign(parts, spec.parts)
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  return Buffer.from(zipSync(files, { level: spec.level ?? 6 }))
}

/** A row of inline texts and numbers. */
export function sheetRow(row: number, values: (string | number | null)[]): string {
  const cells = values.map((value, i) => {
    const reference = `${String.fromCharCode(65 + i)}${row}`
    if (value === null) return ''
    return typeof value === 'number'
      ? `<c r="${reference}"><v>${value}</v></c>`
      : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}
