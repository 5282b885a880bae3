import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

export type Node = Record<string, unknown>

const pairs = new WeakMap<object, WeakMap<object, unknown>>()

/** Two schemas that apply to the same part of a value, as one; the same object for the same two, so that fields stay. */
function bothOf(first: unknown, second: unknown): unknown {
  if (first === false || second === false) return false
  if (!isObject(first)) return second
  if (!isObject(second) || first === second) return first
  const known = pairs.get(first) ?? new WeakMap<object, unknown>()
  pairs.set(first, known)
  if (!known.has(second)) known.set(second, { allOf: [first, second] })
  return known.get(second)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

type Join = (first: unknown, second: unknown) => unknown
const smaller: Join = (first, second) => Math.min(Number(first), Number(second))
const larger: Join = (first, second) => Math.max(Number(first), Number(second))
const shared: Join = (first, second) =>
  listOf(first).filter((one) => listOf(second).some((two) => isSameJson(one, two)))
const maps: Join = (first, second) => {
  if (!isObject(first) || !isObject(second)) return first
  const target: Node = Object.assign(Object.create(null) as Node, first)
  for (const [name, schema] of Object.entries(second))
    target[name] = Object.hasOwn(first, name) ? bothOf(first[name], schema) : schema
  return target
}

/** How two values of a keyword become one; of other keywords the first counts. */
const joins: Record<string, Join> = {
  type: (first, second) => typesOfBoth(listOf(first), listOf(second)),
  enum: shared,
  required: (first, second) => [...new Set([...listOf(first), ...listOf(second)])],
  properties: maps,
  patternProperties: maps,
  items: (first, second) => (Array.isArray(first) || Array.isArray(second) ? first : bothOf(first, second)),
  additionalProperties: bothOf,
  additionalItems: bothOf,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: (first, second) => first === true || second === true,
  ui: (first, second) => (isObject(first) && isObject(second) ? { ...second, ...first } : first),
}

function typesOfBoth(first: unknown[], second: unknown[]): unknown {
  const fits = (type: unknown, others: unknown[]) =>
    others.includes(type) || (type === 'integer' && others.includes('number'))
  const both = [
    ...first.filter((type) => fits(type, second)),
    ...second.filter((type) => !first.includes(type) && fits(type, first)),
  ]
  return both.length === 1 ? both[0] : both
}

/** Schemas that all apply to one value, as one schema to draw; annotations of the first win. */
export function mergeParts(parts: readonly Node[]): Node {
  const [first = {}, ...others] = parts
  if (others.length === 0) return first
  const target: Node = { ...first }
  for (const part of others) {
    for (const [name, value] of Object.entries(part)) {
      const join = joins[name]
      if (!Object.hasOwn(target, name)) target[name] = value
      else if (join !== undefined) target[name] = join(target[name], value)
    }
  }
  return target
}
