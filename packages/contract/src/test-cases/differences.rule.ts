import { isSameJson } from '../schemas/json-equality.ts'

/** A place where two values differ; the side that has nothing there is absent. */
export type Difference = { pointer: string; expected?: unknown; actual?: unknown }
/** The first differences, and how many there are. */
export type Differences = { differences: Difference[]; total: number }

/** Differences that are told; of more the number is. */
export const maxDifferences = 100

/**
 * Where a value differs from the one that is expected, by field. The order of names does not matter, that of lists does.
 * @param ignored fields that may differ: a JSON pointer with `*` for any name or place ('/products/*'), or the name of a
 *   field wherever it stands ('updatedAt')
 */
export function findDifferences(expected: unknown, actual: unknown, ignored: readonly string[] = []): Differences {
  return differencesOf({ expected, actual }, { ignored })
}

/** Two values, one of which may be absent, and where they stand: pointers begin there, and so does what is ignored. */
type Part = { at?: readonly string[]; ignored?: readonly string[]; max?: number }
type Pair = { expected?: unknown; actual?: unknown }

/** As `findDifferences`, of a part of two values, with as many differences as are asked for. */
export function differencesOf(pair: Pair, { at = [], ignored = [], max = maxDifferences }: Part = {}): Differences {
  const found: Differences = { differences: [], total: 0 }
  compare(pair, at, ignored.map(ignoreRule), (difference) => {
    found.total += 1
    if (found.differences.length < max) found.differences.push(difference)
  })
  return found
}

type IgnoreRule = (path: readonly string[]) => boolean

function ignoreRule(text: string): IgnoreRule {
  if (!text.startsWith('/')) return (path) => path.at(-1) === text
  const parts = text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (path) => path.length === parts.length && parts.every((part, index) => part === '*' || part === path[index])
}

function compare(
  pair: Pair,
  path: readonly string[],
  ignored: readonly IgnoreRule[],
  found: (difference: Difference) => void,
): void {
  if (path.length > 0 && ignored.some((rule) => rule(path))) return
  const { expected, actual } = pair
  const inner = partsOf(expected, actual)
  if (inner !== null) {
    for (const key of inner) compare(pairAt(pair, key), [...path, key], ignored, found)
    return
  }
  const isAbsent = !('expected' in pair) || !('actual' in pair)
  if (!isAbsent && isSameJson(expected, actual)) return
  found({ pointer: pointerOf(path), ...pair })
}

/** The names or places to go through where both are objects or both are lists; null for anything else. */
function partsOf(expected: unknown, actual: unknown): string[] | null {
  if (!isHolder(expected) || !isHolder(actual) || Array.isArray(expected) !== Array.isArray(actual)) return null
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function pairAt({ expected, actual }: Pair, key: string): Pair {
  const pair: Pair = {}
  if (isHolder(expected) && Object.hasOwn(expected, key)) pair.expected = expected[key]
  if (isHolder(actual) && Object.hasOwn(actual, key)) pair.actual = actual[key]
  return pair
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
