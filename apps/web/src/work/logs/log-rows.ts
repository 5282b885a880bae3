/**
 * Rows of a list in which a heading stands before each run of lines. `starts`: places of the lines that begin one, in
 * order; without any, rows are lines.
 */
export type Starts = readonly number[]

/** How many rows so many lines and the headings before them are. */
export const countRows = (lines: number, starts: Starts): number => lines + starts.length

/** What stands in a row: the heading before a line, or the line itself, by its place. */
export function rowAt(row: number, starts: Starts): { heading: boolean; line: number } {
  const before = countStarts(starts, (start, place) => start + place <= row)
  const last = starts[before - 1]
  if (last !== undefined && last + before - 1 === row) return { heading: true, line: last }
  return { heading: false, line: row - before }
}

/** The row of a line. */
export const rowOfLine = (line: number, starts: Starts): number => line + countStarts(starts, (start) => start <= line)

/** The line that begins the run to which a row belongs; undefined without headings. */
export const runOfRow = (row: number, starts: Starts): number | undefined =>
  starts[countStarts(starts, (start, place) => start + place <= row) - 1]

/** How many of the first starts something holds of, which holds of none after one that it does not hold of. */
function countStarts(starts: Starts, holds: (start: number, place: number) => boolean): number {
  let [from, to] = [0, starts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(starts[middle] as number, middle)) from = middle + 1
    else to = middle
  }
  return from
}
