import { createContext, Script } from 'node:vm'
import { getMaxSafeLength, compileNativePattern } from '@millrace/contract/schemas/native-pattern'
import { toRe2 } from '@millrace/contract/schemas/pattern-re2'
import { RE2JS } from 're2js'

/** Tests a text. As a text itself it is unlike the tester of any other pattern: Ajv tells them apart by that. */
export type PatternTester = { test(text: string): boolean; toString(): string }

/** Milliseconds for one text, and for all texts of one pattern, where nothing but a clock bounds the match. */
const oneTextMs = 250
const allTextsMs = 3000

/** A text that cannot be compared with a pattern in bounded time: neither a match nor none. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError'
  readonly pattern: string
  readonly text: string

  constructor(pattern: string, text: string) {
    super(`it takes too long to compare a text with ${pattern}`)
    this.pattern = pattern
    this.text = text
  }
}

/** The pattern for RE2, which compares any text in linear time; null for what only backtracking can compare. */
export function linearPattern(source: string): PatternTester | null {
  const text = toRe2(source)
  if (text === null) return null
  try {
    return RE2JS.compile(text)
  } catch {
    // What `toRe2` does not foresee, such as large counts within each other: the caller falls back.
    return null
  }
}

/**
 * A test of `pattern` in bounded time. JavaScript's own engine is used wherever its cost is bounded
 * for the text at hand, RE2 in JavaScript otherwise; what RE2 cannot express runs natively under a clock.
 * Throws SchemaError for what is no pattern; `test` throws SlowPatternError.
 */
export function createPatternTester(source: string): PatternTester {
  const native = compileNativePattern(source)
  const affordable = getMaxSafeLength(source)
  if (affordable === Number.POSITIVE_INFINITY) return native
  let other: PatternTester | undefined
  return {
    test(text) {
      if (text.length <= affordable) return native.test(text)
      other ??= linearPattern(source) ?? new TimedPattern(source, native)
      return other.test(text)
    },
    toString: () => native.toString(),
  }
}

type Place = { pattern: RegExp | null; text: string }
/** Made when the first such text comes: hardly any run needs it. */
let timed: { place: Place; match: Script } | null = null

/** A native match that V8 ends when its time is over; too much time over many texts ends them all. */
class TimedPattern implements PatternTester {
  readonly #source: string
  readonly #native: RegExp
  #left = allTextsMs

  constructor(source: string, native: RegExp) {
    this.#source = source
    this.#native = native
  }

  test(text: string): boolean {
    if (this.#left <= 0) throw new SlowPatternError(this.#source, text)
    const started = performance.now()
    timed ??= { place: createContext({ pattern: null, text: '' }) as Place, match: new Script('pattern.test(text)') }
    const { place, match } = timed
    Object.assign(place, { pattern: this.#native, text })
    try {
      return match.runInContext(place, { timeout: oneTextMs }) as boolean
    } catch (problem) {
      if ((problem as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw problem
      this.#left -= performance.now() - started
      throw new SlowPatternError(this.#source, text)
    } finally {
      Object.assign(place, { pattern: null, text: '' })
    }
  }
}
