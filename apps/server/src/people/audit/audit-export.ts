import { Readable } from 'node:stream'
import { type AuditFilters, type AuditFormat, contentTypes, invalid } from '@millrace/contract'
import { createEncoder } from '@millrace/engine/outputs/encoder'
import { escapeCsvFormula, escapeFormula } from '@millrace/engine/outputs/encoding/escape-formula'
import type { Connection } from '../../platform/database/database.ts'
import { presentEntry } from './audit.presenter.ts'
import {
  type AuditRow,
  type AuditSearch,
  auditRowsAfter,
  auditSearch,
  countAudit,
  type ExactRow,
} from './audit.repository.ts'

const columns = ['At', 'User', 'Kind', 'Id', 'Name', 'Action', 'Before', 'After']
/** What is read and written together; content that was stored may be packed to a tenth of its size. */
const maxChunk = { rows: 500, bytes: 2 * 1024 * 1024 }
/** Rows of a sheet without its header. */
const sheetRows = 1_048_575
/** Characters of a cell that spreadsheets hold. */
const maxCellCharacters = 32_767

const cellOf = (value: unknown): unknown => (value === null ? null : escapeFormula(JSON.stringify(value)))

/** A row of a table for people: no cell begins a formula (S10). */
const tableRow = (row: AuditRow): Record<string, unknown> => ({
  At: row.at.toISOString(),
  User: escapeFormula(row.userName),
  Kind: escapeFormula(row.kind),
  Id: escapeFormula(row.objectId),
  Name: escapeFormula(row.name),
  Action: escapeFormula(row.action),
  Before: cellOf(row.before),
  After: cellOf(row.after),
})

/** Nor does one begin inside a cell where a reader splits at semicolons or tabs. */
const csvRow = (row: AuditRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(tableRow(row)).map(([name, cell]) => [name, escapeCsvFormula(cell)]))

/** What a sheet cannot hold is cut and says so. */
function fitting(record: Record<string, unknown>): Record<string, unknown> {
  const cut = (value: unknown): unknown => {
    if (typeof value !== 'string' || value.length <= maxCellCharacters) return value
    const note = `… (${value.length} characters)`
    return value.slice(0, maxCellCharacters - note.length) + note
  }
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value)]))
}

const recordOf: Record<AuditFormat, (row: AuditRow) => Record<string, unknown>> = {
  ndjson: presentEntry,
  csv: csvRow,
  xlsx: (row) => fitting(tableRow(row)),
}

/**
 * Entries as a file for people, newest first, read and written chunk by chunk.
 * @throws ApiError 40000 when a workbook cannot hold that many rows
 */
export async function exportAudit(
  { db, now, maxSheetRows = sheetRows }: { db: Connection; now: () => Date; maxSheetRows?: number },
  format: AuditFormat,
  filters: AuditFilters,
): Promise<{ name: string; type: string; content: Readable }> {
  const search = await auditSearch(db, filters)
  if (format === 'xlsx' && (await countAudit(db, search)) > maxSheetRows) {
    throw invalid(`A sheet holds at most ${maxSheetRows.toLocaleString('en')} entries; narrow the filters or take CSV`)
  }
  // What is written while the file is made is not part of it.
  const until = now().toISOString()
  const to = filters.to !== undefined && filters.to < until ? filters.to : until
  const stamp = until.replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  return {
    name: `audit-${stamp}.${format}`,
    type: contentTypes[format],
    content: Readable.from(chunks(db, format, { ...search, to })),
  }
}

async function* chunks(db: Connection, format: AuditFormat, search: AuditSearch): AsyncGenerator<Buffer> {
  const encoder = createEncoder(format, { name: 'audit', columns })
  yield Buffer.from(encoder.head())
  let last: ExactRow | null = null
  while (true) {
    const rows: ExactRow[] = await auditRowsAfter(db, search, last, maxChunk)
    last = rows.at(-1) ?? null
    if (last === null) break
    const bytes = Buffer.from(encoder.encode(rows.map(recordOf[format])))
    if (bytes.length > 0) yield bytes
  }
  const tail = Buffer.from(encoder.tail())
  if (tail.length > 0) yield tail
}
