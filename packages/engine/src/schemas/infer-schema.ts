import type { InferredField, JsonSchema } from '@millrace/contract'
import { newShape, observe, type ObservedShape, type ObserveOptions } from './observed-shape.ts'

export type InferOptions = ObserveOptions & {
  /** Describe the items of a top-level list instead of the list. */
  omitStartingArray?: boolean
}

function typeList(shape: ObservedShape, text: boolean): string[] {
  const types = new Set(shape.types.keys())
  types.delete('empty')
  if (types.has('number')) types.delete('integer')
  const isNull = types.delete('null')
  // A column of text that is sometimes a number is text; elsewhere values keep their types and all of them are allowed.
  if (text && types.size > 1 && !types.has('object') && !types.has('array')) return ['string']
  if (types.size === 0) return shape.types.has('empty') ? ['string'] : isNull ? ['null'] : []
  return isNull ? [...types, 'null'] : [...types]
}

function schemaOf(shape: ObservedShape, text: boolean): JsonSchema {
  const types = typeList(shape, text)
  const schema: JsonSchema = types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }
  if (types.includes('object')) {
    const names = [...shape.fields]
    schema.properties = Object.fromEntries(names.map(([name, field]) => [name, schemaOf(field.shape, text)]))
    const objects = shape.types.size === 1 ? shape.count : Number.POSITIVE_INFINITY
    const required = names.filter(([, field]) => field.filled === objects).map(([name]) => name)
    if (required.length > 0) schema.required = required
  }
  if (types.includes('array')) schema.items = shape.items ? schemaOf(shape.items, text) : {}
  return schema
}

/**
 * A draft-07 schema of what was seen: types, and as required what is present and not empty in all (SCH-026).
 * @param text all of it was text
 */
export const schemaOfShape = (shape: ObservedShape, text: boolean): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...schemaOf(shape, text),
})

/** What each field of the schema was inferred from, by its place in the schema. */
export function fieldsOfShape(shape: ObservedShape, pointer = ''): InferredField[] {
  const fields = [...shape.fields].flatMap(([name, field]) => {
    const at = `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const seen = shape.types.get('object') ?? 0
    const own = { pointer: at, seen, filled: field.filled, types: Object.fromEntries(field.shape.types) }
    return [own, ...fieldsOfShape(field.shape, at)]
  })
  return shape.items === null ? fields : [...fields, ...fieldsOfShape(shape.items, `${pointer}/items`)]
}

/** The schema of examples, all of one kind. */
export function inferSchema(values: Iterable<unknown>, options: InferOptions = {}): JsonSchema {
  const shape = newShape()
  for (const value of values) observeDocument(shape, value, options)
  return schemaOfShape(shape, options.text === true)
}

/** Adds a document, or the items of its list where those are wanted. */
export function observeDocument(shape: ObservedShape, value: unknown, options: InferOptions): void {
  if (!options.omitStartingArray || !Array.isArray(value)) observe(shape, value, options)
  else for (const item of value) observe(shape, item, options)
}
