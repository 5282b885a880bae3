/** One kind of character, as often as it is said. */
type Part = { what: [one: string, many: string]; min: number; max: number }

const kinds: Record<string, [one: string, many: string]> = {
  '\\d': ['digit', 'digits'],
  '[0-9]': ['digit', 'digits'],
  '[A-Z]': ['capital letter', 'capital letters'],
  '[a-z]': ['small letter', 'small letters'],
  '[A-Za-z]': ['letter', 'letters'],
  '[a-zA-Z]': ['letter', 'letters'],
  '[A-Z0-9]': ['capital letter or digit', 'capital letters or digits'],
  '[0-9A-Z]': ['capital letter or digit', 'capital letters or digits'],
  '[A-Za-z0-9]': ['letter or digit', 'letters or digits'],
  '[a-zA-Z0-9]': ['letter or digit', 'letters or digits'],
  '[0-9A-Za-z]': ['letter or digit', 'letters or digits'],
  '[0-9a-f]': ['hex digit', 'hex digits'],
  '[0-9a-fA-F]': ['hex digit', 'hex digits'],
}

const part = /^(\\d|\[[A-Za-z0-9-]+\])(?:\{(\d+)(?:(,)(\d*))?\}|([+*?]))?/
const literal = /^(?:\\([.\-/+*?()[\]{}|^$])|([A-Za-z0-9 _:,;#@-]))(?![{+*?])/

/**
 * A pattern in words, e.g. '13 digits' of `^\d{13}$` or '2 capital letters, then '-', then 4 digits'; null of one that is
 * more than a row of characters, or matches a part of the text.
 */
export function patternWords(pattern: string): string | null {
  const whole = /^\^([^]*)\$$/.exec(pattern)?.[1]
  if (whole === undefined || whole === '') return null
  const words: string[] = []
  let text = ''
  let rest = whole
  const flush = () => {
    if (text !== '') words.push(`'${text}'`)
    text = ''
  }
  while (rest !== '') {
    const kept = literal.exec(rest)
    const found = kept === null ? part.exec(rest) : null
    const what = found === null ? undefined : kinds[found[1] as string]
    if (kept !== null) text += kept[1] ?? kept[2]
    else if (found === null || what === undefined) return null
    else {
      flush()
      words.push(wordsOf(partOf(found, what)))
    }
    rest = rest.slice((kept ?? found)?.[0].length)
  }
  flush()
  return words.length > 4 ? null : words.join(', then ')
}

function partOf([, , least, comma, most, sign]: RegExpExecArray, what: Part['what']): Part {
  if (sign !== undefined) return { what, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
  if (least === undefined) return { what, min: 1, max: 1 }
  const min = Number(least)
  return { what, min, max: comma === undefined ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most) }
}

function wordsOf({ what: [one, many], min, max }: Part): string {
  const name = max === 1 ? one : many
  if (min === max) return `${min} ${name}`
  if (max !== Number.POSITIVE_INFINITY) return min === 0 ? `at most ${max} ${name}` : `${min} to ${max} ${name}`
  if (min === 0) return `any number of ${name}`
  return `${min} or more ${name}`
}
