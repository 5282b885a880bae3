import { isPlain } from './paths.ts'

/** What a row of the schema's tree can be (SCH-006). */
export const nodeKinds = [
  'schema',
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'array',
  'null',
  'enum',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'ref',
  'definitions',
  'properties',
  'required',
  'dependencies',
  'items',
] as const
export type NodeKind = (typeof nodeKinds)[number]

export const typeKinds = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const
export type TypeKind = (typeof typeKinds)[number]
export const isTypeKind = (kind: string): kind is TypeKind => (typeKinds as readonly string[]).includes(kind)

/** The types that a schema names, in its order. */
export const typesOf = (schema: unknown): string[] =>
  !isPlain(schema) || schema.type === undefined ? [] : [schema.type].flat().map(String)

/** What a schema is drawn as: a reference, its one type, a list of values, or just a schema. */
export function kindOfSchema(schema: unknown): NodeKind {
  if (!isPlain(schema)) return 'schema'
  if (typeof schema.$ref === 'string') return 'ref'
  const types = typesOf(schema).filter((type) => type !== 'null')
  const [type = typesOf(schema)[0] ?? ''] = types
  if (types.length <= 1 && isTypeKind(type)) return type
  if (types.length === 0 && Array.isArray(schema.enum)) return 'enum'
  return 'schema'
}

/** Keywords that hold schemas, and how: by name, in a list, or one. */
export type Holding = 'map' | 'list' | 'one'
const holdings: Record<string, Holding> = {
  properties: 'map',
  patternProperties: 'map',
  definitions: 'map',
  $defs: 'map',
  dependencies: 'map',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  items: 'one',
  additionalItems: 'one',
  additionalProperties: 'one',
  contains: 'one',
  propertyNames: 'one',
  not: 'one',
  if: 'one',
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: 'one',
  else: 'one',
}

/** How the keyword holds schemas; null when it holds none here (`items` may be a list, `additionalProperties` a boolean). */
export function holdingOf(keyword: string, value: unknown): Holding | null {
  const holding = Object.hasOwn(holdings, keyword) ? (holdings[keyword] ?? null) : null
  if (holding === 'one') {
    if (keyword === 'items' && Array.isArray(value)) return 'list'
    return isPlain(value) ? 'one' : null
  }
  if (holding === 'list') return Array.isArray(value) ? 'list' : null
  return isPlain(value) ? holding : null
}
