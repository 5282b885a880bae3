/**
 * Two sinks of one pipeline that write into the same table, as a sentence, or null: each would wait for the other's
 * transaction.
 */
export function checkSharedTables(
  sinks: readonly { name: string; table: { connection: string; table: string } | null }[],
): string | null {
  const tables = new Map<string, string>()
  for (const { name, table } of sinks) {
    if (table === null) continue
    const key = JSON.stringify([table.connection, table.table])
    const other = tables.get(key)
    if (other !== undefined) return `The data sinks '${other}' and '${name}' write into the same table '${table.table}'`
    tables.set(key, name)
  }
  return null
}
