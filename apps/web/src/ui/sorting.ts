/** By which column rows are sorted, and whether downwards. */
export type Sort<Column extends string> = { by: Column; down: boolean }

/** Reads a sort from the address: 'email' is upwards, '-email' downwards; null for what is none of the columns. */
export function readSort<Column extends string>(text: string, columns: readonly Column[]): Sort<Column> | null {
  const by = columns.find((column) => column === text.replace(/^-/, ''))
  return by === undefined ? null : { by, down: text.startsWith('-') }
}

export const writeSort = (sort: Sort<string> | null): string | null =>
  sort === null ? null : `${sort.down ? '-' : ''}${sort.by}`

/** First press on a column: upwards, second: downwards, third: the order as it came. */
export function nextSort<Column extends string>(sort: Sort<Column> | null, by: Column): Sort<Column> | null {
  if (sort?.by !== by) return { by, down: false }
  return sort.down ? null : { by, down: true }
}
