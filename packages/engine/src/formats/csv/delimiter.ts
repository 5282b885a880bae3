import type { FileFormat } from '@millrace/contract'
import type { ReadLimits } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { bestHits } from '../records/find-header.ts'
import { RowScanner } from './row-scanner.ts'

export type Delimiter = NonNullable<FileFormat['delimiter']>

const delimiters: Delimiter[] = [',', ';', '\t', '|']

/** The delimiter a spreadsheet program names on a line of its own above the table: 'sep=;'. */
export function namedDelimiter(head: string): Delimiter | null {
  return (/^"?sep=([,;\t|])"?\r?(?:\n|\r|$)/i.exec(head)?.[1] as Delimiter | undefined) ?? null
}

/** '\n' covers LF and CRLF; a file whose first line ends with a lone CR uses that. */
export function detectLineEnd(head: string): '\n' | '\r' {
  let quoted = false
  for (let i = 0; i < head.length; i++) {
    const c = head.charCodeAt(i)
    if (c === 34) quoted = !quoted
    else if (quoted) continue
    else if (c === 10) return '\n'
    else if (c === 13) return head.charCodeAt(i + 1) === 10 || i + 1 === head.length ? '\n' : '\r'
  }
  return head.includes('\n') || !head.includes('\r') ? '\n' : '\r'
}

/**
 * First rows of a text; the cut-off end of the sample is left out, faults are left to the real reading. Rows without any
 * character are none. `lines` receives the line of each.
 */
export function readSampleRows(
  head: string,
  delimiter: string,
  limits: ReadLimits,
  whole: boolean,
  most: number,
  lines: number[] = [],
): string[][] {
  const rows: string[][] = []
  const scanner = new RowScanner(delimiter, detectLineEnd(head), limits, (cells, count, line) => {
    rows.push(cells.slice(0, count))
    lines.push(line)
    return rows.length < most
  })
  try {
    scanner.push(head)
    if (whole) scanner.end()
  } catch (error) {
    if (!(error instanceof FileError)) throw error
  }
  return rows
}

/**
 * The delimiter under which the first record is as wide as most others (decimal commas stand in all rows but the header),
 * then the one under which records are most alike, then the one that makes most columns. `confidence` is the share of
 * records with the commonest width.
 */
export function detectDelimiter(
  head: string,
  limits: ReadLimits,
  whole: boolean,
  name: string,
  expected: ExpectedFields | null = null,
): { delimiter: Delimiter; confidence: number } {
  let best: Candidate | null = null
  const order: Delimiter[] = /\.tsv$/i.test(name) ? ['\t', ...delimiters.filter((d) => d !== '\t')] : delimiters
  for (const delimiter of order) {
    const widths = new Map<number, number>()
    const rows = readSampleRows(head, delimiter, limits, whole, 100)
    for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
    const [width, count] = [...widths].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [1, 0])
    if (width < 2) continue
    const confidence = Math.round((count / rows.length) * 100) / 100
    const hits = expected === null ? 0 : bestHits(rows, expected)
    const candidate = { delimiter, confidence, width, fitsFirst: rows[0]?.length === width, hits }
    if (best === null || isBetter(candidate, best)) best = candidate
  }
  return best ?? { delimiter: order[0] ?? ',', confidence: 1 }
}

/** `hits`: how many expected columns one of the first rows names. */
type Candidate = { delimiter: Delimiter; confidence: number; width: number; fitsFirst: boolean; hits: number }

function isBetter(one: Candidate, other: Candidate): boolean {
  // Two names that are expected stand in one row by chance under no delimiter but the right one.
  if (one.hits !== other.hits && Math.max(one.hits, other.hits) > 1) return one.hits > other.hits
  if (one.fitsFirst !== other.fitsFirst) return one.fitsFirst
  return one.confidence > other.confidence + 0.1 || (one.confidence > other.confidence - 0.1 && one.width > other.width)
}
