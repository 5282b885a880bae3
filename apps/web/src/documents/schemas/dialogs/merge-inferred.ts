import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** What is taken over from examples into a schema that is there. */
export type TakeOver = {
  /** Fields that the schema does not have. */
  fields: boolean
  /** Types that came and that the schema does not allow. */
  types: boolean
  /** Fields that were missing or empty in an example are not required any more. */
  optional: boolean
}

/**
 * A schema with what examples have shown besides, taken over by choice; everything else of it stays as it is, key by key.
 * Fields inside objects and lists are looked at, too; references and combinations are left alone.
 */
export function mergeInferred(schema: JsonSchema, inferred: JsonSchema, take: TakeOver): JsonSchema {
  if (typeof schema.$ref === 'string') return schema
  let merged = schema
  const set = (name: string, value: unknown) => {
    if (merged[name] !== value) merged = { ...merged, [name]: value }
  }
  if (take.types) set('type', widerType(schema, inferred))
  const wasDescribed = schema.type !== undefined || schema.properties !== undefined || schema.items !== undefined
  if (isObject(inferred.properties) && (wasDescribed || take.fields)) {
    const properties = mergeProperties(schema.properties, inferred.properties, take)
    if (properties !== undefined) set('properties', properties)
  }
  if (isObject(inferred.items)) {
    if (isObject(schema.items)) set('items', mergeInferred(schema.items, inferred.items, take))
    else if (schema.items === undefined && take.fields) set('items', inferred.items)
  }
  if (take.optional && Array.isArray(schema.required)) {
    const filled = Array.isArray(inferred.required) ? inferred.required : []
    const seen = isObject(inferred.properties) ? inferred.properties : {}
    const required = schema.required.filter((name) => filled.includes(name) || !Object.hasOwn(seen, String(name)))
    if (required.length !== schema.required.length) set('required', required)
  }
  return merged
}

function mergeProperties(own: unknown, seen: Record<string, unknown>, take: TakeOver): unknown {
  if (own !== undefined && !isObject(own)) return own
  const before = own ?? {}
  let changed = false
  const entries = Object.entries(before).map(([name, inner]) => {
    const other = Object.hasOwn(seen, name) ? seen[name] : undefined
    if (!isObject(inner) || !isObject(other)) return [name, inner] as const
    const merged = mergeInferred(inner, other, take)
    changed ||= merged !== inner
    return [name, merged] as const
  })
  const added = take.fields ? Object.entries(seen).filter(([name]) => !Object.hasOwn(before, name)) : []
  return changed || added.length > 0 ? Object.fromEntries([...entries, ...added]) : own
}

const typesOf = (type: unknown): unknown[] => (type === undefined ? [] : [type].flat())

/** The types of both; a number may be an integer already. */
function widerType(schema: JsonSchema, inferred: JsonSchema): unknown {
  const own = typesOf(schema.type)
  if (own.length === 0) return schema.type
  const added = typesOf(inferred.type).filter(
    (type) => !own.includes(type) && !(type === 'integer' && own.includes('number')),
  )
  if (added.length === 0) return schema.type
  const both = [...own, ...added].filter((type, _, all) => type !== 'integer' || !all.includes('number'))
  return both.length === 1 ? both[0] : both
}

/** How many fields of the examples the schema does not have, at any depth. */
export function countNewFields(schema: unknown, inferred: JsonSchema): number {
  const own = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const fields = isObject(inferred.properties) ? Object.entries(inferred.properties) : []
  const inner = fields.reduce((sum, [name, field]) => {
    if (!isObject(field)) return sum
    return sum + (Object.hasOwn(own, name) ? countNewFields(own[name], field) : 1)
  }, 0)
  if (!isObject(inferred.items)) return inner
  return inner + countNewFields(isObject(schema) ? schema.items : undefined, inferred.items)
}
