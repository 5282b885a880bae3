import { addProperty, addToList, type Edit, freeName, setKeyword } from './edits.ts'
import { isTypeKind, kindOfSchema, type NodeKind, nodeKinds, typesOf } from './kinds.ts'
import { isPlain, type Json, type Path, partsIn, replaceAt, valueAt } from './paths.ts'
import { roleOf } from './roles.ts'

/** A part of the palette: what it adds to the selected schema, or why it does not fit. */
export type PaletteEntry = { kind: NodeKind; label: string; reason: string | null }

const labels: Record<NodeKind, string> = {
  schema: 'Any value',
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'True or false',
  object: 'Object',
  array: 'List',
  null: 'Null',
  enum: 'List of values',
  allOf: 'All of',
  anyOf: 'Any of',
  oneOf: 'One of',
  not: 'Not',
  ref: 'Reference',
  definitions: 'Definition',
  properties: 'Fields',
  required: 'Required fields',
  dependencies: 'Dependencies',
  items: 'Entries of a list',
}
export const kindLabel = (kind: NodeKind): string => labels[kind]

/** The schema that a new entry goes into: the selected one, or the one around a selected keyword. */
export function schemaAround(schema: Json, path: Path): Path {
  if (path.length === 0) return path
  // The names that a dependency lists stand where a schema could.
  const isSchema = roleOf(path).is === 'schema' && !Array.isArray(valueAt(schema, path))
  return isSchema ? path : schemaAround(schema, path.slice(0, -1))
}

const holdsObject = (schema: unknown): boolean =>
  isPlain(schema) && (typesOf(schema).includes('object') || isPlain(schema.properties) || typesOf(schema).length === 0)
export const holdsList = (schema: unknown): boolean =>
  isPlain(schema) && (typesOf(schema).includes('array') || schema.items !== undefined)

/** Why a part cannot be added to the schema at `at`; null when it can (SCH-020 to SCH-022). */
function refuse(kind: NodeKind, target: unknown, isRoot: boolean): string | null {
  if (!isPlain(target)) return 'This place holds true or false: choose a type first.'
  if (typeof target.$ref === 'string' && kind !== 'definitions') return 'A reference holds nothing else.'
  const properties = partsIn(target.properties).length
  switch (kind) {
    case 'properties':
      return holdsObject(target) ? null : 'Only an object has fields.'
    case 'required':
      if (!holdsObject(target)) return 'Only an object has required fields.'
      if (properties === 0) return 'Add fields first: only they can be required.'
      return target.required === undefined ? null : 'The required fields are listed already.'
    case 'dependencies':
      if (!holdsObject(target)) return 'Only an object has dependencies.'
      if (properties === 0) return 'Add fields first: dependencies are between them.'
      return independentField(target) === undefined ? 'Every field has its dependencies already.' : null
    case 'items':
      if (!holdsList(target)) return 'Only a list has entries.'
      return target.items === undefined ? null : 'The entries of this list are described already.'
    case 'enum':
      return target.enum === undefined ? null : 'The values are listed already.'
    case 'not':
      return target.not === undefined ? null : 'There is one already.'
    case 'definitions':
      return isRoot ? null : 'Definitions belong to the whole schema: select its first row.'
    default:
      return null
  }
}

/** The first field whose dependencies are not described. */
const independentField = ({ properties, dependencies }: Record<string, unknown>): string | undefined =>
  partsIn(properties).find((name) => !partsIn(dependencies).includes(name))

/** Types and combinations of schemas become a field of an object, or the entries of a list. */
const becomesField = (kind: NodeKind): boolean => isTypeKind(kind) || kind === 'ref' || kind === 'schema'

/** Why a schema holds no other one as its field or entry; null when it does. */
export function refuseField(target: unknown): string | null {
  if (!isPlain(target)) return 'This place holds true or false: choose a type first.'
  if (typeof target.$ref === 'string') return 'A reference holds nothing else.'
  if (holdsList(target) && !typesOf(target).includes('object'))
    return target.items === undefined ? null : 'A list has one kind of entries, and it is described already.'
  return holdsObject(target) ? null : 'Only an object or a list holds others: select one.'
}

/** Everything that can be added, each with the reason why it does not fit the selection. */
export function paletteFor(schema: Json, selected: Path): PaletteEntry[] {
  const at = schemaAround(schema, selected)
  const target = valueAt(schema, at)
  return nodeKinds.map((kind) => ({
    kind,
    label: labels[kind],
    reason: becomesField(kind) ? refuseField(target) : refuse(kind, target, at.length === 0),
  }))
}

