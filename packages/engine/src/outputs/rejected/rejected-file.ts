import type { Finding } from '@millrace/contract'
import type { DataRecord } from '../../formats/records/file.types.ts'

/**
 * The rejected records of an upload as a file of lines of JSON, so that a million of them cost neither memory nor rows
 * of a table. The first line names the columns, null where records have none of their own (JSON, XML), and the sheet of a
 * workbook. Then two lines
 * for each record: `[number of its first finding, row, line, [[column, path, rule, value, message], …]]`, and the record
 * as it stands in the file, a list of cells in the order of the columns or an object.
 */
export type RejectedHead = { columns: string[] | null; sheet?: string }
export type RejectedPlace = [
  first: number,
  row: number | null,
  line: number | null,
  findings: [column: string | null, path: string, rule: string, value: string, message: string][],
]
export type RejectedRecord = unknown[] | DataRecord

/** What the file holds; `index[k]` is the byte where the record with finding `k * rejectedIndexStep + 1` begins. */
export type RejectedSummary = { bytes: number; records: number; findings: number; index: number[] }

/** Findings between two entries of the index: a page is found by reading past so many at most. */
export const rejectedIndexStep = 1000
/** Bytes of rejected records that are kept of one upload, so that a small file cannot fill the disk. */
export const maxRejectedBytes = 2 ** 30

/** Makes the lines of the file and its index. */
export class RejectedLines {
  readonly summary: RejectedSummary = { bytes: 0, records: 0, findings: 0, index: [] }
  readonly #head: RejectedHead
  readonly #maxBytes: number
  #full = false

  constructor(head: RejectedHead, maxBytes = maxRejectedBytes) {
    this.#head = head
    this.#maxBytes = maxBytes
  }

  /** The next bytes of the file; none once it is full, from that record on for good. */
  add(findings: readonly Finding[], record: RejectedRecord): Buffer | null {
    if (this.#full) return null
    const { summary } = this
    const place: RejectedPlace = [
      summary.findings + 1,
      findings[0]?.row ?? null,
      findings[0]?.line ?? null,
      findings.map(({ column, path, rule, value, message }) => [column, path, rule, value, message]),
    ]
    const head = summary.bytes === 0 ? `${JSON.stringify(this.#head)}\n` : ''
    const bytes = Buffer.from(`${head}${JSON.stringify(place)}\n${JSON.stringify(record)}\n`)
    if (summary.bytes + bytes.length > this.#maxBytes) {
      this.#full = true
      return null
    }
    const at = summary.bytes + Buffer.byteLength(head)
    summary.bytes += bytes.length
    summary.records++
    const next = summary.findings + findings.length
    while (summary.index.length * rejectedIndexStep < next) summary.index.push(at)
    summary.findings = next
    return bytes
  }
}
