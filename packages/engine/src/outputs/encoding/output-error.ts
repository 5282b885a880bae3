import { RunError } from '../../runs/run-error.ts'
import type { RefuseRecord } from './encoder.types.ts'

/** Where in an output a value stands: its name, the 1-based number of the record, the column or field. */
export type OutputPlace = { output: string; record: number; field: string | null }

/** The output cannot be written in its format: never a value lost in silence, always a sentence that names the place. */
export function outputError({ output, record, field }: OutputPlace, what: string): RunError {
  const where = [output, record === 0 ? 'the header' : `record ${record}`, field === null ? null : `'${field}'`]
  return new RunError('result', `${where.filter((part) => part !== null).join(', ')}: ${what}`)
}

/** A value that the format cannot hold, by which its record is left out: the field, and what is wrong with it. */
export class UnwritableValueError extends Error {
  readonly field: string | null

  constructor(field: string | null, what: string) {
    super(what)
    this.field = field
  }
}

/** Encodes one record of a batch, or leaves it out. @throws RunError of kind result where nobody is told of what is left out */
export function encodeOr<T>(
  encode: () => T,
  { output, record, index }: { output: string; record: number; index: number },
  refuse: RefuseRecord | undefined,
): T | null {
  try {
    return encode()
  } catch (error) {
    if (!(error instanceof UnwritableValueError)) throw error
    if (refuse === undefined) throw outputError({ output, record, field: error.field }, error.message)
    refuse(index, error.field === null ? error.message : `'${error.field}': ${error.message}`)
    return null
  }
}
