import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'
import { SchemaProblem } from './schema-problem.ts'

export type PatternTester = { test(text: string): boolean }

/** Steps a backtracking match may take before the linear engine is used instead: about a millisecond. */
const AFFORDABLE_STEPS = 100_000

/** RE2 knows neither `\uXXXX` nor the wider meaning of `\s` and '.' in JavaScript. */
function asRe2(source: string): string {
  const space =
    '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
  let out = ''
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string
    if (c === '\\') {
      const next = source[++i] ?? ''
      const code = next === 'u' ? /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/.exec(source.slice(i + 1)) : null
      if (code) {
        out += `\\x{${code[1] ?? code[2]}}`
        i += code[0].length
      } else if (next === 's') out += inClass ? space : `[${space}]`
      else if (next === 'S' && !inClass) out += `[^${space}]`
      else if (next === '/') out += '/'
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

function nativePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    try {
      return new RegExp(source)
    } catch (error) {
      throw new SchemaProblem(
        'invalid',
        `'${source.slice(0, 100)}' is not a regular expression (${(error as Error).message})`,
        source,
      )
    }
  }
}

function linearPattern(source: string): PatternTester | null {
  try {
    return RE2JS.compile(asRe2(source))
  } catch {
    // Lookaround, references back, large counts: RE2 cannot express them, the caller falls back (settled point 32).
    return null
  }
}

/**
 * A test of `pattern` in bounded time (settled point 32). JavaScript's own engine is used wherever its cost is bounded
 * for the text at hand, RE2 in JavaScript otherwise; what RE2 cannot express runs natively under the clock of the batch.
 */
export function patternTester(source: string): PatternTester {
  const native = nativePattern(source)
  const { degree, choices } = patternCost(source)
  if (degree === 0 && choices <= AFFORDABLE_STEPS) return native
  const affordableLength = Number.isFinite(degree)
    ? Math.floor((AFFORDABLE_STEPS / choices) ** (1 / Math.max(1, degree)))
    : 0
  let linear: PatternTester | null | undefined
  return {
    test(text) {
      if (text.length <= affordableLength) return native.test(text)
      if (linear === undefined) linear = linearPattern(source)
      return linear ? linear.test(text) : native.test(text)
    },
  }
}
