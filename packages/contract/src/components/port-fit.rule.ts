import type { JsonSchema } from '../primitives.ts'
import { isObject } from '../schemas/schema-keywords.ts'
import { SchemaSet, type SchemaStore } from '../schemas/schema-set.ts'

type Written = Record<string, unknown>
type Reader = { set: SchemaSet; depth: number }

const allTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
type Type = (typeof allTypes)[number]

const words: Record<Type, string> = {
  null: 'null',
  boolean: 'yes or no',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
}
/** Alternatives (`anyOf`, `oneOf`) that are looked at, and levels below the port; beyond them everything fits. */
const maxAlternatives = 24
const maxDepth = 6

/**
 * Why what comes from one port cannot be what another one takes, in one sentence; null where it fits as far as the
 * schemas say. A field that the receiver needs counts as missing where the sender names its fields and this is none of
 * them. References lead into the store; what is not there fits everything.
 */
export function findMisfit(from: JsonSchema, to: JsonSchema, store: SchemaStore): string | null {
  if (JSON.stringify(from) === JSON.stringify(to)) return null
  const open = (schema: JsonSchema): SchemaSet => new SchemaSet(schema, store, { onMissing: () => undefined })
  try {
    const [given, taken] = [open(from), open(to)]
    return misfit(
      { set: given, depth: 0 },
      alternativesOf(given.root.schema, given),
      { set: taken, depth: 0 },
      alternativesOf(taken.root.schema, taken),
      '',
    )
  } catch {
    // A schema that cannot be read is told where it is written.
    return null
  }
}

/** The first reason of all pairs; null when any pair fits. */
function misfit(from: Reader, given: Written[], to: Reader, taken: Written[], field: string): string | null {
  if (from.depth > maxDepth || given.length * taken.length > maxAlternatives ** 2) return null
  let first: string | null = null
  for (const one of given)
    for (const other of taken) {
      const reason = misfitOfPair(from, one, to, other, field)
      if (reason === null) return null
      first ??= reason
    }
  return first
}

function misfitOfPair(from: Reader, given: Written, to: Reader, taken: Written, field: string): string | null {
  const gives = typesOf(given)
  const takes = typesOf(taken)
  const common = gives.filter((type) => takes.includes(type))
  if (common.length === 0 && gives.length > 0 && takes.length > 0)
    return `${field === '' ? 'It' : field} gives ${wordsOf(gives)}, and ${wordsOf(takes)} is needed.`
  const [only] = common
  if (common.length !== 1 || gives.length !== 1) return null
  if (only === 'array') return misfitBelow(from, given.items, to, taken.items, `${field}[]`)
  return only === 'object' ? misfitOfFields(from, given, to, taken, field) : null
}

function misfitOfFields(from: Reader, given: Written, to: Reader, taken: Written, field: string): string | null {
  const there = isObject(given.properties) ? given.properties : {}
  const wanted = isObject(taken.properties) ? taken.properties : {}
  const certain = namesIn(given.required)
  const namesFields = Object.keys(there).length > 0 || given.additionalProperties === false
  const missing = namesIn(taken.required).filter((name) => !Object.hasOwn(there, name) && !certain.includes(name))
  if (namesFields && missing.length > 0 && !isObject(given.patternProperties))
    return `The field ${pathTo(field, missing[0] ?? '')} is needed, and is not there.`
  for (const name of Object.keys(wanted)) {
    if (!Object.hasOwn(there, name)) continue
    const reason = misfitBelow(from, there[name], to, wanted[name], pathTo(field, name))
    if (reason !== null) return reason
  }
  return null
}

function misfitBelow(from: Reader, given: unknown, to: Reader, taken: unknown, field: string): string | null {
  const below = ({ set, depth }: Reader): Reader => ({ set, depth: depth + 1 })
  return misfit(below(from), alternativesOf(given, from.set), below(to), alternativesOf(taken, to.set), field)
}

const pathTo = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`)
const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
const wordsOf = (types: readonly Type[]): string => types.map((type) => words[type]).join(' or ')

/** The types that a value of this schema can have. */
function typesOf(schema: Written): Type[] {
  const listed = schema.type === undefined ? allTypes : [schema.type].flat()
  const declared = allTypes.filter((type) =>
    listed.some((name) => name === type || (name === 'integer' && type === 'number')),
  )
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : null
  return values === null ? declared : declared.filter((type) => values.some((value) => typeOf(value) === type))
}

function typeOf(value: unknown): Type {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const name = typeof value
  return name === 'boolean' || name === 'number' || name === 'string' ? name : 'object'
}

/** The schemas without choices, references and parts that together say the same, as far as the rule looks. */
function alternativesOf(schema: unknown, set: SchemaSet, seen: readonly unknown[] = []): Written[] {
  if (!isObject(schema) || seen.includes(schema)) return [{}]
  const path = [...seen, schema]
  if (typeof schema.$ref === 'string') return alternativesOf(set.resolve(schema.$ref)?.schema, set, path)
  const { allOf, anyOf, oneOf, ...own } = schema
  let found: Written[] = [own]
  const narrow = (choices: Written[]) => {
    if (found.length * choices.length > maxAlternatives) return
    found = found.flatMap((one) => choices.map((choice) => joined(one, choice)))
  }
  for (const part of Array.isArray(allOf) ? allOf : []) narrow(alternativesOf(part, set, path))
  for (const choice of [anyOf, oneOf])
    if (Array.isArray(choice)) narrow(choice.flatMap((one) => alternativesOf(one, set, path)))
  return found
}

/** What holds where both hold; of two rules for one thing the later one is looked at. */
function joined(one: Written, other: Written): Written {
  const merged: Written = { ...one, ...other }
  if (isObject(one.properties) && isObject(other.properties))
    merged.properties = { ...one.properties, ...other.properties }
  merged.required = [...namesIn(one.required), ...namesIn(other.required)]
  if (one.type !== undefined && other.type !== undefined) {
    const both = typesOf({ type: one.type }).filter((type) => typesOf({ type: other.type }).includes(type))
    merged.type = both
  }
  return merged
}
