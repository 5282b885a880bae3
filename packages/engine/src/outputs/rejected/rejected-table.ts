import { escapeFormula } from '../encoding/escape-formula.ts'
import type { RejectedHead, RejectedPlace, RejectedRecord } from './rejected-file.ts'
import { sheetLimits } from '../xlsx/workbook-sheet.ts'

/** Columns of records without a header of their own that are told apart; what comes beyond is one cell of JSON text. */
const maxFields = sheetLimits.columns - 4
const furtherFields = 'Further fields'
const reasons = 'Reasons'

/**
 * The columns of the rejected records: row and line (of a workbook record and row), the file's own columns, the reasons.
 * `look` at every record comes first: only then it is known which fields records without a header have, and whether rows
 * are wider than the header.
 */
export class RejectedTable {
  readonly #places: readonly string[]
  readonly #columns: readonly string[] | null
  readonly #fields = new Set<string>()
  #width: number
  #hasFurther = false

  constructor({ columns, sheet }: RejectedHead) {
    this.#places = sheet === undefined ? ['Row', 'Line'] : ['Record', `Row of the sheet ${sheet}`]
    this.#columns = columns
    this.#width = columns?.length ?? 0
  }

  look(record: RejectedRecord): void {
    if (Array.isArray(record)) {
      this.#width = Math.max(this.#width, record.length)
      return
    }
    for (const name of Object.keys(record)) {
      if (this.#fields.has(name)) continue
      if (this.#fields.size < maxFields) this.#fields.add(name)
      else this.#hasFurther = true
    }
  }

  header(): string[] {
    const own = this.#columns ?? [...this.#fields]
    const wider = Array.from({ length: Math.max(0, this.#width - own.length) }, (_, i) => `Cell ${own.length + i + 1}`)
    const further = this.#hasFurther ? [furtherFields] : []
    const guarded = [...own, ...(this.#columns === null ? further : wider)].map((name) => String(escapeFormula(name)))
    return [...this.#places, ...guarded, reasons]
  }

  cells([, row, line, findings]: RejectedPlace, record: RejectedRecord): unknown[] {
    const why = escapeFormula(findings.map(([, , , , message]) => message).join('; '))
    return [row, line, ...(Array.isArray(record) ? this.#row(record) : this.#named(record)), why]
  }

  #row(cells: readonly unknown[]): unknown[] {
    return Array.from({ length: this.#width }, (_, i) => escapeFormula(cells[i]))
  }

  #named(record: Record<string, unknown>): unknown[] {
    const cells = Array.from(this.#fields, (name) => (Object.hasOwn(record, name) ? escapeFormula(record[name]) : null))
    if (!this.#hasFurther) return cells
    const rest = Object.entries(record).filter(([name]) => !this.#fields.has(name))
    return [...cells, rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest))]
  }
}
