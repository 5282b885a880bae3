import type { FileKind } from '@millrace/contract'
import { hostileArchives } from './hostile-archives-for-test.ts'
import { hostileDocuments } from './hostile-documents-for-test.ts'
import type { HostileFile } from './hostile-file-for-test.ts'
import { hostileTexts } from './hostile-texts-for-test.ts'

/** mulberry32 */
export function seededRandom(start: number): () => number {
  let a = start
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function randomBytes(seed: number, length: number): Buffer {
  const next = seededRandom(seed)
  return Buffer.from(Array.from({ length }, () => Math.floor(next() * 256)))
}

const kinds: FileKind[] = ['csv', 'text', 'json', 'excel', 'xml', 'zip']

const noise: HostileFile[] = kinds.map((kind, i) => ({
  name: `random bytes as ${kind}`,
  kind,
  content: () => randomBytes(4711 + i, 100_000),
  ends: { problem: /looks like binary data, not like/ },
}))

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const contradictions: [FileKind, string | Buffer, RegExp][] = [
  ['csv', png, /looks like a PNG image/],
  ['csv', '[{"a":1}]', /looks like JSON/],
  ['csv', '<?xml version="1.0"?><a/>', /looks like XML/],
  ['json', 'sku,name\n1,2\n', /malformed at offset 0, line 1: a value is expected instead of 's'/],
  ['json', '%PDF-1.7\n', /looks like a PDF document/],
  ['xml', 'sku,name\n1,2\n', /Line \d: the XML is malformed/],
  ['xml', '<!doctype html><html></html>', /looks like a web page/],
  ['excel', 'sku;name\n1;2\n', /looks like text, not like an Excel workbook/],
  ['excel', Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'), /looks like an old Office file/],
  ['excel', '<table><tr><td>1</td></tr></table>', /looks like XML, not like an Excel workbook/],
  ['zip', 'sku;name\n1;2\n', /looks like text, not like a zip archive/],
  ['text', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /looks like a gzip archive/],
]

export const hostileFiles: HostileFile[] = [
  ...hostileTexts,
  ...hostileDocuments,
  ...hostileArchives,
  ...noise,
  ...contradictions.map(([kind, content, problem], i) => ({
    name: `content ${i + 1} that contradicts its type, ${kind}`,
    kind,
    content: () => content,
    ends: { problem },
  })),
]
