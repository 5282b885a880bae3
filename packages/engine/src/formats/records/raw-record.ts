import type { OpenedFile, DataRecord } from './file.types.ts'

/**
 * Takes a record as it stands in the file before coercion changes it in place: the list of its cells where the file has
 * columns, else the record. `coerced`: whether its values will be changed at all.
 */
export function rawRecordOf(
  { columns, renamed }: Pick<OpenedFile, 'columns' | 'renamed'>,
  coerced: boolean,
): (record: DataRecord) => unknown[] | DataRecord {
  if (columns !== null) return cellsOf(columns)
  if (renamed !== undefined) return (record) => withOwnNames(coerced ? structuredClone(record) : record, renamed)
  if (!coerced) return (record) => record
  return (record) =>
    Object.values(record).some((value) => typeof value === 'object') ? structuredClone(record) : { ...record }
}

const withOwnNames = (record: DataRecord, renamed: ReadonlyMap<string, string>): DataRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [renamed.get(name) ?? name, value]))

/** Reading each name at a fixed place is far faster than looking names up in a loop, and this is done for all records. */
function cellsOf(columns: readonly string[]): (record: DataRecord) => unknown[] {
  const body = columns.map((name) => `record[${JSON.stringify(name)}]`)
  return new Function('record', `return [${body.join(',')}]`) as (record: DataRecord) => unknown[]
}
