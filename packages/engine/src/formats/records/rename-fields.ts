import type { Batch, DataRecord, OpenedFile, RefusedRecord } from './file.types.ts'
import { cutValue } from './cut-value.ts'

/**
 * The same file with the fields of its records renamed, where records have no fixed columns (JSON, XML); only the
 * outermost fields. A record that would have a name twice is refused; a name that no record has is told at the end.
 */
export function renameFields(opened: OpenedFile, renames: Readonly<Record<string, string>>): OpenedFile {
  const nameOf = new Map(Object.entries(renames))
  const missing = new Set(nameOf.keys())
  async function* batches(): AsyncGenerator<Batch> {
    for await (const batch of opened.batches) yield renamedBatch(batch, nameOf, missing)
    for (const name of missing) {
      opened.notes.push({ level: 'warn', message: `The source renames a field '${name}', which no record has` })
    }
  }
  return {
    ...opened,
    detected: { ...opened.detected, columns: { ...renames } },
    renamed: new Map([...nameOf].map(([own, property]) => [property, own])),
    batches: batches(),
  }
}

function renamedBatch(batch: Batch, nameOf: ReadonlyMap<string, string>, missing: Set<string>): Batch {
  const result: Batch = { records: [], rows: [], lines: [], refused: [...batch.refused] }
  batch.records.forEach((record, index) => {
    const [row, line] = [batch.rows[index] ?? 0, batch.lines[index] ?? 0]
    const keys = Object.keys(record)
    for (const key of keys) missing.delete(key)
    const names = keys.map((key) => nameOf.get(key) ?? key)
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
    if (twice >= 0) return void result.refused.push(refusal(record, row, line || null, keys, names, twice))
    result.records.push(Object.fromEntries(names.map((name, at) => [name, record[keys[at] as string]])))
    result.rows.push(row)
    result.lines.push(line)
  })
  result.refused.sort((a, b) => a.row - b.row)
  return result
}

function refusal(
  record: DataRecord,
  row: number,
  line: number | null,
  keys: string[],
  names: string[],
  twice: number,
): RefusedRecord {
  const name = names[twice] as string
  const message = `The fields '${keys[names.indexOf(name)]}' and '${keys[twice]}' would both be called '${name}'`
  const column = keys[twice] as string
  return {
    row,
    line,
    record,
    findings: [{ row, line, column, path: '', rule: 'columns', value: cutValue(record[column]), message }],
  }
}