/** What a new part is at first. */
function newSchema(kind: NodeKind): Record<string, unknown> {
  if (kind === 'object') return { type: 'object', properties: {} }
  if (kind === 'ref') return { $ref: '' }
  return isTypeKind(kind) ? { type: kind } : {}
}

/** Adds a part of the palette to the selection; null where it does not fit. */
export function addFromPalette(schema: Json, selected: Path, kind: NodeKind): Edit | null {
  const entry = paletteFor(schema, selected).find((other) => other.kind === kind)
  if (entry === undefined || entry.reason !== null) return null
  const at = schemaAround(schema, selected)
  const target = valueAt(schema, at)
  if (becomesField(kind)) {
    if (isPlain(target) && holdsList(target) && !typesOf(target).includes('object'))
      return { ...setKeyword(schema, at, 'items', newSchema(kind)), selected: [...at, 'items'] }
    return addProperty(schema, at, newSchema(kind))
  }
  const fields = partsIn(isPlain(target) ? target.properties : undefined)
  switch (kind) {
    case 'properties':
      return addProperty(schema, at, { type: 'string' })
    case 'items':
      return { ...setKeyword(schema, at, 'items', { type: 'string' }), selected: [...at, 'items'] }
    case 'enum':
      return { ...setKeyword(schema, at, 'enum', [exampleOf(target)]), selected: [...at, 'enum'] }
    case 'required':
      return { ...setKeyword(schema, at, 'required', fields), selected: [...at, 'required'] }
    case 'dependencies':
      return addDependency(schema, at)
    case 'not':
      return { ...setKeyword(schema, at, 'not', {}), selected: [...at, 'not'] }
    case 'definitions': {
      const name = freeName('definition', partsIn(valueAt(schema, ['definitions'])))
      return {
        name: `new definition ${name}`,
        schema: replaceAt(schema, ['definitions', name], { type: 'object', properties: {} }),
        selected: ['definitions', name],
      }
    }
    default:
      return addToList(schema, at, kind, {})
  }
}

/** Lets the first field that has no dependencies ask for another one. */
function addDependency(schema: Json, at: Path): Edit | null {
  const target = valueAt(schema, at)
  const name = isPlain(target) ? independentField(target) : undefined
  if (!isPlain(target) || name === undefined) return null
  const needed = partsIn(target.properties).filter((other) => other !== name)
  const path = [...at, 'dependencies', name]
  return {
    name: `dependencies of ${name}`,
    schema: replaceAt(schema, path, needed.slice(0, 1)),
    selected: path.slice(0, -1),
  }
}

/** A first value of `enum` that the type allows (SCH-024). */
function exampleOf(schema: unknown): unknown {
  const examples: Record<string, unknown> = { integer: 0, number: 0, boolean: true, null: null, object: {}, array: [] }
  const kind = kindOfSchema(schema)
  return Object.hasOwn(examples, kind) ? examples[kind] : 'value'
}

/**
 * What a schema becomes when it is given another type: attributes of other types go, what every schema has, and that
 * it may be null, stays.
 */
export function changeType(schema: Json, path: Path, type: NodeKind): Edit {
  const before = valueAt(schema, path)
  const kept = isPlain(before) ? Object.entries(before).filter(([keyword]) => staysWith(keyword, type)) : []
  const typed: Record<string, unknown> = { ...newSchema(type), ...Object.fromEntries(kept) }
  if (isTypeKind(type) && type !== 'null' && typesOf(before).includes('null')) typed.type = [type, 'null']
  return {
    name: `type ${labels[type]} of ${path.at(-1) ?? 'the schema'}`,
    schema: replaceAt(schema, path, typed),
    selected: path,
  }
}

const ofType: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'key'],
  number: ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  array: ['items', 'additionalItems', 'uniqueItems', 'minItems', 'maxItems', 'contains'],
  object: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'required',
    'dependencies',
    'minProperties',
    'maxProperties',
  ],
}
const typed = new Set([...Object.values(ofType).flat(), 'type', '$ref', 'enum', 'const', 'default', 'examples'])

const staysWith = (keyword: string, type: NodeKind): boolean =>
  !typed.has(keyword) || (ofType[type === 'integer' ? 'number' : type] ?? []).includes(keyword)
