import { isAscii, isUtf8 } from 'node:buffer'
import type { FileFormat } from '@millrace/contract'
import { type ByteSource, byteChunks, CHUNK_BYTES, lineOfByte, readBytes } from './byte-source.ts'
import { windows1252Confidence } from './encoding-confidence.ts'
import { FileError } from '../records/file-error.ts'

export type Encoding = NonNullable<FileFormat['encoding']>

/**
 * `start` is the first byte after a byte order mark; `reason` says how the encoding was found, `confidence` (0..1) how
 * sure that is, `doubtful` where the first bytes stand that make no sense in it, `setAs` which encoding the source says
 * where the byte order mark says another.
 */
export type DetectedEncoding = {
  encoding: Encoding
  start: number
  reason: string
  confidence: number
  doubtful?: number[]
  setAs?: Encoding
}

/** Bytes that windows-1252 leaves undefined. */
const undefined1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const upper1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const hex = (byte: number) => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`

function byteOrderMark(head: Buffer): { encoding: Encoding; start: number } | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', start: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', start: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', start: 2 }
  return null
}

/** UTF-16 without a mark: Latin text has a zero byte in every second place. */
function unmarkedUtf16(head: Buffer): Encoding | null {
  let even = 0
  let odd = 0
  for (let i = 0; i < head.length; i++) {
    if (head[i] !== 0) continue
    if (i % 2 === 0) even++
    else odd++
  }
  const half = head.length / 2
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be'
  return null
}

/** Length without a character that is cut off at the end. */
function wholeUtf8Length(bytes: Buffer): number {
  const n = bytes.length
  for (let back = 1; back <= 3 && back <= n; back++) {
    const byte = bytes[n - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return wanted > back ? n - back : n
  }
  return n
}

/** Length of the UTF-8 sequence at i, 0 when there is none (RFC 3629: no overlong forms, no surrogates). */
function sequenceLength(b: Buffer, i: number): number {
  const a = b[i] as number
  const tail = (k: number) => ((b[i + k] ?? 0) & 0xc0) === 0x80
  if (a < 0x80) return 1
  if (a < 0xc2 || a > 0xf4 || !tail(1)) return 0
  if (a < 0xe0) return 2
  const second = b[i + 1] as number
  if (!tail(2) || (a === 0xe0 && second < 0xa0) || (a === 0xed && second > 0x9f)) return 0
  if (a < 0xf0) return 3
  return !tail(3) || (a === 0xf0 && second < 0x90) || (a === 0xf4 && second > 0x8f) ? 0 : 4
}

/** Chunks that never cut a UTF-8 character, except where the file itself does. */
function* wholeChunks(source: ByteSource, start: number): Generator<{ bytes: Buffer; at: number }> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let at = start; at < source.size; ) {
    const got = source.readInto(buffer, at)
    if (got === 0) return
    const bytes = buffer.subarray(0, got)
    const whole = at + got < source.size ? wholeUtf8Length(bytes) : got
    yield { bytes: bytes.subarray(0, whole || got), at }
    at += whole || got
  }
}

/** `wrong`: offset of the first byte that is not UTF-8, null when all are. The whole file is tested, not its beginning. */
function testUtf8(source: ByteSource, start: number): { wrong: number | null; ascii: boolean } {
  let ascii = true
  for (const { bytes, at } of wholeChunks(source, start)) {
    // No text holds a zero byte, databases refuse it, and only the beginning was looked at before.
    const zero = bytes.indexOf(0)
    if (zero >= 0) throw zeroByteError(source, at + zero)
    if (isAscii(bytes)) continue
    ascii = false
    if (isUtf8(bytes)) continue
    for (let i = 0; i < bytes.length; ) {
      const length = sequenceLength(bytes, i)
      if (length === 0 || i + length > bytes.length) return { wrong: at + i, ascii }
      i += length
    }
  }
  return { wrong: null, ascii }
}

/** Valid sequences beyond ASCII against bytes that fit none. */
function utf8Balance(source: ByteSource, start: number): { valid: number; wrong: number; undefinedAt: number | null } {
  let valid = 0
  let wrong = 0
  let undefinedAt: number | null = null
  for (const { bytes, at } of wholeChunks(source, start)) {
    if (isAscii(bytes)) continue
    for (let i = 0; i < bytes.length; ) {
      const length = sequenceLength(bytes, i)
      if (length > 1) valid++
      else if (length === 0) wrong++
      for (let k = i; k < i + Math.max(1, length); k++) {
        if (undefinedAt === null && undefined1252.has(bytes[k] as number)) undefinedAt = at + k
      }
      i += Math.max(1, length)
    }
  }
  return { valid, wrong, undefinedAt }
}

/** The refusal for a byte that the encoding does not have: names byte, offset and line. */
function wrongByteError(
  source: ByteSource,
  encoding: Encoding,
  offset: number,
  wanted = `valid ${encoding === 'windows-1252' ? encoding : encoding.toUpperCase()}`,
): FileError {
  const line = lineOfByte(source, offset)
  const [byte = 0] = readBytes(source, offset, 1)
  return new FileError(
    'encoding',
    `The file has a broken encoding: byte ${hex(byte)} at offset ${offset}, line ${line}, is not ${wanted}`,
    { line, offset },
  )
}

function zeroByteError(source: ByteSource, offset: number): FileError {
  const line = lineOfByte(source, offset)
  const message = `The file is not text: it holds a zero byte at offset ${offset}, line ${line}`
  return new FileError('wrongType', message, { line, offset })
}

function checkUtf16(source: ByteSource, encoding: Encoding, start: number): void {
  if ((source.size - start) % 2 !== 0) throw wrongByteError(source, encoding, source.size - 1)
  let at = start
  for (const text of decodedChunks(source, encoding, start)) {
    if (!text.isWellFormed()) {
      const broken = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
      throw wrongByteError(source, encoding, at + 2 * Math.max(0, broken))
    }
    const zero = text.indexOf('\0')
    if (zero >= 0) throw zeroByteError(source, at + 2 * zero)
    at += 2 * text.length
  }
}

function check1252(source: ByteSource): void {
  for (const { bytes, at } of byteChunks(source)) {
    const zero = bytes.indexOf(0)
    if (zero >= 0) throw zeroByteError(source, at + zero)
    if (isAscii(bytes)) continue
    const i = bytes.findIndex((byte) => undefined1252.has(byte))
    if (i >= 0) throw wrongByteError(source, 'windows-1252', at + i)
  }
}

/**
 * The encoding that was set for the source, every byte checked against it. A byte order mark that says another one counts
 * more: somebody set what files usually have, the mark tells what this one has, and read otherwise it would become
 * letters of the first header.
 */
export function setEncoding(source: ByteSource, encoding: Encoding): DetectedEncoding {
  const mark = byteOrderMark(readBytes(source, 0, 4))
  if (mark === null || mark.encoding === encoding) return requireEncoding(source, encoding)
  return { ...requireEncoding(source, mark.encoding), reason: 'by its byte order mark', setAs: encoding }
}

/** Checks every byte against an encoding that the file or its format prescribes. */
export function requireEncoding(source: ByteSource, encoding: Encoding): DetectedEncoding {
  const mark = byteOrderMark(readBytes(source, 0, 4))
  const start = mark?.encoding === encoding ? mark.start : 0
  if (encoding === 'utf-8') {
    const { wrong } = testUtf8(source, start)
    if (wrong !== null) throw wrongByteError(source, encoding, wrong)
  } else if (encoding === 'windows-1252') check1252(source)
  else checkUtf16(source, encoding, start)
  return { encoding, start, reason: 'as set for the source', confidence: 1 }
}

/**
 * Finds the encoding of a text: byte order mark, zero bytes of UTF-16, UTF-8 over the whole file, windows-1252.
 * A file that is mostly UTF-8 with a few wrong bytes is refused rather than read as windows-1252, which would turn
 * every accent in it into two wrong letters. Throws FileError `encoding`.
 */
export function detectEncoding(source: ByteSource): DetectedEncoding {
  const head = readBytes(source, 0, 64 * 1024)
  const mark = byteOrderMark(head)
  if (mark) return { ...requireEncoding(source, mark.encoding), reason: 'by its byte order mark' }
  if (head.includes(0)) {
    const encoding = unmarkedUtf16(head)
    if (encoding)
      return { ...requireEncoding(source, encoding), reason: 'by its zero bytes, 95 % sure', confidence: 0.95 }
    throw zeroByteError(source, head.indexOf(0))
  }
  const { wrong, ascii } = testUtf8(source, 0)
  if (wrong === null) {
    if (ascii) return { encoding: 'utf-8', start: 0, reason: 'nothing but ASCII', confidence: 1 }
    return { encoding: 'utf-8', start: 0, reason: 'by testing every byte, 99 % sure', confidence: 0.99 }
  }
  const { valid, wrong: others, undefinedAt } = utf8Balance(source, 0)
  if (valid > others) throw wrongByteError(source, 'utf-8', wrong)
  if (undefinedAt !== null) throw wrongByteError(source, 'windows-1252', undefinedAt, 'valid UTF-8 or windows-1252')
  const { confidence, latin1, doubtful } = windows1252Confidence(source, 0)
  const reason =
    `since line ${lineOfByte(source, wrong)} is not UTF-8${latin1 ? '; Latin-1 gives the same text' : ''}, ` +
    `${Math.round(confidence * 100)} % sure`
  return { encoding: 'windows-1252', start: 0, reason, confidence, doubtful }
}

function decode1252(bytes: Buffer): string {
  // Not TextDecoder: some Node 24 versions decode this range as Latin-1.
  const text = bytes.toString('latin1')
  return /[\x80-\x9f]/.test(text)
    ? text.replace(/[\x80-\x9f]/g, (c) => upper1252[c.charCodeAt(0) - 0x80] as string)
    : text
}

/** Text of a source whose encoding has been checked, in chunks that never cut a character. */
export function* decodedChunks(source: ByteSource, encoding: Encoding, start: number): Generator<string> {
  if (encoding === 'utf-8') {
    for (const { bytes } of wholeChunks(source, start)) {
      yield isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
    }
  } else if (encoding === 'windows-1252') {
    for (const { bytes } of byteChunks(source, start)) yield decode1252(bytes)
  } else {
    let carry = ''
    for (const { bytes } of byteChunks(source, start)) {
      const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
      if (encoding === 'utf-16be') even.swap16()
      const text = carry + even.toString('utf16le')
      const last = text.charCodeAt(text.length - 1)
      const cut = last >= 0xd800 && last < 0xdc00 ? text.length - 1 : text.length
      carry = text.slice(cut)
      if (cut > 0) yield text.slice(0, cut)
    }
    if (carry) yield carry
  }
}

/** Text from the beginning of a source, at least `chars` long if there is that much. */
export function decodedHead(source: ByteSource, found: DetectedEncoding, chars: number): string {
  let text = ''
  for (const chunk of decodedChunks(source, found.encoding, found.start)) {
    text += chunk
    if (text.length >= chars) break
  }
  return text
}
