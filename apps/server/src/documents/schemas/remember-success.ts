import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'

/** Hashes of so many inputs are kept, the latest ones: about 100 kB. */
const maxKept = 1000

/**
 * A check that need not be made again for what has passed it before; what failed is looked at anew. Inputs are the same
 * when they are made of the same values: unlike JSON this tells null from a number too large for a double.
 * @param check resolves to null for what is right, and always does for equal inputs
 */
export function rememberSuccess<Input extends unknown[], Problem>(
  check: (...input: Input) => Promise<Problem | null>,
): (...input: Input) => Promise<Problem | null> {
  const passed = new Set<string>()
  return async (...input) => {
    const key = createHash('sha256').update(serialize(input)).digest('base64')
    // Taken out and put back, so that it is the last to go.
    const isKnown = passed.delete(key)
    const problem = isKnown ? null : await check(...input)
    if (problem === null) passed.add(key)
    const [oldest] = passed
    if (passed.size > maxKept && oldest !== undefined) passed.delete(oldest)
    return problem
  }
}
