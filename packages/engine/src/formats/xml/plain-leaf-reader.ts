import { decodeXmlName } from './xml-name.ts'
import type { XmlRecordBuilder } from './xml-records.ts'

const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const AMPERSAND = 38
const SLASH = 47
const LESS = 60
const GREATER = 62
const BRACKET = 93

const plainName = /[A-Za-z_:][\w.:-]*/y
const entity = /&(\w*)(;?)/g
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Names of leaves are remembered by their place, so many of them: records of one list mostly have the same in one order. */
const MAX_REMEMBERED = 200

/** What a text needs before it is a value; `refused` where the parser has to look at it. */
const plain = 0
const withEntities = 1
const withReturns = 2
const refused = -1

/**
 * Reads what most of a list consists of without the parser: elements of a plain name and nothing but text inside,
 * `<price>12.50</price>`. Whatever is not as plain as that (attributes, comments, rare characters, faults) is left to
 * the parser, so that nothing is accepted here that it would refuse.
 */
export class PlainLeafReader {
  /** Line ends in all that was read here, which the parser knows nothing of. */
  lines = 0
  private readonly records: XmlRecordBuilder
  private readonly order: { raw: string; name: string }[] = []
  /** Line ends in the text that was looked at last. */
  private textLines = 0

  constructor(records: XmlRecordBuilder) {
    this.records = records
  }

  /**
   * Takes the leaves that follow one another from `from`, which is the end of a tag.
   * @param parserLine line of the parser
   * @returns the end of the last leaf; `from` where there is none
   */
  take(chunk: string, from: number, parserLine: number): number {
    let end = from
    for (let i = 0; ; i++) {
      const next = this.leaf(chunk, end, i, parserLine)
      if (next < 0) return end
      end = next
    }
  }

  private leaf(chunk: string, from: number, index: number, parserLine: number): number {
    let open = from
    let spaceLines = 0
    let hasReturn = false
    let code = chunk.charCodeAt(open)
    for (; code === SPACE || code === NEWLINE || code === TAB || code === RETURN; code = chunk.charCodeAt(++open)) {
      if (code === NEWLINE) spaceLines++
      else if (code === RETURN) {
        hasReturn = true
        if (chunk.charCodeAt(open + 1) !== NEWLINE) spaceLines++
      }
    }
    if (code !== LESS) return -1
    let known = this.order[index]
    let nameEnd = open + 1
    if (known !== undefined && chunk.startsWith(known.raw, nameEnd)) nameEnd += known.raw.length
    code = nameEnd === open + 1 ? 0 : chunk.charCodeAt(nameEnd)
    if (code !== GREATER) {
      plainName.lastIndex = open + 1
      const raw = plainName.exec(chunk)?.[0]
      if (raw === undefined) return -1
      nameEnd = open + 1 + raw.length
      code = chunk.charCodeAt(nameEnd)
      if (code !== GREATER && !(code === SLASH && chunk.charCodeAt(nameEnd + 1) === GREATER)) return -1
      known = { raw, name: decodeXmlName(raw) }
      if (index < MAX_REMEMBERED) this.order[index] = known
    }
    const { raw, name } = known as { raw: string; name: string }
    let text = ''
    let end = nameEnd + 2
    this.textLines = 0
    if (code === GREATER) {
      const close = chunk.indexOf('<', nameEnd + 1)
      end = close + raw.length + 3
      if (close < 0 || chunk.charCodeAt(close + 1) !== SLASH || chunk.charCodeAt(end - 1) !== GREATER) return -1
      if (!chunk.startsWith(raw, close + 2)) return -1
      const needs = this.look(chunk, nameEnd + 1, close)
      if (needs === refused) return -1
      text = chunk.slice(nameEnd + 1, close)
      if (needs & withReturns) text = text.replace(/\r\n?/g, '\n')
      if (needs & withEntities) {
        const read = withoutEntities(text)
        if (read === null) return -1
        text = read
      }
    }
    if (open > from) {
      const space = chunk.slice(from, open)
      this.records.text(hasReturn ? space.replace(/\r\n?/g, '\n') : space)
    }
    this.lines += spaceLines
    const line = parserLine + this.lines
    this.lines += this.textLines
    this.records.leaf(name, text, line)
    return end
  }

  private look(chunk: string, from: number, to: number): number {
    let needs = plain
    let lines = 0
    for (let i = from; i < to; i++) {
      const code = chunk.charCodeAt(i)
      if (code < SPACE) {
        if (code === NEWLINE) lines++
        else if (code === RETURN) {
          needs |= withReturns
          if (chunk.charCodeAt(i + 1) !== NEWLINE) lines++
        } else if (code !== TAB) return refused
      } else if (code === AMPERSAND) needs |= withEntities
      // ']]>' is a fault; line ends of XML 1.1 and halves of characters are the parser's.
      else if (code === BRACKET || (code >= 0x7f && (code <= 0x9f || code === 0x2028 || code >= 0xd800))) return refused
    }
    this.textLines = lines
    return needs
  }
}

/** null where one is not of the five that XML knows. */
function withoutEntities(text: string): string | null {
  let isKnown = true
  const read = text.replace(entity, (whole, name: string, end: string) => {
    const character = end === ';' ? entities.get(name) : undefined
    if (character === undefined) isKnown = false
    return character ?? whole
  })
  return isKnown ? read : null
}
