import type { JsonSchema } from '@millrace/contract'
import { parseNumberText } from '@millrace/contract/schemas/number-text.rule'

export type InferOptions = {
  /** Describe the items of a top-level list instead of the list. */
  omitStartingArray?: boolean
  /** Values are text (CSV, XLSX, XML): look for numbers and true/false in them, as coercion will read them. */
  text?: boolean
  decimal?: '.' | ','
}

type ObservedShape = {
  types: Set<string>
  /** Times seen, to tell required fields. */
  count: number
  fields: Map<string, { shape: ObservedShape; filled: number }>
  items: ObservedShape | null
}

const newShape = (): ObservedShape => ({ types: new Set(), count: 0, fields: new Map(), items: null })

const MAX_FIELDS = 16_384
const MAX_DEPTH = 64

/** Codes such as '007', '+49…' or long digit runs are names, not amounts: they stay text. */
const codeLike = /^\s*(?:[+-]?0\d|\+)|\d{10}/

function typeOf(value: unknown, options: InferOptions): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value !== 'string' || !options.text) return typeof value
  if (value.trim() === '') return 'empty'
  if (/^(?:true|false)$/i.test(value.trim())) return 'boolean'
  if (codeLike.test(value) || /e/i.test(value)) return 'string'
  const decimal = options.decimal ?? '.'
  const number = parseNumberText(value, decimal)
  return typeof number !== 'number' ? 'string' : value.includes(decimal) ? 'number' : 'integer'
}

function learn(shape: ObservedShape, value: unknown, options: InferOptions, depth: number): void {
  shape.count++
  const type = typeOf(value, options)
  shape.types.add(type)
  if (depth > MAX_DEPTH) return
  if (type === 'array') {
    shape.items ??= newShape()
    for (const item of value as unknown[]) learn(shape.items, item, options, depth + 1)
  } else if (type === 'object') {
    for (const [name, item] of Object.entries(value as object)) {
      let field = shape.fields.get(name)
      if (!field) {
        if (shape.fields.size >= MAX_FIELDS) continue
        field = { shape: newShape(), filled: 0 }
        shape.fields.set(name, field)
      }
      learn(field.shape, item, options, depth + 1)
      if (item !== null && item !== undefined && item !== '') field.filled++
    }
  }
}

function typeList(shape: ObservedShape, options: InferOptions): string[] {
  const types = new Set(shape.types)
  types.delete('empty')
  if (types.has('number')) types.delete('integer')
  const isNull = types.delete('null')
  // A column of text that is sometimes a number is text; elsewhere values keep their types and all of them are allowed.
  if (options.text && types.size > 1 && !types.has('object') && !types.has('array')) return ['string']
  if (types.size === 0) return shape.types.has('empty') ? ['string'] : isNull ? ['null'] : []
  return isNull ? [...types, 'null'] : [...types]
}

function schemaOf(shape: ObservedShape, options: InferOptions): JsonSchema {
  const types = typeList(shape, options)
  const schema: JsonSchema = types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }
  if (types.includes('object')) {
    const names = [...shape.fields]
    schema.properties = Object.fromEntries(names.map(([name, field]) => [name, schemaOf(field.shape, options)]))
    const objects = shape.types.size === 1 ? shape.count : Number.POSITIVE_INFINITY
    const required = names.filter(([, field]) => field.filled === objects).map(([name]) => name)
    if (required.length > 0) schema.required = required
  }
  if (types.includes('array')) schema.items = shape.items ? schemaOf(shape.items, options) : {}
  return schema
}

/** A draft-07 schema merged from examples: types, and as required what is present and not empty in all (SCH-026). */
export function inferSchema(values: Iterable<unknown>, options: InferOptions = {}): JsonSchema {
  const learner = new SchemaLearner(options)
  for (const value of values) learner.add(value)
  return learner.schema()
}

/** The same for values that come in batches. */
class SchemaLearner {
  private readonly shape = newShape()
  private readonly options: InferOptions

  constructor(options: InferOptions = {}) {
    this.options = options
  }

  add(value: unknown): void {
    if (this.options.omitStartingArray && Array.isArray(value))
      for (const item of value) learn(this.shape, item, this.options, 0)
    else learn(this.shape, value, this.options, 0)
  }

  schema(): JsonSchema {
    return { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf(this.shape, this.options) }
  }
}
