import { estimatePatternCost } from './pattern-cost.ts'
import { SchemaError } from './schema-error.ts'

/** Steps a backtracking match may take: about a millisecond. */
const maxSteps = 100_000
/** Texts so short that no pattern takes long over them. */
const shortText = 16

/** A `pattern` as JavaScript has it: with the flag u, without it where only that works. Throws SchemaError. */
export function compileNativePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    try {
      return new RegExp(source)
    } catch (error) {
      throw new SchemaError(
        'invalid',
        `'${source.slice(0, 100)}' is not a regular expression (${(error as Error).message})`,
        source,
      )
    }
  }
}

/** Length in UTF-16 units up to which JavaScript's own engine compares any text with the pattern in about 1 ms. */
export function getMaxSafeLength(source: string): number {
  const { degree, choices } = estimatePatternCost(source)
  if (degree === 0 && choices <= maxSteps) return Number.POSITIVE_INFINITY
  if (!Number.isFinite(degree)) return shortText
  return Math.max(shortText, Math.floor((maxSteps / choices) ** (1 / Math.max(1, degree))))
}
