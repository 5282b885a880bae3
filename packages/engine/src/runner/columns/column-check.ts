import type { JsonSchema } from '@millrace/contract'
import { createFitCheck } from '../../schemas/fit-check.ts'
import type { SchemaStore } from '../../schemas/validation.types.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'
import type { PackedColumn, PackedRows, RowPacker } from './packed-rows.ts'
import { toPlainValue } from './plain-data.ts'

/**
 * Says of packed rows whether all of them are plain data that fits the schema. false may mean that it cannot tell:
 * then the rows are looked at one by one. It never accepts what the validator of rows would refuse.
 */
export type ColumnCheck = {
  (rows: PackedRows): boolean
  /** Compiles what the first rows will need: milliseconds, for which isolate and files need not wait. */
  prepare(): void
}

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
  if (schema === null) return Object.assign(({ columns }: PackedRows) => columns.every(isPlain), { prepare() {} })
  const root = flatRoot(schema, store)
  if (root === null) return null
  const { properties = {}, required = [], additionalProperties } = root as FlatSchema
  const checks = new Map<string, ValueCheck | null>()
  const { prepare, checkOfField } = fieldChecks(properties, store, valuesOf)
  const checkOf = (name: string): ValueCheck | null => {
    if (!Object.hasOwn(properties, name)) return additionalProperties === false ? () => false : null
    return checkOfField(name)
  }
  const check = ({ keys, columns }: PackedRows): boolean => {
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
  return Object.assign(check, { prepare })
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

/**
 * The checks of the fields, by name. Those that no kind of column decides are compiled together, as making one takes
 * milliseconds; the others are only where a column has odd values.
 */
function fieldChecks(properties: Record<string, unknown>, store: SchemaStore, valuesOf: RowPacker['valuesOf']) {
  const quick = new Map(Object.entries(properties).map(([name, schema]) => [name, quickCheck(schema, valuesOf)]))
  const pick = (isQuick: boolean) =>
    valueChecks(
      Object.fromEntries(Object.entries(properties).filter(([name]) => (quick.get(name) === null) !== isQuick)),
      store,
      valuesOf,
    )
  const [usual, odd] = [pick(false), pick(true)]
  const checkOfField = (name: string): ValueCheck => {
    const decides = quick.get(name) ?? null
    if (decides === null) return usual.checkOf(name)
    const byValue = odd.checkOf(name)
    return (column) => decides(column) || byValue(column)
  }
  return { prepare: usual.prepare, checkOfField }
}

/** What the column's kind and lengths decide costs nothing per value. null: each value has to be looked at. */
function quickCheck(schema: unknown, valuesOf: RowPacker['valuesOf']): ValueCheck | null {
  if (!isObject(schema)) return null
  const only = (known: ReadonlySet<string>) => Object.keys(schema).every((name) => known.has(name))
  if (schema.type === 'string' && only(textKeywords)) {
    const min = typeof schema.minLength === 'number' ? schema.minLength : 0
    const max = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY
    return (column) => lengthsWithin(column, min, max)
  }
  if ((schema.type === 'number' || schema.type === 'integer') && only(numberKeywords)) {
    const min = typeof schema.minimum === 'number' ? schema.minimum : Number.NEGATIVE_INFINITY
    const max = typeof schema.maximum === 'number' ? schema.maximum : Number.POSITIVE_INFINITY
    const whole = schema.type === 'integer'
    return (column) => numbersWithin(column, min, max, whole)
  }
  if (Array.isArray(schema.enum) && only(new Set([...annotations, 'type', 'enum'])) && schema.type === 'string') {
    const allowed = new Set(schema.enum)
    return (column) =>
      column.kind === 's' &&
      gapsOf(column) !== null &&
      valuesOf(column).every((value) => value === undefined || allowed.has(value))
  }
  return null
}

/** One check for all these fields, asked for one value at a time; compiled by `prepare` or when it is first asked. */
function valueChecks(properties: Record<string, unknown>, store: SchemaStore, valuesOf: RowPacker['valuesOf']) {
  let check: ((value: unknown) => boolean) | null = null
  const compiled = () => (check ??= createFitCheck({ properties } as JsonSchema, store))
  // A field without a value is not looked at; all are there, so that every look is at an object of one shape.
  const holder = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined])) as DataRecord
  const checkOf =
    (name: string): ValueCheck =>
    (column) => {
      const isFit = compiled()
      const fits = valuesOf(column).every((value) => {
        put(holder, name, value)
        return isFit(holder)
      })
      put(holder, name, undefined)
      return fits
    }
  return {
    checkOf,
    prepare() {
      if (Object.keys(properties).length > 0) compiled()
    },
  }
}

function put(holder: DataRecord, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true })
  } else holder[name] = value
}

const none: ReadonlySet<number> = new Set()

/** The rows without a value, at which no rule of the field looks; null where a value is of another kind than its column. */
function gapsOf({ at, odd }: PackedColumn): ReadonlySet<number> | null {
  if (odd.length === 0) return none
  return odd.every((value) => value === undefined) ? new Set(at) : null
}

const surrogate = /[\ud800-\udfff]/

function lengthsWithin(column: PackedColumn, minCharacters: number, max: number): boolean {
  const { kind, data, ends } = column
  const gaps = gapsOf(column)
  if (kind !== 's' || ends === null || gaps === null) return false
  // A character is one unit of the text, or two where there are surrogates.
  const min = minCharacters > 1 && surrogate.test(data as string) ? minCharacters * 2 - 1 : minCharacters
  let from = 0
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number
    const length = end - from
    if ((length < min || length > max) && !gaps.has(i)) return false
    from = end
  }
  return true
}

function numbersWithin(column: PackedColumn, min: number, max: number, whole: boolean): boolean {
  const gaps = gapsOf(column)
  if (column.kind !== 'n' || gaps === null) return false
  const numbers = column.data as Float64Array
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number
    const fits = value >= min && value <= max && Number.isFinite(value) && (!whole || Number.isInteger(value))
    if (!fits && !gaps.has(i)) return false
  }
  return true
}
