import { toOneLine } from '@millrace/contract/logs/one-line.rule'
import { print } from './print.ts'

/** Characters, so that accents and signs beyond the first plane count once. */
const widthOf = (text: string): number => [...text].length

/** Rows as columns of equal width, headings first; nothing is printed for no rows. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headings, ...rows].map((line) => line.map(toOneLine))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  for (const line of lines) {
    const cells = line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
    print(cells.join('  ').trimEnd())
  }
}

/** 'YYYY-MM-DD HH:mm' in the zone; '-' for nothing. */
export function formatLocalTime(instant: string | null, timeZone: string): string {
  if (instant === null) return '-'
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(new Date(instant))
}
