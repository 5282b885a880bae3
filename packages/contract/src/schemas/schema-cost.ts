import { innerSchemas, isObject } from './schema-keywords.ts'
import { SchemaError } from './schema-error.ts'
import type { SchemaSet } from './schema-set.ts'

/** Schemas that may be applied to one and the same value; a generous schema has some hundreds. */
const maxAtOnce = 200_000

/** Keywords that apply schemas to the value itself, not to a part of it. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'])

/** Is told what is at fault and the schema of the set in which that stands. */
export type ReportCost = (schema: unknown, error: SchemaError) => void

/**
 * Refuses schemas that no validator gets through: one that leads back to itself without going into the value, and
 * references that double at each step until billions of schemas apply to one value.
 * @param report is told of each fault; without it the first one is thrown
 */
export function checkSchemaCost(set: SchemaSet, report: ReportCost = refuse): void {
  const known = new Map<unknown, number>()
  const open = new Set<unknown>()
  const cost = (schema: unknown, from: unknown): number => {
    if (!isObject(schema)) return 1
    const before = known.get(schema)
    if (before !== undefined) return before
    if (open.has(schema)) {
      report(from, new SchemaError('invalid', 'it refers to itself without end'))
      return 1
    }
    open.add(schema)
    let total = 1
    if (typeof schema.$ref === 'string') total += cost(set.resolve(schema.$ref)?.schema, schema)
    for (const { steps, schema: inner } of innerSchemas(schema))
      if (inPlace.has(steps[0] ?? '')) total += cost(inner, schema)
    if (total > maxAtOnce) {
      report(schema, new SchemaError('invalid', 'its references multiply: it would take too long to check'))
      total = 1
    }
    open.delete(schema)
    known.set(schema, total)
    return total
  }
  const waiting = [...set.documents.values()]
  const seen = new Set<unknown>()
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (seen.has(schema)) continue
    seen.add(schema)
    cost(schema, schema)
    for (const { schema: inner } of innerSchemas(schema)) waiting.push(inner)
  }
}

const refuse: ReportCost = (_, error) => {
  throw error
}
