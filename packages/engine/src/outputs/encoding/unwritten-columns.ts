import type { DataRecord } from '../../formats/records/file.types.ts'

/** Names told one by one; what comes under further ones is only counted. */
const maxNames = 50

/** Values of records that a table has no column for: they must not vanish in silence. */
export class UnwrittenColumns {
  readonly #columns: ReadonlySet<string>
  readonly #names = new Map<string, { records: number; first: number }>()
  #others = 0
  #record = 0

  constructor(columns: readonly string[]) {
    this.#columns = new Set(columns)
  }

  /** `found`: how many of the columns the record has; where it has no more properties, nothing is looked at. */
  look(record: DataRecord, found: number): void {
    this.#record++
    const keys = Object.keys(record)
    if (keys.length <= found) return
    for (const key of keys) {
      if (this.#columns.has(key) || record[key] === undefined || record[key] === null) continue
      const known = this.#names.get(key)
      if (known !== undefined) known.records++
      else if (this.#names.size < maxNames) this.#names.set(key, { records: 1, first: this.#record })
      else this.#others++
    }
  }

  /** One sentence for each property that was left out. */
  sentences(): string[] {
    const told = [...this.#names].map(([name, { records, first }]) => {
      const many = records === 1 ? `record ${first} has` : `${records} records have, the first of them record ${first}`
      return `The file has no column for '${name}', which ${many}: these values are left out`
    })
    if (this.#others > 0) told.push(`${this.#others} values of further properties have no column and are left out`)
    return told
  }
}
