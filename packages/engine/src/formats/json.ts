import type { FileFormat } from '@millrace/contract'
import { BatchBuilder } from './batch-builder.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { decodedPieces, detectEncoding, requireEncoding } from './encoding.ts'
import type { Batch, OpenedFile, ReadLimits, ReadNote, Rec } from './file.types.ts'
import { FileProblem } from './file-problem.ts'
import { elementsOf, LineCounter } from './json-elements.ts'
import { JsonFault, JsonScanner } from './json-scanner.ts'
import { type Look, lookAt, parseExactly, takeLostNumbers } from './json-precision.ts'
import { parseRecordPath, valueAtPath } from './record-path.ts'

/**
 * JSON and JSON Lines. The content decides which: one object per line, a list, or a single object, which is one record.
 * The bytes are kept (they are at most an upload), the values are not: a list is cut into elements that are parsed
 * batch by batch. A wrong byte or a fault of syntax makes the file unreadable and names offset and line (point 17).
 */
export function openJson(
  source: ByteSource,
  name: string,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
): OpenedFile {
  const { bytes, encoding, confidence } = utf8Bytes(source, format)
  const notes: ReadNote[] = []
  const scanner = new JsonScanner(bytes, limits.depth)
  const first = scanner.skipSpace(0)
  if (first >= bytes.length) throw new FileProblem('empty', 'The file is empty: it holds nothing but blank lines')
  const path = parseRecordPath(format.recordPath)
  const jsonLines = isJsonLines(bytes, first, name)
  notes.push({
    level: 'info',
    message: `Read as ${jsonLines ? 'JSON Lines, one record per line' : 'JSON'}, ${encoding}${path.length > 0 ? `, records at ${path.join('/')}` : ''}`,
  })
  const batches = jsonLines
    ? lineBatches(bytes, path, batchSize, limits)
    : documentBatches(bytes, first, path, batchSize, limits, notes)
  return {
    detected: {
      kind: 'json',
      encoding,
      encodingConfidence: confidence,
      jsonLines,
      ...(format.recordPath ? { recordPath: format.recordPath } : {}),
    },
    columns: null,
    headers: null,
    headerLine: null,
    batches,
    notes,
  }
}

