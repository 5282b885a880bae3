import type { Attribute } from './attributes.ts'

type Read = { value: unknown; mistake: string | null }
const fine = (value: unknown): Read => ({ value, mistake: null })
const wrong = (mistake: string): Read => ({ value: undefined, mistake })

/** An attribute's value as the text of its field; '' for none. */
export function writeAttribute(kind: Attribute['kind'], value: unknown): string {
  if (value === undefined) return ''
  if (kind === 'switch') return value === true ? 'yes' : value === false ? 'no' : ''
  if (kind === 'values') return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join('\n') : ''
  if (kind === 'json') return JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of what was typed; '' takes the attribute away. */
export function readAttribute(kind: Attribute['kind'], text: string): Read {
  if (text.trim() === '') return fine(undefined)
  switch (kind) {
    case 'switch':
      return fine(text === 'yes')
    case 'count':
    case 'number':
      return /^\s*-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? fine(Number(text)) : wrong('Type a number.')
    case 'json':
      return parse(text, 'This is no JSON: write text in double quotes.')
    case 'values': {
      const values: unknown[] = []
      for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
        const read = parse(line, `${line.trim()} is no JSON: write text in double quotes.`)
        if (read.mistake !== null) return read
        values.push(read.value)
      }
      return fine(values)
    }
    default:
      return fine(text)
  }
}

function parse(text: string, mistake: string): Read {
  try {
    return fine(JSON.parse(text))
  } catch {
    return wrong(mistake)
  }
}
