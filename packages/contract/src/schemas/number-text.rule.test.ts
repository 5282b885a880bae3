import { describe, expect, it } from 'vitest'
import { decimalMarkOf, parseNumberText } from './number-text.rule.ts'

const none = 'no number'

describe('numbers written as text', () => {
  // text, with a decimal point, with a decimal comma, the mark it tells
  it.each<[string, number | string, number | string, ReturnType<typeof decimalMarkOf>]>([
    ['12', 12, 12, null],
    ['-7', -7, -7, null],
    ['12.5', 12.5, none, '.'],
    ['12,5', none, 12.5, ','],
    ['0.125', 0.125, none, '.'],
    ['0,125', none, 0.125, ','],
    ['-0,500', none, -0.5, ','],
    ['1234.567', 1234.567, none, '.'],
    ['5.000', 5, 5000, 'either'],
    ['12.000', 12, 12_000, 'either'],
    ['-1.234', -1.234, -1234, 'either'],
    ['1,234', 1234, 1.234, 'either'],
    [' 1,234 ', 1234, 1.234, 'either'],
    ['1.299,00', none, 1299, ','],
    ['1,299.00', 1299, none, '.'],
    ['1.234.567', none, 1_234_567, ','],
    ['1.234.567,8', none, 1_234_567.8, ','],
    ['1,234,567', 1_234_567, none, '.'],
    ['12,34,567.5', 1_234_567.5, none, '.'],
    ['1 299,00', none, 1299, ','],
    ['1 299.00', 1299, none, '.'],
    ['1\u00a0299,00', none, 1299, ','],
    ['1\u202f299,00', none, 1299, ','],
    ["1'299.00", 1299, none, '.'],
    ['1’299.00', 1299, none, '.'],
    ["1'299,50", none, 1299.5, ','],
    ['1 234 567', 1_234_567, 1_234_567, null],
    ["12'345", 12_345, 12_345, null],
    ['1.5e3', 1500, none, '.'],
    ['1.234e3', 1234, none, '.'],
    ['+1.234,5', none, 1234.5, ','],
    ['.5', 0.5, none, '.'],
    [',5', none, 0.5, ','],
    ['5.', 5, none, '.'],
    ['1.23,4', none, none, null],
    ['1.2345,6', none, none, null],
    ['1,2,3', none, none, null],
    ['12.34.567', none, none, null],
    ['1.234 567', none, none, null],
    ['1 234 56', none, none, null],
    ['1234 567', none, none, null],
    ['0 123', none, none, null],
    ['1,299.00.0', none, none, null],
    ['31.12.2024', none, none, null],
    ['n/a', none, none, null],
    ['12,50 €', none, none, null],
    ['0x10', none, none, null],
    ['0b1', none, none, null],
    ['Infinity', none, none, null],
    ['1e999', none, none, null],
    ['12345678901234567890', none, none, null],
    ['9.007.199.254.740.993', none, none, null],
    ['-9007199254740993.0', none, none, null],
  ])('UPL-019/engine %j', (text, point, comma, mark) => {
    const read = (decimal: '.' | ',') => {
      const value = parseNumberText(text, decimal)
      return value === text ? none : value
    }
    expect([read('.'), read(','), decimalMarkOf(text)]).toEqual([point, comma, mark])
  })

  it.each(['', ' ', '\t'])('an empty text %j is none, not zero', (text) => {
    expect([parseNumberText(text, '.'), parseNumberText(text, ',')]).toEqual([undefined, undefined])
  })
})
