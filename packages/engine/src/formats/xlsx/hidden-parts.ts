import { columnLetters } from '@millrace/contract/uploads/record-place.rule'
import type { ReadNote } from '../records/file.types.ts'

const maxShown = 10
/** Ranges of hidden columns that are looked at; a real sheet has a few. */
const maxRanges = 1000

const shownOf = (names: readonly string[], count: number): string =>
  names.join(', ') + (count > names.length ? ', …' : '')

/** What a sheet does not show, though it is read like all the rest: people who look at it miss it, and should know. */
export class HiddenParts {
  /** First and last place of columns that are hidden together, from 0. */
  readonly #columns: [first: number, last: number][] = []
  readonly #firstRows: string[] = []
  #rows = 0

  /** `head`: what stands before the rows of the sheet. */
  readColumns(head: string): void {
    for (const [tag] of head.matchAll(/<col\s[^<>]*>/g)) {
      const numberOf = (name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0)
      if (isHidden(tag) && this.#columns.length < maxRanges)
        this.#columns.push([numberOf('min') - 1, numberOf('max') - 1])
    }
  }

  addRow(row: number): void {
    this.#rows++
    if (this.#firstRows.length < maxShown) this.#firstRows.push(String(row))
  }

  columnNote(headers: readonly string[]): ReadNote | null {
    const names = headers.flatMap((name, place) =>
      this.#columns.some(([first, last]) => place >= first && place <= last) ? `${columnLetters(place)} '${name}'` : [],
    )
    if (names.length === 0) return null
    const what = names.length === 1 ? 'a column, which is' : `${names.length} columns, which are`
    const shown = shownOf(names.slice(0, maxShown), names.length)
    return { level: 'info', message: `The sheet hides ${what} read like the others: ${shown}` }
  }

  rowNote(): ReadNote | null {
    if (this.#rows === 0) return null
    const rows = shownOf(this.#firstRows, this.#rows)
    const what = this.#rows === 1 ? 'a row' : `${this.#rows} rows`
    const read = this.#rows === 1 ? 'is' : 'are'
    return {
      level: 'warn',
      message: `The sheet hides ${what}, by a filter or by hand, which ${read} read like the others: ${rows}`,
    }
  }
}

export const isHidden = (tag: string): boolean => /\shidden="(?:1|true)"/.test(tag)
