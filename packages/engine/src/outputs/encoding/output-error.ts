import { RunError } from '../../runs/run-error.ts'

/** Where in an output a value stands: its name, the 1-based number of the record, the column or field. */
export type OutputPlace = { output: string; record: number; field: string | null }

/** The output cannot be written in its format: never a value lost in silence, always a sentence that names the place. */
export function outputError({ output, record, field }: OutputPlace, what: string): RunError {
  const where = [output, record === 0 ? 'the header' : `record ${record}`, field === null ? null : `'${field}'`]
  return new RunError('result', `${where.filter((part) => part !== null).join(', ')}: ${what}`)
}
