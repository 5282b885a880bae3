import type { ConnectionTable } from '@millrace/contract'

/** Columns that a query names one by one; a wider table is read whole. */
const maxNamed = 12

/** A query of a table as component code makes it (`ctx.db.query`). */
export function queryText(connection: string, { sql, columns }: ConnectionTable): string {
  const isNamed = columns.length > 0 && columns.length <= maxNamed
  const names = isNamed ? columns.map((column) => column.sql).join(', ') : '*'
  return `await ctx.db.query(${quoted(connection)}, ${quoted(`select ${names} from ${sql}`)})`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
