import type { DataRecord } from '../../formats/records/file.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import { escapeFormula } from '../encoding/escape-formula.ts'
import { sheetLimits } from '../xlsx/workbook-sheet.ts'

/** Records that one sheet holds below its header. */
const maxSheetRecords = sheetLimits.rows - 1

export const noRecords = 'The file has no records, so there are no columns'
const noFields = 'Its records have no fields, so there are no columns'

/**
 * The records of an output as a table for people. `look` at every record comes first: only then it is known which
 * columns there are, and whether they have the form of a table.
 */
export class OutputTable {
  readonly #format: 'csv' | 'xlsx'
  readonly #maxSheetRecords: number
  readonly #names: Set<string>
  #records = 0

  /** `columns`: those of the file, in its order; null where its records have fields of their own. */
  constructor(format: 'csv' | 'xlsx', columns: readonly string[] | null, limit = maxSheetRecords) {
    this.#format = format
    this.#maxSheetRecords = limit
    this.#names = new Set(columns)
    this.#judgeWidth()
  }

  /** @throws FileError of code limit where a table, or a sheet, cannot hold the record besides those before it */
  look(record: DataRecord): void {
    this.#records++
    if (this.#format === 'xlsx' && this.#records > this.#maxSheetRecords) {
      const most = `A sheet holds at most ${this.#maxSheetRecords.toLocaleString('en')} records, the file has more`
      throw new FileError('limit', `${most}; download it as CSV`)
    }
    const { size } = this.#names
    for (const name of Object.keys(record)) this.#names.add(name)
    if (this.#names.size > size) this.#judgeWidth()
  }

  /** @throws FileError of code structure where the records have no fields */
  header(): string[] {
    if (this.#names.size === 0) {
      throw new FileError('structure', this.#records === 0 ? noRecords : noFields)
    }
    return Array.from(this.#names, (name) => String(escapeFormula(name)))
  }

  /** In the order of the header; objects and lists are JSON text, and no cell begins a formula (S10). */
  cells(record: DataRecord): unknown[] {
    return Array.from(this.#names, (name) => (Object.hasOwn(record, name) ? escapeFormula(record[name]) : null))
  }

  #judgeWidth(): void {
    if (this.#names.size <= sheetLimits.columns) return
    const most = sheetLimits.columns.toLocaleString('en')
    throw new FileError(
      'limit',
      `Its records have more than ${most} different fields, a table has at most so many columns`,
    )
  }
}
