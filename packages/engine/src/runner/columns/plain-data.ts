import type { DataRecord } from '../../formats/records/file.types.ts'

/** Levels of nesting beyond which writing a record would run out of stack. */
const maxDepth = 1000

/**
 * A record as plain data, or null when it is none. Dates become ISO text, as JSON would have them; what JSON cannot
 * hold (BigInt, Map, binary data, NaN) makes the record unusable. Most records hold no object but lists: the quick look
 * over the values is all they cost.
 */
export function toPlainRecord(value: unknown, depth = 0): DataRecord | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !isPlain(value)) return null
  if (depth > maxDepth) return null
  const record = value as DataRecord
  for (const key in record) {
    const kind = typeof record[key]
    if (kind === 'object' || kind === 'bigint' || (kind === 'number' && !Number.isFinite(record[key]))) {
      const plain = toPlainValue(record[key], depth + 1)
      if (plain === undefined) return null
      if (plain !== record[key]) setOwn(record, key, plain)
    }
  }
  return record
}

/** Why `toPlainRecord` refused it. */
export function describeNotPlainData(value: unknown): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const what = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`
    return `it is ${what}, not an object`
  }
  const odd = Object.entries(value).find(([, part]) => typeof part === 'number' && !Number.isFinite(part))
  if (odd !== undefined) return `Field '${odd[0]}' is ${odd[1]}, which no file can hold`
  return `it holds a value that is not plain data, such as NaN, or is nested more than ${maxDepth} levels deep`
}

export function toPlainValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return undefined
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (Array.isArray(value)) {
    if (depth > maxDepth) return undefined
    for (let i = 0; i < value.length; i++) {
      const plain = toPlainValue(value[i], depth + 1)
      if (plain === undefined && value[i] !== undefined) return undefined
      value[i] = plain ?? null
    }
    return value
  }
  return toPlainRecord(value, depth) ?? undefined
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

const setOwn = (record: DataRecord, key: string, value: unknown): void => {
  Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true })
}
