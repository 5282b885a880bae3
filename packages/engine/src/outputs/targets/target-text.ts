import type { DataRecord } from '../../formats/records/file.types.ts'
import { toCopyText } from './copy-text.ts'
import { toLoadText } from './load-text.ts'
import type { DatabaseKind, TableColumn } from './table.types.ts'

/** What a target takes: COPY text, LOAD DATA text, or a line of JSON for each record. */
export type TargetText = DatabaseKind | 'json'

/** Records as their target takes them; the text ends with a line break. Runs in the runner. */
export function toTargetText(
  kind: TargetText,
  records: readonly DataRecord[],
  columns: readonly TableColumn[],
): string {
  if (kind === 'json') return records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return kind === 'mysql' ? toLoadText(records, columns) : toCopyText(records, columns)
}
