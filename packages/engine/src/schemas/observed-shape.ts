import { parseNumberText } from '@millrace/contract/schemas/number-text.rule'

/** How values are looked at. */
export type ObserveOptions = {
  /** Values are text (CSV, XLSX, XML): look for numbers and true/false in them, as coercion will read them. */
  text?: boolean
  decimal?: '.' | ','
}

/** What was seen at one place of all examples together. */
export type ObservedShape = {
  /** How often a value of each type was there; 'empty' is a text of nothing. */
  types: Map<string, number>
  /** Times seen, to tell required fields. */
  count: number
  fields: Map<string, { shape: ObservedShape; filled: number }>
  items: ObservedShape | null
}

const MAX_FIELDS = 16_384
const MAX_DEPTH = 64

/** Codes such as '007', '+49…' or long digit runs are names, not amounts: they stay text. */
const codeLike = /^\s*(?:[+-]?0\d|\+)|\d{10}/

export const newShape = (): ObservedShape => ({ types: new Map(), count: 0, fields: new Map(), items: null })

function typeOf(value: unknown, options: ObserveOptions): string {
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

const addTo = (counts: Map<string, number>, key: string, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Adds one value to what is known of its place. */
export function observe(shape: ObservedShape, value: unknown, options: ObserveOptions, depth = 0): void {
  shape.count++
  const type = typeOf(value, options)
  addTo(shape.types, type)
  if (depth > MAX_DEPTH) return
  if (type === 'array') {
    shape.items ??= newShape()
    for (const item of value as unknown[]) observe(shape.items, item, options, depth + 1)
  } else if (type === 'object') {
    for (const [name, item] of Object.entries(value as object)) {
      const field = fieldOf(shape, name)
      if (field === null) continue
      observe(field.shape, item, options, depth + 1)
      if (item !== null && item !== undefined && item !== '') field.filled++
    }
  }
}

function fieldOf(shape: ObservedShape, name: string): { shape: ObservedShape; filled: number } | null {
  const known = shape.fields.get(name)
  if (known !== undefined || shape.fields.size >= MAX_FIELDS) return known ?? null
  const field = { shape: newShape(), filled: 0 }
  shape.fields.set(name, field)
  return field
}

/** Adds all that `other` has seen. */
export function mergeShape(into: ObservedShape, other: ObservedShape): void {
  into.count += other.count
  for (const [type, count] of other.types) addTo(into.types, type, count)
  for (const [name, { shape, filled }] of other.fields) {
    const field = fieldOf(into, name)
    if (field === null) continue
    mergeShape(field.shape, shape)
    field.filled += filled
  }
  if (other.items === null) return
  into.items ??= newShape()
  mergeShape(into.items, other.items)
}

/** Places of numbers, to find out under which decimal mark a file has more of them. */
export function countNumbers(shape: ObservedShape): number {
  const own = (shape.types.get('number') ?? 0) + (shape.types.get('integer') ?? 0)
  const fields = [...shape.fields.values()].reduce((sum, field) => sum + countNumbers(field.shape), 0)
  return own + fields + (shape.items === null ? 0 : countNumbers(shape.items))
}
