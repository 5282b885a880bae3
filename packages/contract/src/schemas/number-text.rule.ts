export type DecimalMark = '.' | ','

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
// Spaces of every width that programs write between groups, and both apostrophes. A group mark stands between groups of
// three digits and is the same throughout; the first group begins with no zero. India groups by two before the last three.
const groupedWithPoint =
  /^[+-]?[1-9]\d{0,2}(?:([, \u00a0\u2009\u202f'’])\d{3})(?:\1\d{3})*(?:\.\d*)?$|^[+-]?[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d*)?$/
const groupedWithComma = /^[+-]?[1-9]\d{0,2}(?:([. \u00a0\u2009\u202f'’])\d{3})(?:\1\d{3})*(?:,\d*)?$/
const groupMarksWithPoint = /[, \u00a0\u2009\u202f'’]/g
const groupMarksWithComma = /[. \u00a0\u2009\u202f'’]/g

/**
 * A number written as text, or the text itself when it is none: decimal mark as given, grouping marks that go with it
 * (`1.299,00`, `1 299,00`, `1'299,00`), no hexadecimal, no infinity, no whole number too long to be exact (UPL-019).
 * undefined for an empty text.
 */
export function parseNumberText(text: string, decimal: DecimalMark): number | string | undefined {
  const first = text.charCodeAt(0)
  // Nearly all numbers are as JavaScript writes them, but for the mark.
  if (first >= 48 && first <= 57 && !(decimal === ',' && text.includes('.'))) {
    const plain = decimal === ',' ? text.replace(',', '.') : text
    const number = +plain
    const second = plain.charCodeAt(1) | 32
    if (number === number && second !== 120 && second !== 111 && second !== 98) {
      if (!Number.isFinite(number)) return text
      return number > Number.MAX_SAFE_INTEGER && !/e/i.test(plain) ? text : number
    }
  }
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const plain = toPlainNumber(trimmed, decimal)
  if (!plainNumber.test(plain)) return text
  const number = Number(plain)
  if (!Number.isFinite(number) || (Math.abs(number) > Number.MAX_SAFE_INTEGER && !/e/i.test(plain))) return text
  return number
}

/** Without grouping marks and with a decimal point; a text of another form is no number then, whatever it was. */
function toPlainNumber(text: string, decimal: DecimalMark): string {
  if (decimal === '.') return groupedWithPoint.test(text) ? text.replace(groupMarksWithPoint, '') : text
  if (groupedWithComma.test(text)) return text.replace(groupMarksWithComma, '').replace(',', '.')
  return text.includes('.') ? '' : text.replace(',', '.')
}

/**
 * The decimal mark under which a text is a number: '.' for `12.5` and `1,299.00`, ',' for `12,5` and `1.234.567`,
 * 'either' for `5.000`, which is 5 or 5000, null for whole numbers without a mark and for what is no number.
 */
export function decimalMarkOf(text: string): DecimalMark | 'either' | null {
  if (!text.includes('.') && !text.includes(',')) return null
  const isPoint = typeof parseNumberText(text, '.') === 'number'
  const isComma = typeof parseNumberText(text, ',') === 'number'
  if (isPoint && isComma) return 'either'
  return isPoint ? '.' : isComma ? ',' : null
}
