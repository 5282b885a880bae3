import type { FileFormat } from '@millrace/contract'
import { SaxesParser } from 'saxes'
import { BatchBuilder } from '../records/batch-builder.ts'
import { type ByteSource, readBytes } from '../bytes/byte-source.ts'
import {
  decodedChunks,
  type DetectedEncoding,
  detectEncoding,
  type Encoding,
  requireEncoding,
  setEncoding,
} from '../bytes/encoding.ts'
import { describeEncodingDoubt } from '../bytes/encoding-doubt.ts'
import type { OpenedFile, ReadLimits, ReadNote } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { chooseList, describeList } from '../records/choose-list.ts'
import type { ExpectedFields } from '../records/expected-fields.ts'
import { findEntityFault } from './entity-fault.ts'
import { findXmlLists } from './find-lists.ts'
import { parseRecordPath } from '../records/record-path.ts'
import { XmlParser } from './xml-parser.ts'
import { decodeXmlName } from './xml-name.ts'
import { XmlRecordBuilder } from './xml-records.ts'

/** Encoding names of XML declarations; Latin-1 is read as windows-1252, as browsers do. */
const declared: Record<string, Encoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  'latin-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
}

function xmlEncoding(source: ByteSource, format: FileFormat) {
  if (format.encoding) return setEncoding(source, format.encoding)
  const head = readBytes(source, 0, 512)
  const name = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1'))?.[1]
  if (!name || head.includes(0)) return detectEncoding(source)
  const encoding = declared[name.toLowerCase()]
  if (!encoding)
    throw new FileError('encoding', `Line 1: the XML declares the encoding '${name}', which is not supported`, {
      line: 1,
    })
  return { ...requireEncoding(source, encoding), reason: 'as declared' }
}

/** The parser's words where they are not those of the person who sent the file. */
function faultText(text: string): string {
  if (text.startsWith('unclosed tag: '))
    return text.replace(/^unclosed tag: (.*)$/s, "the file ends inside the element '$1'")
  return text.replace(/\.$/, '')
}

/**
 * XML. Records are the elements at the record path, else the children of the root whose name is repeated. Attributes
 * become '@name', text beside them '#text', repeated elements lists, an `xsi:nil` null, `_x0020_` in a name the character
 * it stands for. A DOCTYPE is passed over: nothing it names is ever fetched and no entity it defines is known (S2).
 */
export function openXml(
  source: ByteSource,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
  expected?: ExpectedFields | null,
): OpenedFile {
  const encoding: DetectedEncoding = xmlEncoding(source, format)
  const asked = parseRecordPath(format.recordPath)
  const notes: ReadNote[] = []
  const chunks = () => decodedChunks(source, encoding.encoding, encoding.start)
  const found = asked.length > 0 || expected === undefined ? null : listInside(chunks(), expected, limits, notes)
  const path = found ?? asked
  const recordPath = found === null ? format.recordPath : found.join('/')
  notes.unshift({
    level: 'info',
    message: `Read as XML, ${encoding.encoding} (${encoding.reason}), records ${path.length > 0 ? `at ${path.join('/')}` : 'are the repeated elements below the root'}`,
  })

  const doubt = describeEncodingDoubt(source, encoding)
  if (doubt !== null) notes.push({ level: 'warn', message: doubt })

  async function* batches() {
    const builder = new BatchBuilder(batchSize, limits)
    const parser = new SaxesParser({ position: true })
    const records = new XmlRecordBuilder(path, limits, (record, line) => builder.add(record, line))
    const feed = new XmlParser(parser, records)
    parser.on('error', (error) => {
      const text = error.message.replace(/^\d+:\d+: /, '')
      const inEntity = /entity|unexpected end/.test(text) ? findEntityFault(chunks()) : null
      const { line, what } = inEntity ?? { line: feed.line, what: faultText(text) }
      throw new FileError('syntax', `Line ${line}: the XML is malformed: ${what}`, { line })
    })
    parser.on('opentagstart', (tag) => records.open(decodeXmlName(tag.name), feed.line))
    parser.on('attribute', (attribute) => records.attribute(attribute.name, attribute.value))
    parser.on('text', (text) => records.text(text))
    parser.on('cdata', (text) => records.text(text))
    for (const chunk of chunks()) {
      feed.write(chunk)
      yield* builder.full()
    }
    feed.close()
    records.end(notes)
    yield* builder.rest()
  }

  return {
    detected: {
      kind: 'xml',
      encoding: encoding.encoding,
      encodingConfidence: encoding.confidence,
      ...(recordPath ? { recordPath } : {}),
    },
    columns: null,
    headers: null,
    headerLine: null,
    batches: batches(),
    notes,
  }
}

/** The way to the records of a document that does not have them right below its root, from the root on; null else. */
function listInside(
  chunks: Iterable<string>,
  expected: ExpectedFields | null,
  limits: ReadLimits,
  notes: ReadNote[],
): string[] | null {
  const found = findXmlLists(chunks, limits)
  const chosen = found === null ? null : chooseList(found.lists, found, expected)
  if (found === null || chosen === null) return null
  notes.push({ level: 'info', message: describeList(chosen, found.lists) })
  return [found.root, ...chosen.path]
}
