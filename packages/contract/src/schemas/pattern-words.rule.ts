const kinds: Record<string, string> = {
  '\\d': 'digits',
  '0-9': 'digits',
  'A-Z': 'capital letters',
  'a-z': 'small letters',
  'A-Za-z': 'letters',
}
const one = /^\^(\\d|\[(?:A-Za-z|a-z|A-Z|0-9)+])(?:\{(\d+)(,?)(\d*)}|\+)\$$/

/**
 * A pattern of a number of characters of some kinds in words, e.g. '13 digits' of `^\d{13}$`, 'at least 3 capital
 * letters or digits'; null of any other.
 */
export function patternWords(pattern: string): string | null {
  const [, kind = '', from, comma, to] = one.exec(pattern) ?? []
  const words = (kind.match(/\\d|A-Za-z|.-./g) ?? ['']).map((each) => kinds[each]).join(' or ')
  if (!words) return null
  if (!from) return `nothing but ${words}`
  if (!comma) return `${from} ${from === '1' ? words.replace(/s\b/g, '') : words}`
  return `${to ? `${from} to ${to}` : `at least ${from}`} ${words}`
}
