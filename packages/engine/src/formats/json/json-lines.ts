import { BatchBuilder } from '../records/batch-builder.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ByteWindow } from '../bytes/byte-window.ts'
import type { Batch, ReadLimits } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { parseExactly } from './json-precision.ts'
import { syntaxError } from './json-error.ts'
import { addValue, lookAt } from './json-record.ts'
import { findRepeatedNames, mayRepeatNames } from './json-repeats.ts'
import { JsonScanner } from './json-scanner.ts'
import { valueAtPath } from '../records/record-path.ts'

/** What other characters show as space is no white space of JSON. */
const blankLine = /^[ \t\r]*$/

const LONG_LINE = 64 * 1024

/** JSON Lines: each line is parsed by itself. A line that is no JSON makes the whole file unreadable. */
export async function* readLineBatches(
  content: ByteSource,
  from: number,
  path: string[],
  batchSize: number,
  limits: ReadLimits,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(batchSize, limits)
  const window = new ByteWindow(content, from)
  let line = 0
  let start = from
  let searched = from
  for (;;) {
    const found = window.bytes.indexOf(10, searched - window.base)
    if (found < 0 && window.end - start <= limits.cellChars * 4) {
      searched = window.end
      if (window.more(start)) continue
    }
    const end = found < 0 ? window.end : window.base + found
    line++
    if (end - start > limits.cellChars * 4) {
      throw new FileError('limit', `Line ${line}: the record is longer than ${limits.cellChars * 4} bytes`, { line })
    }
    const text = window.bytes.toString('utf8', start - window.base, end - window.base)
    if (text !== '' && text !== '\r' && !blankLine.test(text)) {
      let value: unknown
      try {
        // A long line may be nested a million levels deep, which JSON.parse would build before anybody counts them.
        if (end - start > LONG_LINE) new JsonScanner(Buffer.from(text), limits.depth).document(0)
        value = JSON.parse(text)
      } catch (error) {
        throw lineError(Buffer.from(text), start, line, limits, error)
      }
      const within = (whole: unknown) => (path.length > 0 ? valueAtPath(whole, path) : whole)
      const record = within(value)
      const look = lookAt(record, limits)
      const repeated = mayRepeatNames(text, look.names) ? findRepeatedNames(`[${text}]`, limits).get(0) : undefined
      addValue(builder, record, look, { line, repeated, exactly: () => within(parseExactly(text)) }, limits)
    }
    if (found < 0) break
    start = searched = end + 1
    if (builder.isFull) yield* builder.full()
  }
  yield* builder.rest()
}

function lineError(bytes: Buffer, start: number, line: number, limits: ReadLimits, error: unknown): FileError {
  const problem = syntaxError(bytes, 0, limits, error)
  const offset = start + (problem.offset ?? 0)
  const message = problem.message
    .replace(/at offset \d+, line \d+/, `at offset ${offset}, line ${line}`)
    .replace(/^Line \d+/, `Line ${line}`)
    .replace('the end of the file', 'the end of the line')
    .replace('the file ends', 'the line ends')
  return new FileError(problem.code, message, { line, offset })
}
