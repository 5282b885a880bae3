import type { RejectedRecord } from '@millrace/contract'
import type { FoundRecord } from '@millrace/engine/outputs/rejected/rejected-record'

const mostCells = 500
const longestValue = 2000

type Cell = RejectedRecord['cells'][number]

/** A rejected record for people: its cells by name as texts, those with findings among them whatever their number. */
export function shownRecord({ row, line, columns, record, findings }: FoundRecord): RejectedRecord {
  const cells: Cell[] = Array.isArray(record)
    ? Array.from({ length: Math.max(record.length, columns?.length ?? 0) }, (_, i) => ({
        name: columns?.[i] ?? `Cell ${i + 1}`,
        value: shown(record[i]),
      }))
    : Object.entries(record).map(([name, value]) => ({ name, value: shown(value) }))
  const bad = new Set(findings.flatMap(({ column }) => column ?? []))
  const known = new Set(cells.map(({ name }) => name))
  for (const name of bad) if (!known.has(name)) cells.push({ name, value: null })
  if (cells.length <= mostCells) return { row, line, findings, cells, more: 0 }
  const room = mostCells - Math.min(bad.size, mostCells)
  let others = 0
  const kept = cells.filter(({ name }) => bad.has(name) || ++others <= room).slice(0, mostCells)
  return { row, line, findings, cells: kept, more: cells.length - kept.length }
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return value === null ? 'null' : null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`
}
