import { type Difference, differencesOf } from '../test-cases/differences.rule.ts'
import { previewValue } from '../uploads/finding-limits.rule.ts'
import type { ChangedRecord, OutputComparison } from './comparisons.messages.ts'
import { pairRecords } from './pair-records.rule.ts'

/** Records that are shown with their values, and values of one that are shown. */
export const maxChangedRecords = 10
const maxChangedValues = 10

/**
 * What of a component's output a change of its code has changed, record by record: the records of a port that gives a
 * list, or the port's value as one record. Fields are named as test cases name them, with `*` for any place.
 * @param ignored fields that may differ, as `findDifferences` reads them
 */
export function compareOutputs(locked: unknown, draft: unknown, ignored: readonly string[] = []): OutputComparison {
  const found = new Comparison(ignored)
  if (!isPorts(locked) || !isPorts(draft)) found.pair([], { expected: locked, actual: draft })
  else
    for (const port of new Set([...Object.keys(locked), ...Object.keys(draft)])) comparePort(found, port, locked, draft)
  return found.result()
}

type Ports = Record<string, unknown>
const isPorts = (value: unknown): value is Ports => typeof value === 'object' && value !== null && !Array.isArray(value)

function comparePort(found: Comparison, port: string, locked: Ports, draft: Ports): void {
  const [before, after] = [locked[port], draft[port]]
  const areLists = [before, after].every((value) => value === undefined || Array.isArray(value))
  if (!areLists) {
    const sides = {
      ...(Object.hasOwn(locked, port) && { expected: before }),
      ...(Object.hasOwn(draft, port) && { actual: after }),
    }
    return found.pair([port], sides)
  }
  const [old, now] = [(before ?? []) as unknown[], (after ?? []) as unknown[]]
  let furthest = -1
  for (const pair of pairRecords(old, now)) {
    const place = pair.draft ?? pair.locked ?? 0
    const sides = {
      ...(pair.locked !== null && { expected: old[pair.locked] }),
      ...(pair.draft !== null && { actual: now[pair.draft] }),
    }
    found.pair([port, String(place)], sides)
    if (pair.locked === null || pair.draft === null) continue
    if (pair.draft < furthest) found.moved += 1
    furthest = Math.max(furthest, pair.draft)
  }
}

class Comparison {
  moved = 0
  readonly #ignored: readonly string[]
  readonly #counts = { records: 0, changed: 0, added: 0, removed: 0 }
  readonly #fields = new Map<string, number>()
  readonly #examples: ChangedRecord[] = []

  constructor(ignored: readonly string[]) {
    this.#ignored = ignored
  }

  pair(at: readonly string[], sides: { expected?: unknown; actual?: unknown }): void {
    this.#counts.records += 1
    const { differences, total } = differencesOf(sides, { at, ignored: this.#ignored, max: Number.POSITIVE_INFINITY })
    if (total === 0) return
    const change = !('expected' in sides) ? 'added' : !('actual' in sides) ? 'removed' : 'changed'
    this.#counts[change] += 1
    if (change === 'changed') {
      for (const field of new Set(differences.map(({ pointer }) => fieldOf(pointer))))
        this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1)
    }
    if (this.#examples.length >= maxChangedRecords) return
    const values = differences.slice(0, maxChangedValues).map(shown)
    this.#examples.push({ place: placeOf(at), change, values, more: total - values.length })
  }

  result(): OutputComparison {
    const fields = [...this.#fields].map(([field, records]) => ({ field, records }))
    return {
      ...this.#counts,
      moved: this.moved,
      fields: fields.toSorted((one, other) => other.records - one.records),
      examples: this.#examples,
    }
  }
}

// '/products/3/price' is a place of '/products/*/price'.
const fieldOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')

const placeOf = ([port, record]: readonly string[]): string =>
  port === undefined ? '' : record === undefined ? port : `${port}, record ${Number(record) + 1}`

const shown = ({ pointer, ...sides }: Difference): ChangedRecord['values'][number] => ({
  pointer,
  locked: 'expected' in sides ? previewValue(sides.expected) : null,
  draft: 'actual' in sides ? previewValue(sides.actual) : null,
})
