import { describe, expect, it } from 'vitest'
import { formatOfFile, nameOfFile } from './start-names.ts'

describe('what is made of a file is called', () => {
  it.each([
    ['bikes_market-2026.csv', [], 'Bikes market 2026'],
    ['bikes.csv', ['Bikes'], 'Bikes (1)'],
    ['.csv', [], 'From file'],
  ])('%s beside %j: %s', (file, taken, expected) => {
    expect(nameOfFile(file, taken)).toBe(expected)
  })
})

describe('formatOfFile', () => {
  it.each([
    ['csv', false, 'csv'],
    ['text', false, 'csv'],
    ['json', true, 'ndjson'],
    ['json', false, 'json'],
    ['excel', false, 'xlsx'],
    ['xml', false, 'xml'],
    ['zip', false, 'csv'],
  ])('%s, lines %s: %s', (kind, lines, expected) => {
    expect(formatOfFile(kind, lines)).toBe(expected)
  })
})
