import { innerSchemas, isObject } from './schema-keywords.ts'

/** A schema inside a schema, by its JSON pointer from the root, '' for the root itself. */
type SchemaPlace = { pointer: string; schema: Record<string, unknown> }

const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Every schema inside a schema, itself first, in the order in which it is written. No reference is followed. */
export function* schemaPlaces(schema: unknown, pointer = ''): Generator<SchemaPlace> {
  if (!isObject(schema)) return
  yield { pointer, schema }
  for (const { steps, schema: inner } of innerSchemas(schema)) {
    yield* schemaPlaces(inner, pointer + steps.map(step).join(''))
  }
}

/** Where a schema stands first in a document, as a JSON pointer; null when it is no part of it. */
export function placeOfSchema(document: unknown, schema: unknown): string | null {
  for (const place of schemaPlaces(document)) if (place.schema === schema) return place.pointer
  return null
}

/** Where a reference or a pattern stands first, as a JSON pointer; null when it stands nowhere. */
export function placeOfText(schema: unknown, text: string): string | null {
  for (const { pointer, schema: inner } of schemaPlaces(schema)) {
    for (const keyword of ['$ref', 'pattern']) if (inner[keyword] === text) return `${pointer}/${keyword}`
    if (isObject(inner.patternProperties) && Object.hasOwn(inner.patternProperties, text)) {
      return `${pointer}/patternProperties${step(text)}`
    }
  }
  return null
}

const isOfType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

/**
 * Values of an `enum` or `const` that their own schema's `type` never lets through, one of each schema, as a sentence
 * with its place (SCH-024).
 */
export function* enumFaults(schema: unknown): Generator<{ pointer: string; message: string }> {
  for (const { pointer, schema: inner } of schemaPlaces(schema)) {
    const types = [inner.type].flat().filter((type) => typeof type === 'string')
    if (types.length === 0 || typeof inner.$ref === 'string') continue
    const values: [string, unknown][] = Array.isArray(inner.enum)
      ? inner.enum.map((value, n) => [`enum/${n}`, value])
      : []
    if (Object.hasOwn(inner, 'const')) values.push(['const', inner.const])
    const fault = values.find(([, value]) => !types.some((type) => isOfType[type]?.(value) ?? true))
    if (fault === undefined) continue
    const at = `${pointer}/${fault[0]}`
    const shown = JSON.stringify(fault[1]).slice(0, 50)
    yield { pointer: at, message: `schema${at} is ${shown}, which is never of type ${types.join(' or ')}` }
  }
}

/** The first of these; null when there is none. */
export function findEnumFault(schema: unknown): string | null {
  for (const { message } of enumFaults(schema)) return message
  return null
}
