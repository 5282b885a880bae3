/**
 * Rows as delimited text; cells with the delimiter, a quote or a line break are quoted.
 * @param {string[]} columns
 * @param {Record<string, unknown>[]} rows
 * @param {{ delimiter: string, newline: string, decimal?: string, encoding?: 'utf8' | 'latin1', bom?: boolean }} form
 * @returns {Buffer}
 */
export function delimited(columns, rows, { delimiter, newline, decimal = '.', encoding = 'utf8', bom = false }) {
  const cell = (value) => {
    const text = typeof value === 'number' ? String(value).replace('.', decimal) : String(value ?? '')
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  const text = lines.map((line) => line.map(cell).join(delimiter) + newline).join('')
  // Latin-1 and Windows-1252 are the same for the letters used here.
  return Buffer.from((bom ? '\uFEFF' : '') + text, encoding)
}
