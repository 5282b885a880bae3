import { parseNumberText } from './number-text.rule.ts'

/** More digits than a number keeps. */
const isTooLong = { '.': /^\s*[+-]?\d{16,}(?:\.\d*)?\s*$/, ',': /^\s*[+-]?\d{16,}(?:,\d*)?\s*$/ }

/** What is added to 'is not a number' of a text of a file that is read with this decimal mark; '' for nothing. */
export function numberAdvice(text: string, decimal: '.' | ','): string {
  if (isTooLong[decimal].test(text)) return ' that can be kept exactly'
  if (typeof parseNumberText(text, decimal) === 'number') return ''
  return /\d/.test(text) && /[.,]/.test(text) ? ` (the decimal mark is '${decimal}')` : ''
}
