/** The largest count that RE2 takes. */
const maxCount = 1000

/** Looking ahead or back, what a group has matched before, a large count. */
function isBeyondRe2(rest: string): boolean {
  if (/^(?:\(\?<?[=!]|\\[1-9k])/.test(rest)) return true
  const [, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(rest) ?? []
  return Number(least ?? 0) > maxCount || Number(most ?? 0) > maxCount
}

/** A class of Unicode as RE2 names it; null for one that it does not know. @param rest begins behind '\p' */
function unicodeClass(rest: string): { name: string; length: number } | null {
  const [whole, category, script] =
    /^\{(?:(?:(?:gc|General_Category)=)?([CLMNPSZ][a-z]?)|(?:sc|Script)=(\w+))\}/.exec(rest) ?? []
  const name = category ?? script
  return whole === undefined || name === undefined ? null : { name, length: whole.length }
}

/**
 * A JavaScript pattern in the syntax of RE2, which knows neither `\uXXXX` nor the wider meaning of `\s` and '.' in
 * JavaScript; null for what would mean something else there, or what RE2 lacks: only backtracking compares that.
 */
export function toRe2(source: string): string | null {
  // Empty classes begin a class with ']' in RE2; a class within a class would be a named one.
  if (/\[\^?\]|\[[^\]]*\[:/.test(source)) return null
  const space =
    '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
  let out = ''
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string
    if (!inClass && isBeyondRe2(source.slice(i, i + 20))) return null
    if (c === '\\') {
      const next = source[++i] ?? ''
      const code = next === 'u' ? /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/.exec(source.slice(i + 1)) : null
      if (code) {
        out += `\\x{${code[1] ?? code[2]}}`
        i += code[0].length
      } else if (next === 'p' || next === 'P') {
        const named = unicodeClass(source.slice(i + 1, i + 100))
        if (named === null) return null
        out += `\\${next}{${named.name}}`
        i += named.length
      } else if (next === 's') out += inClass ? space : `[${space}]`
      else if (next === 'S' && inClass) return null
      else if (next === 'S') out += `[^${space}]`
      else if (next === '/') out += '/'
      // Names that RE2 has for other things, or not at all; '\b' in a class is a backspace.
      else if (/[cAzQECG0]/.test(next) || (next === 'b' && inClass)) return null
      else out += `\\${next}`
    } else if (c === '.' && !inClass) out += '[^\\n\\r\\x{2028}\\x{2029}]'
    else if (c === '(' && source.startsWith('(?<', i) && /[A-Za-z_]/.test(source[i + 3] ?? '')) {
      out += '(?P<'
      i += 2
    } else {
      if (c === '[') inClass = true
      else if (c === ']') inClass = false
      out += c
    }
  }
  return out
}
