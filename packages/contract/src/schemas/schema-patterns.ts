import { innerSchemas, isObject } from './schema-keywords.ts'
import type { SchemaSet } from './schema-set.ts'

/** Every regular expression in a set of schemas, of values and of names. */
export function* patternsOf(set: SchemaSet): Generator<string> {
  const waiting = [...set.documents.values()]
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isObject(schema)) continue
    if (typeof schema.pattern === 'string') yield schema.pattern
    if (isObject(schema.patternProperties)) yield* Object.keys(schema.patternProperties)
    for (const { schema: inner } of innerSchemas(schema)) waiting.push(inner)
  }
}
