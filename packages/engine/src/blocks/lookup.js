import { fieldReader, fieldWriter, fresh, isEmpty, keyReader } from './shared/fields.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'

/**
 * Fills fields of records from a table: the first row of the table with the same key gives them. Records whose key the
 * table does not have go to `missing`.
 */
export function lookup(ctx) {
  const { settings, key, table, fields, whenMissing } = prepared(ctx, () => {
    const reader = readSettings('Lookup', ctx.input.settings, ['key', 'tableKey', 'fields', 'whenMissing'])
    const tableKey = keyReader([reader.text('tableKey', reader.text('key'))])
    const rows = new Map()
    for (const row of recordsOf('Lookup', ctx.input, 'table')) {
      const of = tableKey(row)
      if (of !== undefined && !rows.has(of)) rows.set(of, row)
    }
    return {
      settings: reader,
      key: keyReader([reader.text('key')]),
      table: rows,
      whenMissing: reader.choice('whenMissing', ['keep', 'drop', 'error']),
      fields: reader.list('fields', ['to', 'from', 'default'], 1).map((field) => ({
        write: fieldWriter(field.text('to')),
        read: fieldReader(field.text('from', field.text('to'))),
        absent: field.value('default'),
      })),
    }
  })
  const records = []
  const missing = []
  for (const record of recordsOf('Lookup', ctx.input, 'records')) {
    const of = key(record)
    const row = of === undefined ? undefined : table.get(of)
    if (row === undefined) {
      if (whenMissing === 'error') {
        throw new Error(`Lookup: the table has no ${settings.text('key')} '${String(of ?? '').slice(0, 100)}'`)
      }
      missing.push(record)
      if (whenMissing === 'drop') continue
    }
    const filled = { ...record }
    for (const { write, read, absent } of fields) {
      const found = row === undefined ? undefined : read(row)
      const value = isEmpty(found) ? absent : found
      if (value !== undefined) write(filled, fresh(value))
    }
    records.push(filled)
  }
  return { records, missing }
}
