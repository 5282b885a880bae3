/**
 * How a locale writes numbers; blanks and apostrophes group digits in any locale. Throws a RangeError where there is no
 * such locale.
 * @param locale such as 'de-DE'
 * @param decimalMark instead of that of the locale; '' for that of the locale
 * @param groupMark the same
 */
export function numberMarks(locale, decimalMark = '', groupMark = '') {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8)
  const mark = (type) => parts.find((part) => part.type === type)?.value ?? ''
  const decimal = decimalMark || mark('decimal')
  const other = decimal === ',' ? '.' : ','
  const group = groupMark || (decimalMark === '' ? mark('group') : other)
  const own = new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210).split('').reverse()
  return {
    decimal,
    group,
    groupSize: parts.filter((part) => part.type === 'integer').at(-2)?.value.length ?? 3,
    groups: `${group} \u00a0\u202f\u2009'\u2019`,
    digits: /\p{Nd}/gu,
    digit: (found) => (own.includes(found) ? String(own.indexOf(found)) : found),
  }
}

/**
 * A function that reads a number as it is written with these marks, with signs before or behind, amounts in parentheses
 * and currencies. NaN for anything else.
 * @param percent what becomes of 12 %: 'keep the number', 'divide by 100' or 'wrong'
 */
export function numberReader(marks, percent) {
  // ISO codes such as EUR, signs such as € and US$, and what some currencies are called in writing.
  const currency =
    /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc}|Fr\.?|kr\.?|zł|Kč|Ft|lei)(?![\p{L}])|(?:[A-Z]{3}|\p{Sc}|Fr\.?|kr\.?|zł|Kč|Ft|lei)$/gu
  // 1,234,567, but 12,34,567 in India
  const size = marks.groupSize
  const grouped = new RegExp(`^\\d{1,${size}}(?:g\\d{${size}})*g\\d{3}(?:\\.\\d*)?$`)
  const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/
  // Most values are digits with a mark at most, which needs no second look.
  const simple = marks.decimal === '.' ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+$/

  return (text) => {
    if (simple.test(text)) return exactNumber(Number(text))
    let rest = text
      .replace(/[\u2212\u2012\u2013]/g, '-')
      .replace(/[\u200e\u200f\u061c]/g, '')
      .trim()
    let sign = 1
    const negative = rest.match(/^\((.*)\)$/)
    if (negative) [rest, sign] = [negative[1].trim(), -1]
    let factor = 1
    if (/^%|[%٪]$/.test(rest)) {
      if (percent === 'wrong') return NaN
      rest = rest.replace(/[%٪]/, '').trim()
      if (percent === 'divide by 100') factor = 100
    }
    rest = rest.replace(currency, '').trim()
    // The sign may stand on either side of the currency.
    const signed = rest.match(/^([-+])\s*(.*)$/) ?? rest.match(/^(.*?)\s*()([-+])$/)
    if (signed) {
      if (negative) return NaN
      const mark = signed[3] ?? signed[1]
      sign = mark === '-' ? -1 : 1
      rest = (signed[3] ? signed[1] : signed[2]).replace(currency, '').trim()
    }
    const digits = rest.replace(marks.digits, marks.digit)
    let shape = ''
    for (const character of digits) {
      if (character === marks.decimal) shape += '.'
      else if (marks.groups.includes(character)) shape += 'g'
      else shape += character === '.' || character === 'g' ? '!' : character
    }
    if (!plain.test(shape) && !grouped.test(shape)) return NaN
    const number = exactNumber(Number(shape.replaceAll('g', '')))
    // Dividing a decimal number leaves digits that nobody wrote.
    return sign * (factor === 1 ? number : Number((number / factor).toPrecision(15)))
  }
}

/** A whole number too long to be kept is none: it would lose digits. */
function exactNumber(number) {
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? NaN : number
}
