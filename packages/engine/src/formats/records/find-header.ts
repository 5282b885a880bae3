import { countExpected, type ExpectedFields } from './expected-fields.ts'
import { FileError } from './file-error.ts'

/** So many rows are looked at for a header. */
export const maxRowsAbove = 30

const hitsOf = (row: readonly string[], expected: ExpectedFields) =>
  countExpected(
    row.map((cell) => cell.trim()),
    expected,
  )

/** How many expected columns the best of these rows names. */
export const bestHits = (rows: readonly (readonly string[])[], expected: ExpectedFields): number =>
  Math.max(0, ...rows.slice(0, maxRowsAbove).map((row) => hitsOf(row, expected)))

/**
 * How many rows stand above the header: titles, dates, comments. A later row is the header when it has all required
 * columns, and more of the expected ones than the first, which lacks some.
 */
export function countRowsAbove(rows: readonly (readonly string[])[], expected: ExpectedFields | null): number {
  const [first, ...below] = rows.slice(0, maxRowsAbove)
  if (first === undefined || expected === null) return 0
  const hasRequired = (row: readonly string[]) => {
    const names = new Set(row.map((cell) => cell.trim()))
    return [...expected.required].every((name) => names.has(name))
  }
  const ofFirst = hitsOf(first, expected)
  if (ofFirst > 0 && hasRequired(first)) return 0
  const enough = Math.min(2, expected.names.size)
  let best = { above: 0, hits: Math.max(ofFirst, enough - 1) }
  below.forEach((row, index) => {
    const hits = hitsOf(row, expected)
    if (hits > best.hits && hasRequired(row)) best = { above: index + 1, hits }
  })
  return best.above
}

/** What the log says of rows that are not read; `place`: where the header is. */
export function describeRowsAbove(rows: readonly (readonly string[])[], place: string): string {
  const texts = rows.map((row) => row.find((cell) => cell.trim() !== '')?.trim() ?? '').filter((text) => text !== '')
  const shown = texts.slice(0, 3).map((text) => `'${text.length > 60 ? `${text.slice(0, 57)}…` : text}'`)
  const what = shown.length === 0 ? '' : `: ${shown.join(', ')}${texts.length > 3 ? ', …' : ''}`
  const count = rows.length === 1 ? 'The row above it is' : `The ${rows.length} rows above it are`
  return `The header is in ${place}. ${count} not read${what}`
}

/** @throws FileError where the file ends before the row that is set as its header */
export function requireRow<Row>(row: Row | undefined, headerRow: number): Row {
  if (row !== undefined) return row
  throw new FileError('header', `The header is set to row ${headerRow}, which the file does not have`)
}
