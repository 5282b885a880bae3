import { isAscii } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import type { Entry } from 'yauzl'
import { adviceForTable } from '@millrace/contract/uploads/file-advice.rule'
import { compactText } from '../records/compact-text.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { damagedError, type ZipArchive } from '../zip/zip.ts'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

function entity(name: string): string {
  const known = entities[name]
  if (known) return known
  const code = name[2] === 'x' ? Number.parseInt(name.slice(3), 16) : Number.parseInt(name.slice(2), 10)
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const anyEntity = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g
const sectionOrComment = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->/

/** Text of an XML leaf as XML reads it: line ends, entities, CDATA, comments. */
function xmlText(raw: string): string {
  // A carriage return that is meant is written as an entity.
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('<!')) return withEntities(text)
  // Every second piece stood inside of a section, where nothing is an entity, or in place of a comment.
  const pieces = text.split(sectionOrComment)
  return pieces.map((piece, i) => (i % 2 === 0 ? withEntities(piece) : (piece ?? ''))).join('')
}

const withEntities = (text: string): string => (text.includes('&') ? text.replace(anyEntity, entity) : text)

/** Text of an XML leaf of a workbook, where `_x000D_` is an escape, too. */
export function unescapeText(raw: string): string {
  const text = xmlText(raw)
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name, double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    // Line ends in an attribute are spaces.
    const value = (double ?? single ?? '').replace(/\r\n|[\t\r\n]/g, ' ')
    found.set((name as string).replace(/^.*:/, ''), unescapeText(value))
  }
  return found
}

/** Text of a `<si>` or `<is>`: plain or rich runs; phonetic hints are left out. */
export function richText(body: string): string {
  const text = body.includes('<rPh') ? body.replace(/<rPh[\s\S]*?<\/rPh>/g, '') : body
  let out = ''
  for (let at = text.indexOf('<t'); at >= 0; at = text.indexOf('<t', at)) {
    const open = text.indexOf('>', at)
    const after = text.charCodeAt(at + 2)
    if (open < 0) break
    if ((after !== 62 && after !== 32) || text.charCodeAt(open - 1) === 47) {
      at = open
      continue
    }
    const close = text.indexOf('</t>', open)
    if (close < 0) break
    out += unescapeText(text.slice(open + 1, close))
    at = close
  }
  return out
}

const MAX_CHARS_UNCUT = 16 * 1024 * 1024

/** Text of a part, cut after the last `</tag>` of each chunk; prefixes of the namespace are removed. */
export async function* partChunks(archive: ZipArchive, entry: Entry, tag: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  let isCut = false
  let prefix: string | null = null
  let close = `</${tag}>`
  let isOdd: boolean | null = null
  const plain = (chunk: string) => {
    const bare = prefix ? chunk.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</') : chunk
    isOdd ??= hasOddTags(bare.slice(0, HEAD_CHARS))
    return isOdd ? bare.replace(anyTag, plainTag) : bare
  }
  for await (const bytes of archive.chunks(entry)) {
    // Most parts are ASCII: decoding them as such is several times faster.
    text += isAscii(bytes) && !isCut ? bytes.toString('latin1') : decoder.write(bytes)
    isCut = (bytes[bytes.length - 1] ?? 0) > 127
    if (text.length < 131_072) continue
    prefix ??= prefixOf(text)
    if (prefix && !close.startsWith(`</${prefix}:`)) close = `</${prefix}:${tag}>`
    const at = text.lastIndexOf(close)
    if (at < 0) {
      if (text.length > MAX_CHARS_UNCUT)
        throw new FileError('limit', `The workbook has a single ${tag} of more than 16 million characters`)
      continue
    }
    const end = at + close.length
    yield plain(text.slice(0, end))
    text = text.slice(end)
  }
  text += decoder.end()
  prefix ??= prefixOf(text)
  yield plain(text)
}

function prefixOf(text: string): string {
  return /<([\w.-]+):(?:worksheet|sst)[\s>]/.exec(text.slice(0, 4096))?.[1] ?? ''
}

