import { readFileSync } from 'node:fs'
import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import { UnseenCharacters } from './unseen-characters.ts'

const page = readFileSync(new URL('../../../../docs/schemas.md', import.meta.url), 'utf8')

type Row = { schema: JsonSchema; text: string; becomes: string }

/** The rows of the table after a comment of the page. */
function rowsAfter(comment: string): Row[] {
  const start = page.indexOf(`<!-- ${comment}`)
  expect(start, comment).toBeGreaterThan(0)
  const lines = page.slice(start).split('\n')
  const first = lines.findIndex((line) => line.startsWith('| ---'))
  const rows = lines.slice(first + 1, lines.indexOf('', first))
  return rows.map((line) => {
    const [, schema = '', text = '', becomes = ''] = /^\| `(.*?)` \| (.*) \| (.*) \|$/.exec(line) ?? []
    const plain = (cell: string) => (cell === '(empty)' ? '' : cell.replace(/^`|`$/g, ''))
    return { schema: JSON.parse(schema) as JsonSchema, text: plain(text), becomes: plain(becomes) }
  })
}

/** What a field becomes, in the words of the page. */
function became(schema: JsonSchema, value: unknown, options: { decimal?: '.' | ','; isTable: boolean }): string {
  const validator = createRowValidator({
    schema: { type: 'object', properties: { field: schema } },
    store: {},
    coerce: true,
    unseen: new UnseenCharacters(),
    ...(options.decimal ? { decimal: options.decimal } : {}),
    ...(options.isTable ? { headers: new Map([['field', 'Field']]) } : {}),
  })
  const record: DataRecord = { field: value }
  if (validator.check(record) !== null) return 'refused'
  return record.field === undefined ? 'left out' : JSON.stringify(record.field)
}

const compact = (becomes: string) =>
  becomes === 'refused' || becomes === 'left out' ? becomes : JSON.stringify(JSON.parse(becomes))

describe('the coercion rules of docs/schemas.md', () => {
  const rows = rowsAfter('coercion:')
  it('has rules for every type', () => {
    expect(rows.length).toBeGreaterThan(50)
  })
  it.each(rows)('UPL-019/engine $schema reads $text: $becomes', ({ schema, text, becomes }) => {
    expect(became(schema, text, { isTable: true })).toBe(compact(becomes))
  })
  it.each(rowsAfter('coercion with a decimal comma'))(
    'UPL-019/engine with a decimal comma $schema reads $text: $becomes',
    ({ schema, text, becomes }) => {
      expect(became(schema, text, { decimal: ',', isTable: true })).toBe(compact(becomes))
    },
  )
  it.each(rowsAfter('coercion of XML'))('UPL-019/engine in XML $schema reads $text: $becomes', (row) => {
    expect(became(row.schema, JSON.parse(row.text), { isTable: false })).toBe(compact(row.becomes))
  })
})
