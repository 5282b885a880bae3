import { describe, expect, it } from 'vitest'
import { record } from '../encode-for-test.ts'
import { OutputTable } from './output-table.ts'

const tableOf = (records: object[], columns: string[] | null = null) => {
  const table = new OutputTable('csv', columns)
  for (const each of records) table.look(each as Record<string, unknown>)
  return table
}

describe('an output as a table', () => {
  it('has a column for each field in the order in which they come first, those of the file before', () => {
    expect(tableOf([{ b: 1 }, { a: 2, b: 3 }, { c: 4 }]).header()).toEqual(['b', 'a', 'c'])
    expect(tableOf([{ b: 1 }], ['a', 'b']).header()).toEqual(['a', 'b'])
    expect(tableOf([], ['a']).header()).toEqual(['a'])
  })

  it('has a cell for each column of every record, whatever a field is called', () => {
    const odd = record('{"__proto__":"p","toString":"t","a":{"b":[1,"x"]},"l":[],"n":null,"z":-1.5,"t":true}')
    const table = tableOf([odd, {}])
    expect(table.header()).toEqual(['__proto__', 'toString', 'a', 'l', 'n', 'z', 't'])
    expect(table.cells(odd)).toEqual(['p', 't', '{"b":[1,"x"]}', '[]', null, -1.5, true])
    expect(table.cells({})).toEqual(Array.from({ length: 7 }, () => null))
  })

  it.each(['=1+1', '+x', '-x', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uff1d1', '\uff0bx', '\uff0dx', '\uff20S(A1)'])(
    'S10 begins no formula in a cell or a header: %j',
    (text) => {
      const table = tableOf([{ [text]: text }])
      expect([table.header(), table.cells({ [text]: text })]).toEqual([[`'${text}`], [`'${text}`]])
    },
  )

  it('is refused without columns, with too many, and with more records than a sheet holds', () => {
    expect(() => tableOf([]).header()).toThrow('The file has no records, so there are no columns')
    expect(() => tableOf([{}, {}]).header()).toThrow('Its records have no fields, so there are no columns')
    const wide = Array.from({ length: 16_385 }, (_, i) => ({ [`c${i}`]: 1 }))
    expect(tableOf(wide.slice(1)).header()).toHaveLength(16_384)
    expect(() => tableOf(wide)).toThrow('Its records have more than 16,384 different fields')
    const looks = (format: 'csv' | 'xlsx', count: number) => () => {
      const table = new OutputTable(format, null, 2)
      for (let i = 0; i < count; i++) table.look({ a: i })
    }
    expect(looks('xlsx', 2)).not.toThrow()
    expect(looks('xlsx', 3)).toThrow('A sheet holds at most 2 records, the file has more; download it as CSV')
    expect(looks('csv', 3)).not.toThrow()
  })
})
