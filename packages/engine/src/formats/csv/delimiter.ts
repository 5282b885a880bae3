import type { ExpectedFields } from '../records/expected-fields.ts'
import { FileError } from '../records/file-error.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { bestHits } from '../records/find-header.ts'
import type { Delimiter, Dialect } from './dialect.ts'
import { RowScanner } from './row-scanner.ts'

const delimiters: Delimiter[] = [',', ';', '\t', '|']

/** The beginning of a text; `whole`: there is no more of it. */
export type TextHead = { text: string; whole: boolean; limits: ReadLimits }

/** The delimiter a spreadsheet program names on a line of its own above the table: 'sep=;'. */
export function namedDelimiter(head: string): Delimiter | null {
  return (/^"?sep=([,;\t|])"?\r?(?:\n|\r|$)/i.exec(head)?.[1] as Delimiter | undefined) ?? null
}

/** '\n' covers LF and CRLF; a file whose first line ends with a lone CR uses that. */
export function detectLineEnd(head: string, quotes = true): '\n' | '\r' {
  let quoted = false
  for (let i = 0; i < head.length; i++) {
    const c = head.charCodeAt(i)
    if (c === 34) quoted = quotes && !quoted
    else if (quoted) continue
    else if (c === 10) return '\n'
    else if (c === 13) return head.charCodeAt(i + 1) === 10 || i + 1 === head.length ? '\n' : '\r'
  }
  return head.includes('\n') || !head.includes('\r') ? '\n' : '\r'
}

/**
 * First rows of a text and the line of each; the cut-off end of the sample is left out, and so are lines without any
 * character. Faults are left to the real reading unless this is it (`strict`).
 */
export function readSampleRows(
  { text, whole, limits }: TextHead,
  dialect: Dialect,
  most: number,
  strict = false,
): { rows: string[][]; lines: number[] } {
  const rows: string[][] = []
  const lines: number[] = []
  const scanner = new RowScanner(dialect, limits, (cells, count, line) => {
    rows.push(cells.slice(0, count))
    lines.push(line)
    return rows.length < most
  })
  try {
    scanner.push(text)
    if (whole) scanner.end()
  } catch (error) {
    if (strict || !(error instanceof FileError)) throw error
  }
  return { rows, lines }
}

/**
 * The delimiter under which a row names most of the expected columns; where none is expected or none tells, that under
 * which the first record is as wide as most others (decimal commas stand in all rows but the header), then the one under
 * which records are most alike, then the one that makes most columns. `confidence` is the share of records with the
 * commonest width.
 */
export function detectDelimiter(
  head: TextHead,
  name: string,
  quotes: boolean,
  expected: ExpectedFields | null,
): { delimiter: Delimiter; confidence: number } {
  let best: Candidate | null = null
  const order: Delimiter[] = /\.tsv$/i.test(name) ? ['\t', ...delimiters.filter((d) => d !== '\t')] : delimiters
  for (const delimiter of order) {
    const widths = new Map<number, number>()
    const { rows } = readSampleRows(head, { delimiter, lineEnd: detectLineEnd(head.text, quotes), quotes }, 100)
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
