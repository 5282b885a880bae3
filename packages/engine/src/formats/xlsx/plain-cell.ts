import { serialDateText } from './serial-date.ts'
import type { SheetContext } from './sheet-context.ts'

/** What the quick reader found; used again for every cell. */
export type PlainCell = { column: number; value: unknown }

const [space, quote, equals, less, greater] = [32, 34, 61, 60, 62]
const [b, n, r, s, t, v] = [98, 110, 114, 115, 116, 118]
const isDigit = (c: number) => c >= 48 && c <= 57

/**
 * Reads the cells that nearly all cells are, `<c r="A1" s="1" t="s"><v>5</v></c>`, character by character, which is twice
 * as fast as cutting out their parts. @returns the offset behind the cell, or -1 where it is anything else
 */
export function readPlainCell(
  text: string,
  at: number,
  next: number,
  { strings, styles, date1904, limits }: SheetContext,
  found: PlainCell,
): number {
  let i = at + 2
  let column = next
  let style = -1
  let type = n
  while (text.charCodeAt(i) === space) {
    const name = text.charCodeAt(i + 1)
    if (text.charCodeAt(i + 2) !== equals || text.charCodeAt(i + 3) !== quote) return -1
    i += 4
    let c = text.charCodeAt(i)
    if (name === r) {
      for (column = 0; c >= 65 && c <= 90; c = text.charCodeAt(++i)) column = column * 26 + c - 64
      column--
      while (isDigit(c)) c = text.charCodeAt(++i)
    } else if (name === s) {
      for (style = 0; isDigit(c); c = text.charCodeAt(++i)) style = style * 10 + c - 48
    } else if (name === t) {
      type = c
      c = text.charCodeAt(++i)
    } else return -1
    if (c !== quote) return -1
    i++
  }
  if (text.charCodeAt(i) !== greater || text.charCodeAt(i + 1) !== less) return -1
  if (text.charCodeAt(i + 2) !== v || text.charCodeAt(i + 3) !== greater) return -1
  if (column < 0 || column >= limits.columns) return -1
  const from = i + 4
  i = from
  let whole = 0
  let c = text.charCodeAt(i)
  for (; isDigit(c); c = text.charCodeAt(++i)) whole = whole * 10 + c - 48
  const isWhole = c === less && i > from && i - from <= 15
  if (!isWhole) while (c !== less && c === c) c = text.charCodeAt(++i)
  if (i === from || !text.startsWith('</v></c>', i)) return -1
  if (type === s) {
    const shared = isWhole ? strings[whole] : undefined
    if (shared === undefined) return -1
    found.value = shared
  } else if (type === n) {
    const number = isWhole ? whole : Number(text.slice(from, i))
    // Those that lose digits, and those that are none (space would be 0), are for the other reader.
    if (
      !isWhole &&
      (text.charCodeAt(from) <= space || !Number.isFinite(number) || (i - from > 15 && Number.isInteger(number)))
    )
      return -1
    const shown = style < 0 ? undefined : styles[style]
    found.value = shown === undefined || shown === 'number' ? number : serialDateText(number, shown, date1904)
  } else if (type === b && isWhole) found.value = whole === 1
  else return -1
  found.column = column
  return i + 8
}
