import type { DataRecord } from '../../formats/records/file.types.ts'
import { encodeXmlName } from '../../formats/xml/xml-name.ts'
import type { Encoder } from '../encoding/encoder.types.ts'
import { encodeOr, UnwritableValueError } from '../encoding/output-error.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const instance = 'http://www.w3.org/2001/XMLSchema-instance'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const special = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
const outerSpace = /^\s|\s$/
/** A carriage return would be read as a line feed. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/**
 * XML: `<records>`, and in it a `<record>` for each, on a line of its own. Properties are elements, those of
 * `columns` first and in that order, the rest as the record has them; a list is its element repeated (an empty one is left out), a list within a list has `<item>`s, an object has elements
 * of its own, null is an element with `xsi:nil="true"`, an absent property is absent. Names that XML cannot have are
 * escaped (`List_x0020_price`). A record with a character that XML 1.0 cannot hold
 * cannot be written.
 */
export function createXmlEncoder(output: string, columns: readonly string[] = []): Encoder {
  let record = 0
  const known = new Set(columns)
  return {
    head: () => `${declaration}<records xmlns:xsi="${instance}">\n`,
    encode(records, refuse) {
      let text = ''
      records.forEach((fields, index) => {
        record++
        const element = () => `<record>${content(inOrder(fields, columns, known), [])}</record>\n`
        text += encodeOr(element, { output, record, index }, refuse) ?? ''
      })
      return text
    },
    tail: () => '</records>\n',
  }
}

/** The properties of a record in the order of the columns; what is no column comes last. */
function inOrder(fields: DataRecord, columns: readonly string[], known: ReadonlySet<string>): [string, unknown][] {
  const first = columns
    .filter((name) => Object.hasOwn(fields, name))
    .map((name): [string, unknown] => [name, fields[name]])
  return [...first, ...Object.entries(fields).filter(([name]) => !known.has(name))]
}

function content(fields: readonly [string, unknown][], path: string[]): string {
  let text = ''
  for (const [name, value] of fields) {
    if (value === undefined) continue
    const below = [...path, name]
    if (name === '') throw problem(below, 'a property without a name cannot be an element')
    const tag = encodeXmlName(name)
    if (Array.isArray(value)) for (const item of value) text += element(tag, item, below)
    else text += element(tag, value, below)
  }
  return text
}

function element(tag: string, value: unknown, path: string[]): string {
  if (value === null || value === undefined) return `<${tag} xsi:nil="true"/>`
  if (Array.isArray(value)) {
    return `<${tag}>${value.map((item) => element('item', item, path)).join('')}</${tag}>`
  }
  if (typeof value === 'object') return `<${tag}>${content(Object.entries(value), path)}</${tag}>`
  if (typeof value !== 'string') return `<${tag}>${String(value)}</${tag}>`
  const open = outerSpace.test(value) ? `${tag} xml:space="preserve"` : tag
  return `<${open}>${escapedText(value, path)}</${tag}>`
}

function escapedText(text: string, path: string[]): string {
  if (!special.test(text)) return text
  const found = impossible.exec(text)
  if (found !== null) {
    const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw problem(path, `the character U+${code} cannot stand in XML; choose another format`)
  }
  return text.replace(/[&<>\r]/g, (character) => entities[character] ?? '')
}

const problem = (path: readonly string[], what: string): Error => new UnwritableValueError(path.join('.'), what)
