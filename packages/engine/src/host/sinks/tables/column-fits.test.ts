import { describe, expect, it } from 'vitest'
import { findTypeFault } from './column-fits.ts'

describe('findTypeFault', () => {
  it.each([
    ['text', 'character varying(20)'],
    ['text', 'uuid'],
    ['bigint', 'integer'],
    ['bigint', 'numeric(12,2)'],
    ['numeric', 'double precision'],
    ['boolean', 'tinyint(1)'],
    ['date', 'timestamp with time zone'],
    ['jsonb', 'jsonb'],
    ['jsonb', 'longtext'],
  ])('%s goes into %s', (property, column) => {
    expect(findTypeFault(property, column)).toBeNull()
  })
  it.each([
    ['text', 'integer', 'The column is of type integer, the records have text'],
    ['numeric', 'bigint', 'The column is of type bigint, the records have numbers'],
    ['timestamptz', 'date', 'The column is of type date, the records have times'],
    ['jsonb', 'boolean', 'The column is of type boolean, the records have objects and lists'],
    ['boolean', 'tinyint(4)', 'The column is of type tinyint(4), the records have true and false'],
  ])('%s does not go into %s', (property, column, sentence) => {
    expect(findTypeFault(property, column)).toBe(sentence)
  })
})
