import { UNREAD } from './row-scanner.ts'

/**
 * Whether a row holds nothing but white space, spaces that do not break among it. `allCells` reads the row once more with
 * all of its cells, where what was read is blank and the rest was not read: a row is blank or not whatever is read of it.
 */
export function isBlankRow(cells: readonly string[], count: number, allCells: () => readonly string[]): boolean {
  let isRead = true
  for (let i = 0; i < count; i++) {
    const cell = cells[i] as string
    if (cell === UNREAD) isRead = false
    else if (cell !== '' && cell.trim() !== '') return false
  }
  return isRead || allCells().every((cell) => cell.trim() === '')
}

/** A quick look at the first cell, which spares nearly all rows the look at the others. */
export const mayBeBlank = (first: string | undefined): boolean =>
  first === '' || first === UNREAD || (first !== undefined && first.trim() === '')
