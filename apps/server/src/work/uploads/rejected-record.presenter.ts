import type { RejectedRecord } from '@millrace/contract'
import type { FoundRecord } from '@millrace/engine/outputs/rejected/rejected-record'

const maxCells = 500
const maxValueLength = 2000

type Cell = RejectedRecord['cells'][number]

/** A rejected record for people: its cells by name as texts, those with findings among them whatever their number. */
export function presentRejectedRecord({ row, line, columns, record, findings }: FoundRecord): RejectedRecord {
  const cells: Cell[] = Array.isArray(record)
    ? Array.from({ length: Math.max(record.length, columns?.length ?? 0) }, (_, i) => ({
        name: columns?.[i] ?? `Cell ${i + 1}`,
        value: shown(record[i]),
      }))
    : Object.entries(record).map(([name, value]) => ({ name, value: shown(value) }))
  const bad = new Set(findings.flatMap(({ column }) => column ?? []))
  const known = new Set(cells.map(({ name }) => name))
  for (const name of bad) if (!known.has(name)) cells.push({ name, value: null })
  if (cells.length <= maxCells) return { row, line, findings, cells, more: 0 }
  const room = maxCells - Math.min(bad.size, maxCells)
  let others = 0
  const kept = cells.filter(({ name }) => bad.has(name) || ++others <= room).slice(0, maxCells)
  return { row, line, findings, cells: kept, more: cells.length - kept.length }
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return value === null ? 'null' : null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`
}
