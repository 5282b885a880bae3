import { patternCost } from './pattern-cost.ts'
import { SchemaProblem } from './schema-problem.ts'

/** Steps a backtracking match may take: about a millisecond. */
const affordableSteps = 100_000
/** Texts so short that no pattern takes long over them. */
const shortText = 16

/** A `pattern` as JavaScript has it: with the flag u, without it where only that works. Throws SchemaProblem. */
export function nativePattern(source: string): RegExp {
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

/** Length in UTF-16 units up to which JavaScript's own engine compares any text with the pattern in about 1 ms. */
export function affordableLength(source: string): number {
  const { degree, choices } = patternCost(source)
  if (degree === 0 && choices <= affordableSteps) return Number.POSITIVE_INFINITY
  if (!Number.isFinite(degree)) return shortText
  return Math.max(shortText, Math.floor((affordableSteps / choices) ** (1 / Math.max(1, degree))))
}
