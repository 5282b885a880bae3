import type { BatchBuilder } from '../records/batch-builder.ts'
import type { ReadLimits, DataRecord } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { type ValueTraits, collectLostNumbers, inspectValue, pathStep } from './json-precision.ts'
import { repeatedText } from './json-repeats.ts'
import { depthError } from './json-error.ts'

/** A value's kind with its article: 'a list', 'an object', 'null'. */
export const typeNameOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value === 'string' ? 'text' : typeof value}`

export const lookAt = (value: unknown, limits: ReadLimits): ValueTraits => {
  const look: ValueTraits = { tooDeep: false, huge: false, fields: 0, names: 0 }
  if (value !== null && typeof value === 'object') inspectValue(value, limits.depth, look)
  return look
}

/** Where a value stands, and what its parsing could not keep. */
export type ValuePlace = {
  line: number
  /** A name that comes twice in one of its objects. */
  repeated: string | undefined
  /** Gives the value again with its numbers compared to their texts; asked only where one is very large. */
  exactly: () => unknown
}

/** Adds a value as a record, or refuses it with the reasons. `look` is what `lookAt` finds in it. */
export function addValue(
  builder: BatchBuilder,
  value: unknown,
  look: ValueTraits,
  { line, repeated, exactly }: ValuePlace,
  limits: ReadLimits,
): void {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = `The record is ${typeNameOf(value)}, not an object`
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    builder.refuse({ value }, line, { column: null, rule: 'type', value: text, message })
    return
  }
  if (look.tooDeep) throw depthError(line, null, limits)
  if (look.fields > limits.columns) {
    const message = `Line ${line}: the record has more than ${limits.columns} fields; records are expected in a list`
    throw new FileError('limit', message, { line })
  }
  const record = (look.huge ? exactly() : value) as DataRecord
  const faults = look.huge ? collectLostNumbers(record) : []
  if (repeated !== undefined) {
    const column = Object.hasOwn(record, repeated) ? repeated : null
    const path = column === null ? '' : `/${pathStep(column)}`
    faults.push({ column, path, rule: 'repeated', value: repeated, message: repeatedText(repeated) })
  }
  if (faults.length > 0) builder.refuse(record, line, ...faults)
  else builder.add(record, line)
}
