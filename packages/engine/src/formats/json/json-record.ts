import type { BatchBuilder } from '../records/batch-builder.ts'
import type { ReadLimits, DataRecord } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { type ValueTraits, inspectValue, collectLostNumbers } from './json-precision.ts'
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

/** `exactly` gives the value again with its numbers compared to their texts; it is asked only where one is very large. */
export function addValue(
  builder: BatchBuilder,
  value: unknown,
  line: number,
  limits: ReadLimits,
  exactly: () => unknown,
): void {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const look: ValueTraits = { tooDeep: false, huge: false, fields: 0 }
    inspectValue(value, limits.depth, look)
    if (look.tooDeep) throw depthError(line, null, limits)
    if (look.fields > limits.columns) {
      const message = `Line ${line}: the record has more than ${limits.columns} fields; records are expected in a list`
      throw new FileError('limit', message, { line })
    }
    if (!look.huge) {
      builder.add(value as DataRecord, line)
      return
    }
    const exact = exactly() as DataRecord
    const faults = collectLostNumbers(exact)
    if (faults.length > 0) builder.refuse(exact, line, ...faults)
    else builder.add(exact, line)
  } else {
    const message = `The record is ${typeNameOf(value)}, not an object`
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    builder.refuse({ value }, line, { column: null, rule: 'type', value: text, message })
  }
}
