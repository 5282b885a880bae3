import type { ErrorObject } from 'ajv'
import { innerSchemas, isObject } from '@millrace/contract/schemas/schema-keywords'
import type { SchemaSet } from './schema-set.ts'

/** Keywords that try schemas, each of which may fail: what fails inside says less than that nothing fits. */
const trying = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

/** Leaves out the faults inside alternatives that failed, and the fault 'if' where its branch says more. */
export class AlternativeFilter {
  readonly #set: SchemaSet
  /** The schemas that each tried schema leads to. */
  readonly #inside = new Map<unknown, Set<unknown>>()

  constructor(set: SchemaSet) {
    this.#set = set
  }

  kept(errors: ErrorObject[]): ErrorObject[] {
    if (errors.length === 1) return errors
    const dropped = new Set<ErrorObject>()
    for (const [index, error] of errors.entries()) {
      if (error.keyword === 'if') dropped.add(error)
      if (!trying.has(error.keyword)) continue
      // Faults inside come before the fault of the keyword itself.
      const inside = this.#insideOf(error.schema)
      for (const earlier of errors.slice(0, index)) {
        const isBelow =
          earlier.instancePath === error.instancePath || earlier.instancePath.startsWith(`${error.instancePath}/`)
        if (isBelow && inside.has(earlier.parentSchema)) dropped.add(earlier)
      }
    }
    const kept = errors.filter((error) => !dropped.has(error))
    return kept.length > 0 ? kept : errors
  }

  #insideOf(tried: unknown): Set<unknown> {
    const known = this.#inside.get(tried)
    if (known !== undefined) return known
    const found = new Set<unknown>()
    const waiting: unknown[] = Array.isArray(tried) ? [...tried] : [tried]
    while (waiting.length > 0) {
      const schema = waiting.pop()
      if (found.has(schema)) continue
      found.add(schema)
      if (isObject(schema) && typeof schema.$ref === 'string') waiting.push(this.#set.resolve(schema.$ref)?.schema)
      for (const { schema: inner } of innerSchemas(schema)) waiting.push(inner)
    }
    this.#inside.set(tried, found)
    return found
  }
}
