import { describe, expect, it } from 'vitest'
import { isoInstant, numberOrText, rowOf } from './plain-values.ts'

describe('values of a database as plain JSON', () => {
  it.each([
    ['5', 5],
    ['-0', 0],
    ['10.50', 10.5],
    ['0.1', 0.1],
    ['-12.345', -12.345],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740991', 9007199254740991],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['1000000000000000000000000', '1000000000000000000000000'],
  ])('%s is %s', (text, value) => {
    expect(Object.is(numberOrText(text), value) || numberOrText(text) === value).toBe(true)
  })

  it('writes instants as ISO texts and leaves other texts alone', () => {
    expect(isoInstant('2024-05-31 14:00:00.123456+00', 'Z')).toBe('2024-05-31T14:00:00.123456Z')
    expect(isoInstant('2024-05-31 14:00:00', '')).toBe('2024-05-31T14:00:00')
    expect(isoInstant('infinity', 'Z')).toBe('infinity')
    expect(isoInstant('0044-03-15 12:00:00+00 BC', 'Z')).toBe('0044-03-15 12:00:00+00 BC')
  })

  it('takes a column called __proto__ for data', () => {
    const row = rowOf(['a', '__proto__'], [1, { b: 2 }])
    expect(JSON.stringify(row)).toBe('{"a":1,"__proto__":{"b":2}}')
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  })
})
