import type { FileFormat } from '@millrace/contract'
import { BatchBuilder } from '../records/batch-builder.ts'
import { bufferSource, type ByteSource, byteChunks, readBytes } from '../bytes/byte-source.ts'
import { ByteWindow } from '../bytes/byte-window.ts'
import { describeEncodingDoubt } from '../bytes/encoding-doubt.ts'
import { decodedChunks, detectEncoding, requireEncoding, setEncoding } from '../bytes/encoding.ts'
import type { Batch, OpenedFile, ReadLimits, ReadNote } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { chooseList, describeList } from '../records/choose-list.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { findJsonLists, type JsonList, type JsonLists } from './find-lists.ts'
import { readElements } from './json-elements.ts'
import { readLineBatches } from './json-lines.ts'
import { parseExactly, type ValueTraits } from './json-precision.ts'
import { lineIn, syntaxError } from './json-error.ts'
import { addValue, lookAt, typeNameOf } from './json-record.ts'
import { findRepeatedNames, mayRepeatNames } from './json-repeats.ts'
import { JsonSyntaxError, JsonScanner } from './json-scanner.ts'
import { parseRecordPath, recordPathOf } from '../records/record-path.ts'

/**
 * JSON and JSON Lines. The content decides which: one object per line, a list, or a single object, which is one record.
 * A list is cut into elements that are parsed batch by batch, so that its size does not matter; with a record path, and
 * for a single object, the bytes are kept. A wrong byte or a fault of syntax makes the file unreadable and names offset and line.
 */
export function openJson(
  source: ByteSource,
  name: string,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
  expected?: ExpectedFields | null,
): OpenedFile {
  const { content, start, found: encoded } = utf8Content(source, format)
  const { encoding, confidence } = encoded
  const notes: ReadNote[] = []
  const first = firstByte(content, start)
  if (first < 0) throw new FileError('empty', 'The file is empty: it holds nothing but blank lines')
  const path = parseRecordPath(format.recordPath)
  const jsonLines = isJsonLines(content, first, name, limits)
  notes.push({
    level: 'info',
    message: `Read as ${jsonLines ? 'JSON Lines, one record per line' : 'JSON'}, ${encoding}${path.length > 0 ? `, records at ${path.join('/')}` : ''}`,
  })
  const doubt = describeEncodingDoubt(source, encoded)
  if (doubt !== null) notes.push({ level: 'warn', message: doubt })
  const isList = path.length === 0 && readBytes(content, first, 1)[0] === 0x5b
  const isOpen = !jsonLines && !isList && path.length === 0 && expected !== undefined
  const found = isOpen ? listInside(content, start, first, expected, limits, notes) : null
  const batches = jsonLines
    ? readLineBatches(content, start, path, batchSize, limits)
    : isList
      ? listBatches(content, new ByteWindow(content, start), first, batchSize, limits)
      : documentBatches(content, start, first, found?.path ?? path, batchSize, limits, notes)
  const recordPath = found === null ? format.recordPath : recordPathOf(found.path)
  return {
    detected: {
      kind: 'json',
      encoding,
      encodingConfidence: confidence,
      jsonLines,
      ...(recordPath ? { recordPath } : {}),
    },
    columns: null,
    headers: null,
    headerLine: null,
    batches,
    notes,
  }
}

/** The list of a document that holds its records; a document that is none is left to its reading, which says why. */
function listInside(
  content: ByteSource,
  start: number,
  first: number,
  expected: ExpectedFields | null,
  limits: ReadLimits,
  notes: ReadNote[],
): JsonList | null {
  let found: JsonLists
  try {
    found = findJsonLists(wholeBytes(content, start), first, limits)
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return null
    throw problem
  }
  const chosen = chooseList(found.lists, found, expected)
  if (chosen !== null) notes.push({ level: 'info', message: describeList(chosen, found.lists) })
  return chosen
}

/** The text as UTF-8, from `start` on: the file itself, or a copy of what has another encoding. */
function utf8Content(source: ByteSource, format: FileFormat) {
  const head = readBytes(source, 0, 4)
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.includes(0)
  const found = format.encoding
    ? setEncoding(source, format.encoding)
    : utf16
      ? detectEncoding(source)
      : requireEncoding(source, 'utf-8')
  if (found.encoding === 'utf-8') return { content: source, start: found.start, found }
  const text = [...decodedChunks(source, found.encoding, found.start)].join('')
  return { content: bufferSource(Buffer.from(text)), start: 0, found }
}

