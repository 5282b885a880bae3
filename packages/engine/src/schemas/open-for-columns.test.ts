import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { openForColumns } from './open-for-columns.ts'
import { createRowValidator } from './row-validator.ts'

const closed = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: {} },
  additionalProperties: false,
} satisfies JsonSchema
const { additionalProperties: _, ...open } = closed
const named = { $ref: 'importer://schema/id/a' }
const nested = { ...closed, properties: { id: {}, name: { $ref: '#/properties/id' } } }

describe('a closed schema for the records of a table', () => {
  it.each<[string, JsonSchema, string[], JsonSchema]>([
    ['need not look for other names where the table has none', closed, ['id', 'name'], open],
    ['nor where it lacks some of its own', closed, ['id'], open],
    ['nor where it is named', named, ['id'], open],
    ['looks for them where the table has one more', closed, ['id', 'name', 'note'], closed],
    ['also one that every object has', closed, ['id', 'toString'], closed],
    ['stays as it is where it is open', open, ['id', 'note'], open],
    [
      'and where it looks at several fields at once',
      { ...closed, minProperties: 1 },
      ['id'],
      { ...closed, minProperties: 1 },
    ],
    ['and where it refers to itself', nested, ['id'], nested],
  ])('UPL-019/engine %s', (_, schema, columns, expected) => {
    expect(openForColumns(schema, { [named.$ref]: closed }, columns)).toEqual(expected)
  })

  it('UPL-019/engine refuses a record of a table with a column too many, and one of a file without columns', () => {
    const validator = (columns?: string[]) =>
      createRowValidator({
        ...{ schema: closed, store: {}, coerce: true },
        ...(columns && { headers: new Map(columns.map((column) => [column, column])) }),
      })
    const messages = (columns: string[] | undefined, record: Record<string, unknown>) =>
      validator(columns)
        .check(record)
        ?.map(({ rule }) => rule) ?? null
    expect(messages(['id', 'name'], { id: '1', name: 'x' })).toBeNull()
    expect(messages(['id', 'name'], { id: 'one', name: 'x' })).toEqual(['type'])
    expect(messages(['id', 'note'], { id: '1', note: 'x' })).toEqual(['additionalProperties'])
    expect(messages(undefined, { id: '1', note: 'x' })).toEqual(['additionalProperties'])
  })
})