function utf8Bytes(source: ByteSource, format: FileFormat) {
  const head = readBytes(source, 0, 4)
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.includes(0)
  const found = format.encoding
    ? requireEncoding(source, format.encoding)
    : utf16
      ? detectEncoding(source)
      : requireEncoding(source, 'utf-8')
  const start = found.encoding === 'utf-8' && head[0] === 0xef && head[1] === 0xbb ? 3 : found.start
  if (found.encoding !== 'utf-8') {
    const text = [...decodedPieces(source, found.encoding, start)].join('')
    return { bytes: Buffer.from(text), encoding: found.encoding, confidence: found.confidence }
  }
  const bytes = readBytes(source, 0, source.size)
  // The mark becomes space, so that offsets stay those of the file.
  return { bytes: bytes.fill(32, 0, start), encoding: found.encoding, confidence: found.confidence }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** One complete object on the first line and something more below it. A name like .ndjson counts when the line is broken. */
function isJsonLines(bytes: Buffer, first: number, name: string): boolean {
  if (bytes[first] !== 0x7b) return false
  const named = /\.(?:ndjson|jsonl)$/i.test(name)
  const end = bytes.indexOf(10, first)
  const line = bytes.toString('utf8', first, end < 0 ? bytes.length : end).trim()
  if (end < 0) return named
  const more = bytes.toString('utf8', end, Math.min(bytes.length, end + 65_536)).trimStart()
  if (more === '') return named
  if (parses(line)) return true
  return line.endsWith('}') && (named || more.startsWith('{'))
}

const kindOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value === 'string' ? 'text' : typeof value}`

/** `exactly` gives the value again with its numbers compared to their texts; it is asked only where one is very large. */
function addValue(
  builder: BatchBuilder,
  value: unknown,
  line: number,
  limits: ReadLimits,
  exactly: () => unknown,
): void {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const look: Look = { tooDeep: false, huge: false, fields: 0 }
    lookAt(value, limits.depth, look)
    if (look.tooDeep) throw depthProblem(line, null, limits)
    if (look.fields > limits.columns) {
      const message = `Line ${line}: the record has more than ${limits.columns} fields; records are expected in a list`
      throw new FileProblem('limit', message, { line })
    }
    if (!look.huge) {
      builder.add(value as Rec, line)
      return
    }
    const exact = exactly() as Rec
    const faults = takeLostNumbers(exact)
    if (faults.length > 0) builder.refuse(exact, line, ...faults)
    else builder.add(exact, line)
  } else {
    const message = `The record is ${kindOf(value)}, not an object`
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    builder.refuse({ value }, line, { column: null, rule: 'type', value: text, message })
  }
}

function depthProblem(line: number, offset: number | null, limits: ReadLimits): FileProblem {
  return new FileProblem('limit', `Line ${line}: the JSON is nested more than ${limits.depth} levels deep`, {
    line,
    offset,
  })
}

/** Finds the exact place of a fault by scanning strictly from the beginning of the value. */
function syntaxProblem(bytes: Buffer, start: number, limits: ReadLimits, error: unknown): FileProblem {
  try {
    new JsonScanner(bytes, limits.depth).document(start)
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    const line = new LineCounter(bytes).lineAt(fault.offset)
    if (fault.tooDeep) return depthProblem(line, fault.offset, limits)
    const message = `The JSON is malformed at offset ${fault.offset}, line ${line}: ${fault.message}`
    return new FileProblem('syntax', message, { line, offset: fault.offset })
  }
  throw error
}

const LONG_LINE = 64 * 1024

async function* lineBatches(
  bytes: Buffer,
  path: string[],
  batchSize: number,
  limits: ReadLimits,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(batchSize, limits)
  let line = 0
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start)
    const end = found < 0 ? bytes.length : found
    line++
    if (end - start > limits.cellChars * 4) {
      throw new FileProblem('limit', `Line ${line}: the record is longer than ${limits.cellChars * 4} bytes`, { line })
    }
    const text = bytes.toString('utf8', start, end)
    if (text !== '' && text !== '\r' && text.trim() !== '') {
      let value: unknown
      try {
        // A long line may be nested a million levels deep, which JSON.parse would build before anybody counts them.
        if (end - start > LONG_LINE) new JsonScanner(bytes.subarray(start, end), limits.depth).document(0)
        value = JSON.parse(text)
      } catch (error) {
        throw lineProblem(bytes, start, end, line, limits, error)
      }
      const within = (whole: unknown) => (path.length > 0 ? valueAtPath(whole, path) : whole)
      addValue(builder, within(value), line, limits, () => within(parseExactly(text)))
    }
    start = end + 1
    yield* builder.full()
  }
  yield* builder.rest()
}

function lineProblem(
  bytes: Buffer,
  start: number,
  end: number,
  line: number,
  limits: ReadLimits,
  error: unknown,
): FileProblem {
  const problem = syntaxProblem(bytes.subarray(start, end), 0, limits, error)
  const offset = start + (problem.offset ?? 0)
  const message = problem.message
    .replace(/at offset \d+, line \d+/, `at offset ${offset}, line ${line}`)
    .replace(/^Line \d+/, `Line ${line}`)
    .replace('the end of the file', 'the end of the line')
    .replace('the file ends', 'the line ends')
  return new FileProblem(problem.code, message, { line, offset })
}

async function* documentBatches(
  bytes: Buffer,
  first: number,
  path: string[],
  batchSize: number,
  limits: ReadLimits,
  notes: ReadNote[],
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(batchSize, limits)
  const at = path.length > 0 ? locate(bytes, first, path, limits) : first
  if (bytes[at] !== 0x5b) {
    const end = path.length > 0 ? valueEnd(bytes, at, limits) : bytes.length
    let value: unknown
    let text = ''
    try {
      if (path.length === 0) new JsonScanner(bytes, limits.depth).document(first)
      text = bytes.toString('utf8', at, end)
      value = JSON.parse(text)
    } catch (error) {
      throw syntaxProblem(bytes, first, limits, error)
    }
    const line = new LineCounter(bytes).lineAt(at)
    if (value === null || typeof value !== 'object') {
      throw new FileProblem('structure', `The file holds ${kindOf(value)}, not a list of records`, { line, offset: at })
    }
    notes.push({ level: 'info', message: 'The file holds a single object: it is read as one record' })
    addValue(builder, value, line, limits, () => parseExactly(text))
    yield* builder.rest()
    return
  }
  for (const run of elementsOf(bytes, at, batchSize, limits, path.length === 0)) {
    let values: unknown[] | null = null
    let text = ''
    if ('end' in run) {
      try {
        text = `[${bytes.toString('utf8', run.start, run.end)}]`
        values = JSON.parse(text) as unknown[]
      } catch (error) {
        throw syntaxProblem(bytes, first, limits, error)
      }
    }
    if (!values || !('end' in run) || values.length !== run.lines.length) {
      throw syntaxProblem(bytes, first, limits, new Error('The list ends in an unexpected way'))
    }
    let exact: unknown[] | null = null
    values.forEach((value, i) => {
      const exactly = () => (exact ??= parseExactly(text) as unknown[])[i]
      addValue(builder, value, run.lines[i] as number, limits, exactly)
    })
    yield* builder.full()
  }
  yield* builder.rest()
}

function valueEnd(bytes: Buffer, at: number, limits: ReadLimits): number {
  return new JsonScanner(bytes, limits.depth).value(at, 0)
}

/** Offset of the value a record path leads to; checks the whole document on the way. */
function locate(bytes: Buffer, first: number, path: string[], limits: ReadLimits): number {
  const scanner = new JsonScanner(bytes, limits.depth)
  try {
    scanner.document(first)
  } catch (error) {
    throw error instanceof JsonFault ? syntaxProblem(bytes, first, limits, error) : error
  }
  let at = first
  path.forEach((key, i) => {
    const fields: string[] = []
    let found = -1
    if (bytes[at] === 0x7b) {
      scanner.object(at, 0, (name, valueAt) => {
        if (fields.length < 10) fields.push(name)
        if (name === key) found = valueAt
      })
    }
    if (found < 0) {
      const place = i === 0 ? 'the top level' : `'${path.slice(0, i).join('/')}'`
      const has =
        fields.length > 0 ? `has the fields ${fields.map((field) => `'${field}'`).join(', ')}` : 'is not an object'
      const message = `The record path '${path.join('/')}' leads nowhere: ${place} ${has}, not '${key}'`
      throw new FileProblem('notFound', message, { line: new LineCounter(bytes).lineAt(at), offset: at })
    }
    at = found
  })
  return at
}
