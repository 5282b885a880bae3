import { describe, expect, it } from 'vitest'
import { columnLetters, recordPlace } from './record-place.rule.ts'

describe('the letters of a column', () => {
  it.each([
    [0, 'A'],
    [2, 'C'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('%i: %s', (place, letters) => {
    expect(columnLetters(place)).toBe(letters)
  })
})

describe('the place of a record', () => {
  it.each([
    [{ row: 12, line: 14 }, null, 'row 12, line 14'],
    [{ row: 1200, line: 1201 }, undefined, 'row 1,200, line 1,201'],
    [{ row: 5, line: 5 }, null, 'row 5'],
    [{ row: 5, line: null }, null, 'row 5'],
    [{ row: null, line: 7 }, null, 'line 7'],
    [{ row: null, line: null }, null, ''],
    [{ row: 11, line: 12 }, 'Products', 'sheet Products, row 12'],
    [{ row: 11, line: null }, 'Products', 'sheet Products, record 11'],
    [{ row: null, line: null }, 'Products', 'sheet Products'],
  ])('%j of sheet %s: %s', (at, sheet, place) => {
    expect(recordPlace(at, sheet, (count) => count.toLocaleString('en'))).toBe(place)
  })
})