/** All bytes; a mark before the text becomes space, so that offsets stay those of the file. */
const wholeBytes = (content: ByteSource, start: number): Buffer =>
  readBytes(content, 0, content.size).fill(32, 0, start)

/** Offset of the first byte that is no space, -1 where there is none. */
function firstByte(content: ByteSource, start: number): number {
  for (const { bytes, at } of byteChunks(content, start)) {
    const i = new JsonScanner(bytes, 0).skipSpace(0)
    if (i < bytes.length) return at + i
  }
  return -1
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
function isJsonLines(content: ByteSource, first: number, name: string, limits: ReadLimits): boolean {
  const bytes = readBytes(content, first, limits.cellChars * 4 + 65_536)
  if (bytes[0] !== 0x7b) return false
  const named = /\.(?:ndjson|jsonl)$/i.test(name)
  const end = bytes.indexOf(10)
  if (end < 0) return named
  const line = bytes.toString('utf8', 0, end).trim()
  const more = bytes.toString('utf8', end, Math.min(bytes.length, end + 65_536)).trimStart()
  if (more === '') return named
  if (parses(line)) return true
  return line.endsWith('}') && (named || more.startsWith('{'))
}

async function* documentBatches(
  content: ByteSource,
  start: number,
  first: number,
  path: readonly string[],
  batchSize: number,
  limits: ReadLimits,
  notes: ReadNote[],
): AsyncGenerator<Batch> {
  const bytes = wholeBytes(content, start)
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
      throw syntaxError(bytes, first, limits, error)
    }
    const line = lineIn(bytes, at)
    if (value === null || typeof value !== 'object') {
      throw new FileError('structure', `The file holds ${typeNameOf(value)}, not a list of records`, {
        line,
        offset: at,
      })
    }
    const builder = new BatchBuilder(batchSize, limits)
    notes.push({ level: 'info', message: 'The file holds a single object: it is read as one record' })
    const look = lookAt(value, limits)
    const repeated = mayRepeatNames(text, look.names) ? findRepeatedNames(`[${text}]`, limits).get(0) : undefined
    addValue(builder, value, look, { line, repeated, exactly: () => parseExactly(text) }, limits)
    yield* builder.rest()
    return
  }
  const whole = bufferSource(bytes)
  yield* listBatches(whole, new ByteWindow(whole, 0), at, batchSize, limits, first)
}

/** The list at `at`; `documentAt`: where the document begins if the list is only a part of it. */
async function* listBatches(
  content: ByteSource,
  window: ByteWindow,
  at: number,
  batchSize: number,
  limits: ReadLimits,
  documentAt = at,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(batchSize, limits)
  // Only what is wrong is looked at as a whole, strictly from its beginning, to find the place.
  const problem = (error: unknown) => syntaxError(wholeBytes(content, 0), documentAt, limits, error)
  for (const run of readElements(window, at, batchSize, limits, documentAt === at)) {
    if (run === 'broken') throw problem(new Error('The list ends in an unexpected way'))
    const text = `[${run.text}]`
    let values: unknown[]
    try {
      values = JSON.parse(text) as unknown[]
    } catch (error) {
      throw problem(error)
    }
    if (values.length !== run.lines.length) throw problem(new Error('The list is not what it seems'))
    let exact: unknown[] | null = null
    const looks = values.map((value) => lookAt(value, limits))
    const names = looks.reduce((sum, look) => sum + look.names, 0)
    const isSound = looks.every((look) => !look.tooDeep)
    const repeats = isSound && mayRepeatNames(text, names) ? findRepeatedNames(text, limits) : null
    values.forEach((value, i) => {
      const exactly = () => (exact ??= parseExactly(text) as unknown[])[i]
      const place = { line: run.lines[i] as number, repeated: repeats?.get(i), exactly }
      addValue(builder, value, looks[i] as ValueTraits, place, limits)
    })
    yield* builder.full()
  }
  yield* builder.rest()
}

function valueEnd(bytes: Buffer, at: number, limits: ReadLimits): number {
  return new JsonScanner(bytes, limits.depth).value(at, 0)
}

/** Offset of the value a record path leads to; checks the whole document on the way. */
function locate(bytes: Buffer, first: number, path: readonly string[], limits: ReadLimits): number {
  const scanner = new JsonScanner(bytes, limits.depth)
  try {
    scanner.document(first)
  } catch (error) {
    throw error instanceof JsonSyntaxError ? syntaxError(bytes, first, limits, error) : error
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
      throw new FileError('notFound', message, { line: lineIn(bytes, at), offset: at })
    }
    at = found
  })
  return at
}
