import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** What a schema says of a value in words, as the comment of its type; '' where it says nothing. */
export function commentOf(schema: unknown, indent = ''): string {
  if (!isObject(schema)) return ''
  const { title, description, format } = schema
  const said = [title, description].filter((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof format === 'string') said.push(`Format: ${format}`)
  return comment([...new Set(said as string[])].join('\n\n'), indent)
}

/** A comment that hover shows, whatever the text holds. */
export function comment(text: string, indent = ''): string {
  if (text === '') return ''
  const lines = text
    .replaceAll('*/', '*\u200b/')
    .split(/\r?\n/)
    // A line that begins with @ would be a tag.
    .map((line) => `${indent} * ${line.replace(/^\s*@/, '\u200b@')}`.trimEnd())
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`
}
