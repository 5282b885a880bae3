/** The letters a spreadsheet program shows above a column, by its place from 0: A, …, Z, AA, … */
export function columnLetters(place: number): string {
  const more = Math.floor(place / 26)
  return (more === 0 ? '' : columnLetters(more - 1)) + String.fromCharCode(65 + (place % 26))
}

/**
 * Where a record stands, as a person looks for it: 'row 12, line 14' of a text, 'sheet Products, row 13' of a workbook,
 * whose own rows are what `line` counts. A number that says nothing new is left out.
 */
export function recordPlace(
  { row, line }: { row: number | null; line: number | null },
  sheet: string | null | undefined,
  format: (count: number) => string = String,
): string {
  const parts =
    typeof sheet === 'string'
      ? [`sheet ${sheet}`, line === null ? row !== null && `record ${format(row)}` : `row ${format(line)}`]
      : [row !== null && `row ${format(row)}`, line !== null && line !== row && `line ${format(line)}`]
  return parts.filter((part) => part !== false).join(', ')
}
