import type { JsonSchema } from '@millrace/contract'
import { createFitCheck } from '../../schemas/fit-check.ts'
import { flatRoot } from '../../schemas/flat-root.ts'
import type { SchemaStore } from '../../schemas/validation.types.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'
import type { PackedColumn, PackedRows, RowPacker } from './packed-rows.ts'
import { toPlainValue } from './plain-data.ts'
import { quickCheck, type ValueCheck } from './quick-check.ts'

/**
 * Says of packed rows whether all of them are plain data that fits the schema. false may mean that it cannot tell:
 * then the rows are looked at one by one. It never accepts what the validator of rows would refuse.
 */
export type ColumnCheck = {
  (rows: PackedRows): boolean
  /** Compiles what the first rows will need: milliseconds, for which isolate and files need not wait. */
  prepare(): void
}

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

/**
 * The checks of the fields, by name. Those that no quick check knows are compiled together, as making one takes
 * milliseconds; the others are only where a quick check does not accept a column.
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
