import { describe, expect, it } from 'vitest'
import { notesOfUnknownColumns } from './unknown-columns.ts'

const expected = { names: new Set(['sku', 'price', 'color']), required: new Set(['sku']) }
const notesOf = (columns: string[] | null, headers = columns) => notesOfUnknownColumns({ columns, headers }, expected)

describe('columns that the schema does not know', () => {
  it('are named once, as they stand in the file', () => {
    expect(notesOf(['sku', 'price', 'color', 'Lager'])).toEqual([
      { level: 'info', message: "The schema does not know the column 'Lager', which is not checked" },
    ])
    expect(notesOf(['sku', 'weight', 'height'], ['Nr', 'Gewicht', 'Höhe'])).toEqual([
      { level: 'info', message: "The schema does not know 2 columns, which are not checked: 'Gewicht', 'Höhe'" },
    ])
    const many = Array.from({ length: 600 }, (_, at) => `extra ${at}`)
    expect(notesOf(many)[0]?.message).toMatch(/600 columns.*'extra 19', …$/)
  })

  it('that are nearly the name of what the file lacks are asked for', () => {
    expect(notesOf(['sku', 'prise', 'Colour'])).toEqual([
      { level: 'warn', message: "The schema does not know the column 'prise'; did you mean 'price'?" },
      { level: 'warn', message: "The schema does not know the column 'Colour'; did you mean 'color'?" },
    ])
    expect(notesOf(['sku', 'price', 'prise'])).toEqual([
      { level: 'info', message: "The schema does not know the column 'prise', which is not checked" },
    ])
  })

  it('are none where files have no columns or no schema says any', () => {
    expect(notesOf(null)).toEqual([])
    expect(notesOfUnknownColumns({ columns: ['a'], headers: ['a'] }, null)).toEqual([])
  })
})
