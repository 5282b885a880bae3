type Named = { name: string }

/**
 * The first source that names no input or sink that names no output of the component, as a sentence with its
 * name, or null. Checked when a version is locked and again at each run.
 */
export function checkPorts(
  component: { name: string; inputs: readonly (Named | string)[]; outputs: readonly (Named | string)[] },
  sources: readonly { dataSubKind: string }[],
  sinks: readonly Named[],
): string | null {
  const names = (ports: readonly (Named | string)[]) =>
    ports.map((port) => (typeof port === 'string' ? port : port.name))
  const inputs = names(component.inputs)
  const outputs = names(component.outputs)
  const source = sources.find((entry) => !inputs.includes(entry.dataSubKind))
  if (source !== undefined) {
    return `The data source '${source.dataSubKind}' is no input of ${component.name} (${inputs.join(', ') || 'none'})`
  }
  const sink = sinks.find((entry) => !outputs.includes(entry.name))
  if (sink !== undefined) {
    return `The data sink '${sink.name}' is no output of ${component.name} (${outputs.join(', ') || 'none'})`
  }
  return null
}

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
