import { describe, expect, it } from 'vitest'
import { toCopyText } from './copy-text.ts'
import { toTableColumns } from './table-columns.ts'

describe('COPY text', () => {
  it('escapes what has a meaning and writes null, booleans and JSON', () => {
    const columns = [
      { name: 'a', pgType: 'text' },
      { name: 'j', pgType: 'jsonb' },
      { name: 'toString', pgType: 'text' },
    ]
    expect(
      toCopyText(
        [
          { a: 'x\ty\\z\n', j: ['"', '\n'] },
          { a: null, j: 'text' },
          { a: true, j: 5 },
        ],
        columns,
      ),
    ).toBe('x\\ty\\\\z\\n\t["\\\\"","\\\\n"]\t\\N\n\\N\t"text"\t\\N\nt\t5\t\\N\n')
  })

  it('refuses what the database cannot hold and names the column', () => {
    expect(() => toCopyText([{ a: 'x\0' }], [{ name: 'a', pgType: 'text' }])).toThrow(
      "Column 'a' holds a NUL character, which PostgreSQL cannot store: 'x\\0'",
    )
  })

  it('makes columns from the row schema, through references', () => {
    const store = {
      'importer://schema/id/1': {
        type: 'object',
        properties: {
          key: { type: 'string' },
          n: { type: 'integer' },
          price: { type: ['number', 'null'] },
          ok: { type: 'boolean' },
          at: { type: 'string', format: 'date-time' },
          day: { type: 'string', format: 'date' },
          money: { $ref: '#/definitions/money' },
          list: { type: 'array' },
          any: {},
          either: { type: ['string', 'number'] },
          kind: { enum: ['a', 'b'] },
        },
        definitions: { money: { type: 'object' } },
      },
    }
    expect(
      toTableColumns({ $ref: 'importer://schema/id/1' }, store).map(({ name, pgType }) => `${name} ${pgType}`),
    ).toEqual([
      'key text',
      'n bigint',
      'price numeric',
      'ok boolean',
      'at timestamptz',
      'day date',
      'money jsonb',
      'list jsonb',
      'any jsonb',
      'either text',
      'kind text',
    ])
  })
})
