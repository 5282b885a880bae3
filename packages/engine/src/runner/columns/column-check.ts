import type { JsonSchema } from '@millrace/contract'
import { createRowValidator } from '../../schemas/row-validator.ts'
import type { RowValidator, SchemaStore } from '../../schemas/validation.types.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'
import type { PackedColumn, PackedRows, RowPacker } from './packed-rows.ts'
import { toPlainValue } from './plain-data.ts'

/**
 * Says of packed rows whether all of them are plain data that fits the schema. false may mean that it cannot tell:
 * then the rows are looked at one by one. It never accepts what the validator of rows would refuse.
 */
export type ColumnCheck = (rows: PackedRows) => boolean

/** Keywords of a row schema that say nothing of a record. */
const annotations = new Set(
  '$schema $id $comment title description default examples definitions readOnly writeOnly ui'.split(' '),
)
/** Keywords that are dealt with here. */
const understood = new Set(['type', 'properties', 'required', 'additionalProperties'])

type ValueCheck = (column: PackedColumn) => boolean

/** null where the schema of the rows is more than fields, each by itself. */
export function createColumnCheck(
  schema: JsonSchema | null,
  store: SchemaStore,
  valuesOf: RowPacker['valuesOf'],
): ColumnCheck | null {
  if (schema === null) return (rows) => rows.columns.every(isPlain)
  const root = flatRoot(schema, store)
  if (root === null) return null
  const { properties = {}, required = [], additionalProperties } = root as FlatSchema
  const checks = new Map<string, ValueCheck | null>()
  const byValue = valueChecks(properties, store, valuesOf)
  const checkOf = (name: string): ValueCheck | null => {
    if (!Object.hasOwn(properties, name)) return additionalProperties === false ? () => false : null
    return valueCheck(properties[name], byValue(name), valuesOf)
  }
  return ({ keys, columns }) => {
    for (const name of required) if (!keys.includes(name)) return false
    return columns.every((column, i) => {
      const key = keys[i] as string
      let check = checks.get(key)
      if (check === undefined) checks.set(key, (check = checkOf(key)))
      if (!isPlain(column)) return false
      if (required.includes(key) && !isComplete(column)) return false
      return check === null || check(column)
    })
  }
}

type FlatSchema = {
  properties?: Record<string, unknown>
  required?: string[]
  additionalProperties?: boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The schema itself or the stored one it names; null where it has keywords that look at several fields at once. */
export function flatRoot(schema: JsonSchema, store: SchemaStore): Record<string, unknown> | null {
  let root: unknown = schema
  if (isObject(root) && typeof root.$ref === 'string' && Object.keys(root).length === 1) {
    root = Object.hasOwn(store, root.$ref) ? store[root.$ref] : null
  }
  if (!isObject(root)) return null
  for (const name of Object.keys(root)) if (!annotations.has(name) && !understood.has(name)) return null
  const { type, properties, required, additionalProperties } = root
  if (type !== undefined && type !== 'object') return null
  if (properties !== undefined && !isObject(properties)) return null
  if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === 'string'))) {
    return null
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') return null
  // A reference into this document would point to nothing in the schema of one field.
  return /"\$ref":"(?!importer:)/.test(JSON.stringify(root)) ? null : root
}

/** Whether every row has a value. */
function isComplete({ kind, data, odd, absent }: PackedColumn): boolean {
  return absent.length === 0 && !(kind === 'v' ? (data as unknown[]) : odd).includes(undefined)
}

/** Dates become their ISO text in place, as in records that are looked at one by one. */
function isPlain({ kind, data, odd }: PackedColumn): boolean {
  if (kind === 'n' && !areFinite(data as Float64Array)) return false
  const values = (kind === 'v' ? data : odd) as unknown[]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === undefined || typeof value === 'boolean' || typeof value === 'string') continue
    const plain = toPlainValue(value)
    if (plain === undefined) return false
    if (plain !== value) values[i] = plain
  }
  return true
}

function areFinite(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return false
  return true
}

const textKeywords = new Set([...annotations, 'type', 'minLength', 'maxLength'])
const numberKeywords = new Set([...annotations, 'type', 'minimum', 'maximum'])

/** What the column's kind and lengths decide costs nothing per value; the rest is for the validator, value by value. */
function valueCheck(schema: unknown, byValue: ValueCheck, valuesOf: RowPacker['valuesOf']): ValueCheck {
  if (!isObject(schema)) return byValue
  const only = (known: ReadonlySet<string>) => Object.keys(schema).every((name) => known.has(name))
  if (schema.type === 'string' && only(textKeywords)) {
    const min = typeof schema.minLength === 'number' ? schema.minLength : 0
    const max = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY
    // A character is one or two units of the text.
    return (column) => lengthsWithin(column, min * 2 - (min > 0 ? 1 : 0), max) || byValue(column)
  }
  if ((schema.type === 'number' || schema.type === 'integer') && only(numberKeywords)) {
    const min = typeof schema.minimum === 'number' ? schema.minimum : Number.NEGATIVE_INFINITY
    const max = typeof schema.maximum === 'number' ? schema.maximum : Number.POSITIVE_INFINITY
    const whole = schema.type === 'integer'
    return (column) => numbersWithin(column, min, max, whole) || byValue(column)
  }
  if (Array.isArray(schema.enum) && only(new Set([...annotations, 'type', 'enum'])) && schema.type === 'string') {
    const allowed = new Set(schema.enum)
    return (column) =>
      (column.kind === 's' &&
        column.odd.length === 0 &&
        valuesOf(column).every((value, i) => isIn(column, i, value, allowed))) ||
      byValue(column)
  }
  return byValue
}

const isIn = ({ absent }: PackedColumn, i: number, value: unknown, allowed: ReadonlySet<unknown>): boolean =>
  allowed.has(value) || absent.includes(i)

/** The validator of rows asked for one value at a time. One for all fields: making one takes milliseconds. */
function valueChecks(
  properties: Record<string, unknown>,
  store: SchemaStore,
  valuesOf: RowPacker['valuesOf'],
): (name: string) => ValueCheck {
  let validator: RowValidator | null = null
  // A field without a value is not looked at; all are there, so that every look is at an object of one shape.
  const holder = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined])) as DataRecord
  return (name) => (column) => {
    const { check } = (validator ??= createRowValidator({ schema: { properties } as JsonSchema, store, coerce: false }))
    const fits = valuesOf(column).every((value) => {
      put(holder, name, value)
      return check(holder) === null
    })
    put(holder, name, undefined)
    return fits
  }
}

function put(holder: DataRecord, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true })
  } else holder[name] = value
}

function lengthsWithin({ kind, ends, odd }: PackedColumn, min: number, max: number): boolean {
  if (kind !== 's' || ends === null || odd.length > 0) return false
  let from = 0
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number
    const length = end - from
    if (length < min || length > max) return false
    from = end
  }
  return true
}

function numbersWithin({ kind, data, odd }: PackedColumn, min: number, max: number, whole: boolean): boolean {
  if (kind !== 'n' || odd.length > 0) return false
  const numbers = data as Float64Array
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number
    if (!(value >= min && value <= max) || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return false
  }
  return true
}
