import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { XmlParser } from './xml-parser.ts'
import { decodeXmlName } from './xml-name.ts'
import { XmlRecordBuilder } from './xml-records.ts'

type Reading = { records: unknown[]; fault: string | null; notes: unknown[] }

/** Reads chunks of a document with leaves taken out or, with `whole`, with everything seen by the parser. */
function read(chunks: string[], path: string[], limits: ReadLimits, whole: boolean): Reading {
  const result: Reading = { records: [], fault: null, notes: [] }
  const parser = new SaxesParser({ position: true })
  const builder = new XmlRecordBuilder(path, limits, (record, line) => {
    result.records.push([line, Object.entries(record)])
  })
  const feed = whole ? parser : new XmlParser(parser, builder)
  if (whole) parser.on('closetag', () => builder.close())
  parser.on('error', (error) => {
    throw new FileError('syntax', `${feed.line} ${error.message.replace(/^\d+:\d+: /, '')}`)
  })
  parser.on('opentagstart', ({ name }) => builder.open(decodeXmlName(name), feed.line))
  parser.on('attribute', ({ name, value }) => builder.attribute(name, value))
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  try {
    for (const chunk of chunks) feed.write(chunk)
    feed.close()
    builder.end(result.notes as never)
  } catch (problem) {
    if (!(problem instanceof FileError)) throw problem
    result.fault = problem.message
  }
  return result
}

/** Numbers from 0 to `below`, the same for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const spaces = ['', '', '\n', '\r\n', '\r', '\t ', '\n  \n', ' text ', '<!-- <a>1</a> -->', '\u2028', '<?p <a>?>']
const texts =
  'plain|12.50||  x  |a &amp; b|&lt;&quot;&apos;&gt;|&#65;|&#x;|&nbsp;|&amp|]]|]]>|a > b|Größe|😀|\ud83d|\u0085|\ufffe|\u0001|l1\nl2|l1\r\nl2|l1\rl2|<![CDATA[<a>]]>|<b/>|<b>i</b>|<i k="<">|tab\t|'.split(
    '|',
  )
const opens =
  '<a>|<a>|<name>|<a >|<a\n>|<a k="1">|<a k=\'>\'>|<x:a>|<a.b-c_1>|<_x0041_>|<1a>|<ä>|<ab>|<__proto__>|<constructor>'.split(
    '|',
  )

function document(roll: (below: number) => number): string {
  const any = (list: readonly string[]) => list[roll(list.length)] as string
  const rarely = (list: readonly string[]) => (roll(12) === 0 ? any(list) : (list[0] as string))
  const element = (): string => {
    const open = roll(4) === 0 ? any(opens) : '<a>'
    const name = /^<([^\s>]*)/.exec(open)?.[1] ?? ''
    const kind = roll(20)
    if (kind === 0) return `<${name}/>`
    if (kind === 1) return `<${name} />`
    const close = rarely([`</${name}>`, `</${name} >`, '</b>', `</${name}`, ''])
    return `${open}${rarely(texts)}${roll(3) === 0 ? any(texts) : 'v'}${close}`
  }
  const list = (most: number, item: () => string) =>
    Array.from({ length: roll(most) }, () => item() + (roll(3) === 0 ? any(spaces) : '\n')).join('')
  const record = () => `<r${rarely(['', ' k="1"', ' k="1" k="2"'])}>${list(6, element)}${rarely(['</r>', '</r >', ''])}`
  const head = rarely([
    '',
    '<?xml version="1.0"?>\n',
    '<?xml version="1.1"?>',
    '<!DOCTYPE d [<!ENTITY e "<a>">]>',
    '\ufeff',
    ' ',
  ])
  return `${head}<l>${any(spaces)}${list(8, roll(5) === 0 ? element : record)}${rarely(['</l>', '</l>\n', '</l><l/>', ''])}`
}

function cut(text: string, roll: (below: number) => number): string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = roll(2) === 0 ? 1 + roll(8) : 1 + roll(200)
    chunks.push(text.slice(at, at + size))
    at += size
  }
  return chunks
}

describe('leaves that are read beside the parser', () => {
  it('give the records, lines and faults that the parser alone gives, for any document in any chunks', () => {
    let good = 0
    let bad = 0
    for (let seed = 1; seed <= 3000; seed++) {
      const roll = dice(seed)
      const text = document(roll)
      const limits = { ...DEFAULT_READ_LIMITS, ...(roll(10) === 0 ? { depth: 3, cellChars: 8, columns: 3 } : {}) }
      const path = roll(4) === 0 ? ['r'] : []
      const chunks = roll(3) === 0 ? [text] : cut(text, roll)
      const expected = read(chunks, path, limits, true)
      expect(read(chunks, path, limits, false), JSON.stringify(chunks)).toEqual(expected)
      if (expected.fault === null) good++
      else bad++
    }
    expect(Math.min(good, bad)).toBeGreaterThan(250)
  })

  it('are in the file for the most part, and what is none does not slow the parser down', () => {
    const given = (text: string) => {
      const parser = new SaxesParser({ position: true })
      let calls = 0
      let chars = 0
      const write = parser.write.bind(parser)
      parser.write = (chunk) => {
        calls++
        chars += (chunk as string | null)?.length ?? 0
        return write(chunk)
      }
      const builder = new XmlRecordBuilder([], DEFAULT_READ_LIMITS, () => {})
      const feed = new XmlParser(parser, builder)
      parser.on('opentagstart', ({ name }) => builder.open(decodeXmlName(name), feed.line))
      feed.write(text)
      feed.close()
      return { calls, share: chars / text.length }
    }
    const record = `<r>${'<name>value &amp; more</name>\r\n'.repeat(20)}</r>`
    expect(given(`<l>${record.repeat(100)}</l>`).share).toBeLessThan(0.1)
    expect(given(`<l>${'<r><a k="1">x</a></r>'.repeat(1000)}</l>`).calls).toBeLessThan(50)
    expect(given(`<l>${'<r>>>>>>>>></r>'.repeat(1000)}</l>`).calls).toBeLessThan(50)
  })
})