const HEAD_CHARS = 8192
const anyTag = /<\/?[\w.-][^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/g
const cellTag = /^<\/?(?:row|[cftvr]|is|si)[\s/>]/

/** `<c r="A1" t="s">`, whatever quotes and space the tag was written with. */
function plainTag(tag: string): string {
  const name = /^<\/?[\w:.-]+/.exec(tag)?.[0] ?? ''
  const attributes = tag.slice(name.length).matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  const plain = [...attributes].map(
    ([, key, double, single = '']) => ` ${key}="${double ?? single.replaceAll('"', '&quot;')}"`,
  )
  return `${name}${plain.join('')}${tag.endsWith('/>') ? '/>' : '>'}`
}

/** Rows and cells are found by how nearly all programs write their tags; the others write all of them in their own way. */
const hasOddTags = (head: string) =>
  (head.match(anyTag) ?? []).some((tag) => cellTag.test(tag) && plainTag(tag) !== tag.replace(/ \/>$/, '/>'))

async function partText(archive: ZipArchive, name: string): Promise<string | null> {
  const entry = archive.entries.get(name)
  if (!entry) return null
  if (entry.uncompressedSize > 32 * 1024 * 1024)
    throw new FileError('limit', `The workbook's part '${name}' is too large`)
  const text = (await archive.bytes(entry)).toString('utf8')
  return text.replace(/<(\/?)[\w.-]+:(?=\w)/g, '<$1')
}

export type SheetPart = { name: string; entry: Entry | null; isHidden: boolean; isTable: boolean }

export type WorkbookParts = {
  sheets: SheetPart[]
  date1904: boolean
  strings: Entry | null
  styles: CellStyle[]
}

/** How a number with this style is shown: as it is, as a moment, or (a number) with at least so many digits. */
export type CellStyle = 'number' | 'date' | 'datetime' | 'time' | number

const parentFolder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

function resolvePath(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts: string[] = []
  for (const part of (folder + target).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const elements = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}(?=[\\s/>])[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag))

/** Sheets in order, date system and number styles. Throws FileError when this is no workbook. */
export async function readWorkbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const rootRelations = elements((await partText(archive, '_rels/.rels')) ?? '', 'Relationship')
  const main = rootRelations.find((relation) => relation.get('Type')?.endsWith('/officeDocument'))?.get('Target')
  const path = resolvePath('', main ?? 'xl/workbook.xml')
  if (path.endsWith('.bin')) {
    throw new FileError(
      'wrongType',
      `The file looks like a binary workbook (.xlsb), not like an Excel workbook (.xlsx). ${adviceForTable('excel')}`,
    )
  }
  const text = await partText(archive, path)
  if (text === null || !/<workbook[\s>]/.test(text)) {
    throw new FileError(
      'wrongType',
      'The file looks like a zip archive without a workbook, not like an Excel workbook (.xlsx)',
    )
  }
  const folder = parentFolder(path)
  const relationsText = await partText(archive, `${folder}_rels/${path.slice(folder.length)}.rels`)
  const relations = elements(relationsText ?? '', 'Relationship').map((relation) => {
    const name = resolvePath(folder, relation.get('Target') ?? '')
    const isInside = relation.get('TargetMode') !== 'External'
    return { id: relation.get('Id'), type: relation.get('Type') ?? '', name: isInside ? name : '' }
  })
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const part = (type: string) => {
    const named = relations.find((relation) => relation.type.endsWith(`/${type}`))?.name
    // Without its styles a workbook would lose its dates in silence.
    if (named && !archive.entries.has(named))
      throw damagedError('workbook', `its part '${named.slice(0, 200)}' is missing`)
    return named ?? `${folder}${type}.xml`
  }
  const sheets = elements(text, 'sheet').map((sheet) => {
    const relation = byId.get(sheet.get('id'))
    return {
      name: sheet.get('name') ?? '',
      entry: archive.entries.get(relation?.name ?? '') ?? null,
      isHidden: (sheet.get('state') ?? 'visible') !== 'visible',
      isTable: !/\/(?:chart|dialog|macro)sheet$/i.test(relation?.type ?? ''),
    }
  })
  if (sheets.length === 0) throw damagedError('workbook', 'it names no sheet')
  const date1904 = elements(text, 'workbookPr').some((pr) => ['1', 'true'].includes(pr.get('date1904') ?? ''))
  const styles = stylesOf((await partText(archive, part('styles'))) ?? '')
  return { sheets, date1904, strings: archive.entries.get(part('sharedStrings')) ?? null, styles }
}

function builtInStyle(id: number): CellStyle {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'datetime'
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? 'time' : 'number'
}

/** Reads the first section of a number format; quoted text, colours, locales and padding do not count. */
export function styleOfFormat(code: string): CellStyle {
  const bare = (code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0] ?? '').replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
  if (/general/i.test(bare)) return 'number'
  // '00000' is how postal codes and article numbers keep their zeros.
  if (/^0{2,50}$/.test(bare)) return bare.length
  const time = /[hs]/i.test(bare)
  const date = /[yd]/i.test(bare) || (/m/i.test(bare) && !time)
  return date ? (time ? 'datetime' : 'date') : time ? 'time' : 'number'
}

function stylesOf(text: string): CellStyle[] {
  const custom = new Map(
    elements(text, 'numFmt').map((f) => [f.get('numFmtId'), styleOfFormat(f.get('formatCode') ?? '')]),
  )
  const formats = /<cellXfs[\s>][\s\S]*?<\/cellXfs>/.exec(text)?.[0] ?? ''
  return elements(formats, 'xf').map(
    (xf) => custom.get(xf.get('numFmtId')) ?? builtInStyle(Number(xf.get('numFmtId') ?? 0)),
  )
}

/** Text of the plain form `<si><t>…</t></si>`, which nearly all have; null for any other. */
function plainText(text: string, open: number, close: number): string | null {
  if (!text.startsWith('<t', open + 1)) return null
  const inner = text.indexOf('>', open + 3)
  const end = close - 4
  const c = text.charCodeAt(open + 3)
  if ((c !== 62 && c !== 32) || inner > end || text.charCodeAt(inner - 1) === 47) return null
  if (text.indexOf('<', inner) !== end) return null
  return unescapeText(text.slice(inner + 1, end))
}

const MAX_STRINGS = 4_000_000

/** The table of texts that cells point into. */
export async function readSharedStrings(
  archive: ZipArchive,
  entry: Entry | null,
  limits: ReadLimits,
): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let chars = 0
  for await (const text of partChunks(archive, entry, 'si')) {
    for (let at = text.indexOf('<si'); at >= 0; at = text.indexOf('<si', at)) {
      const open = text.indexOf('>', at)
      if (open < 0) break
      if (text.charCodeAt(open - 1) === 47) {
        strings.push('')
        at = open
        continue
      }
      const close = text.indexOf('</si>', open)
      if (close < 0) throw damagedError('workbook', 'its table of texts does not end')
      const value = compactText(plainText(text, open, close) ?? richText(text.slice(open + 1, close)))
      if (value.length > limits.cellChars) {
        throw new FileError('limit', `The workbook holds a text of more than ${limits.cellChars} characters`)
      }
      strings.push(value)
      chars += value.length
      at = close
    }
    if (strings.length > MAX_STRINGS || chars > limits.unpackedBytes / 8) {
      throw new FileError('limit', 'The workbook holds more texts than can be kept in memory; save it as CSV')
    }
  }
  return strings
}
