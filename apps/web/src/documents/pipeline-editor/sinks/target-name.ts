import type { ConnectionTable } from '@millrace/contract'

/** The name by which a sink means a table: bare in the schema that the account finds first, else with its schema. */
export function targetNameOf({ schema, name, sql }: Pick<ConnectionTable, 'schema' | 'name' | 'sql'>): string {
  const isBare = sql === name || (/^["`]/.test(sql) && unquoted(sql) === name)
  return isBare ? name : `${schema}.${name}`
}

const unquoted = (sql: string): string => {
  const quote = sql.charAt(0)
  return sql.slice(1, -1).replaceAll(quote + quote, quote)
}

/** Whether a sink can write there: no view, and no name that a point would part. */
export const isTarget = ({ schema, name, view }: Pick<ConnectionTable, 'schema' | 'name' | 'view'>): boolean =>
  !view && !`${schema}${name}`.includes('.')
