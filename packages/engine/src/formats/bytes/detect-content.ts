import type { FileKind } from '@millrace/contract'
import { adviceForArchive, adviceForTable } from '@millrace/contract/uploads/file-advice.rule'

/**
 * What the first bytes look like. `kind` 'other' is a type that is never a data file here; `text` is anything without
 * a firmer sign, which is how delimited text looks. `label` completes "the file looks like …".
 */
export type DetectedContent = { kind: 'empty' | 'json' | 'xml' | 'excel' | 'zip' | 'text' | 'other'; label: string }

/** The container of old Office files, which also holds new ones that are encrypted, under this name. */
const compound = 'd0cf11e0a1b11ae1'
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

const signatures: [string, string][] = [
  ['89504e470d0a1a0a', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['25504446', 'a PDF document'],
  [compound, 'an old Office file such as .xls'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['52617221', 'a RAR archive'],
  ['425a68', 'a bzip2 archive'],
  ['fd377a585a00', 'an xz archive'],
  ['28b52ffd', 'a Zstandard archive'],
  ['7f454c46', 'a program'],
  ['53514c69746520666f726d6174203300', 'an SQLite database'],
  ['50415231', 'a Parquet file'],
  ['7b5c727466', 'an RTF document'],
]

/** Signatures of two bytes count only where the text goes on in a way no text would. */
function signatureOf(head: Buffer): string | null {
  const hex = head.toString('hex', 0, 16)
  if (hex.startsWith(compound) && head.includes(encrypted)) return 'a workbook with a password'
  for (const [start, label] of signatures) if (hex.startsWith(start)) return label
  if (hex.startsWith('4d5a') && head.includes(0)) return 'a program'
  if (hex.startsWith('424d') && head.length > 10 && head.readUInt32LE(6) === 0) return 'a BMP image'
  if (head.length > 11 && head.toString('latin1', 0, 4) === 'RIFF') return 'a media file'
  if (head.length > 11 && head.toString('latin1', 4, 8) === 'ftyp') return 'a media file'
  if (head.length > 262 && head.toString('latin1', 257, 262) === 'ustar') return 'a tar archive'
  return null
}

/** Names of the entries whose local headers lie in the head. */
function zipNames(head: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at >= 0 && at + 30 <= head.length && head.readUInt32BE(at) === 0x504b0304; ) {
    const dataAt = at + 30 + head.readUInt16LE(at + 26) + head.readUInt16LE(at + 28)
    names.push(head.toString('utf8', at + 30, at + 30 + head.readUInt16LE(at + 26)))
    // Bit 3: the size follows the data, so the next header has to be searched.
    const sizeIsKnown = (head.readUInt16LE(at + 6) & 8) === 0
    at = sizeIsKnown ? dataAt + head.readUInt32LE(at + 18) : head.indexOf('PK\x03\x04', dataAt, 'latin1')
  }
  return names
}

function zipLook(head: Buffer): DetectedContent {
  const names = zipNames(head)
  const isIn = (folder: string) => names.some((name) => name.startsWith(folder))
  if (isIn('xl/')) return { kind: 'excel', label: 'an Excel workbook' }
  if (isIn('word/')) return { kind: 'other', label: 'a Word document' }
  if (isIn('ppt/')) return { kind: 'other', label: 'a PowerPoint file' }
  if (names[0] === 'mimetype') return { kind: 'other', label: 'an OpenDocument file such as .ods' }
  // An Office package whose own folder comes later; the workbook reader looks closer.
  if (isIn('[Content_Types].xml')) return { kind: 'excel', label: 'an Excel workbook' }
  return { kind: 'zip', label: 'a zip archive' }
}

function textOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe)
    return head.subarray(2, 2 + 2 * ((head.length - 2) >> 1)).toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff) {
    return Buffer.from(head.subarray(2, 2 + 2 * ((head.length - 2) >> 1)))
      .swap16()
      .toString('utf16le')
  }
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  if (head[0] !== 0 && head[1] === 0) return head.subarray(0, head.length & ~1).toString('utf16le')
  return head.toString('utf8', start)
}

function zeroBytes(head: Buffer): number {
  let count = 0
  for (const byte of head) if (byte === 0) count++
  return count
}

/** Judges the beginning of a file (a few kB are enough) by its bytes alone; a name proves nothing. */
export function detectContent(head: Buffer, _name = ''): DetectedContent {
  if (head.length === 0) return { kind: 'empty', label: 'an empty file' }
  const signature = signatureOf(head)
  if (signature) return { kind: 'other', label: signature }
  if (head.length < 4) return { kind: 'text', label: 'text' }
  const first = head.readUInt32BE(0)
  if (first === 0x504b0304 || first === 0x504b0506) return zipLook(head)
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const zeros = zeroBytes(head)
  // UTF-16 without a mark has a zero in about every second byte; a single one elsewhere means it is no text.
  if (!marked && zeros > 0 && zeros < head.length * 0.3) return { kind: 'other', label: 'binary data' }
  const text = textOf(head).trimStart()
  if (/^<!doctype\s+html|^<html[\s>]/i.test(text)) return { kind: 'other', label: 'a web page' }
  if (/^<(?:\?xml|!--|!doctype\s|[A-Za-z_][\w:.-]*(?:[\s/>]|$))/i.test(text)) return { kind: 'xml', label: 'XML' }
  if (/^\{\s*(?:"|\}|$)/.test(text) || /^\[\s*(?:[[{\]"\d-]|true|false|null|$)/.test(text)) {
    return { kind: 'json', label: 'JSON' }
  }
  return { kind: 'text', label: 'text' }
}

/** What to do with it, where something can be done. */
function adviceFor({ kind, label }: DetectedContent, wanted: FileKind): string | null {
  if (label.endsWith('archive')) return adviceForArchive
  if (kind === 'excel' || /\.xls$|\.ods$|password|web page/.test(label)) return adviceForTable(wanted)
  if (kind === 'text' && wanted === 'excel')
    return `${adviceForTable(wanted)}, or let the source take delimited text (csv)`
  if (kind === 'json' || kind === 'xml')
    return `Let the source take ${kind === 'json' ? 'JSON' : 'XML'}, or choose another file`
  return null
}

const expected: Record<FileKind, string> = {
  csv: 'delimited text (CSV)',
  text: 'delimited text',
  json: 'JSON',
  excel: 'an Excel workbook (.xlsx)',
  xml: 'XML',
  zip: 'a zip archive',
}

/**
 * The sentence that refuses a file whose bytes contradict its content type; null when they agree. An empty file is
 * refused, too. Text passes for JSON and XML here: their reader names the exact place.
 */
export function describeContentMismatch(look: DetectedContent, kind: FileKind): string | null {
  if (look.kind === 'empty') return 'The file is empty: it has 0 bytes'
  const fits: Record<FileKind, DetectedContent['kind'][]> = {
    csv: ['text'],
    text: ['text'],
    json: ['json', 'text'],
    excel: ['excel'],
    xml: ['xml', 'text'],
    zip: ['zip'],
  }
  if (fits[kind].includes(look.kind)) return null
  const advice = adviceFor(look, kind)
  const what = `The file looks like ${look.label}, not like ${expected[kind]}`
  return advice === null ? what : `${what}. ${advice}`
}
