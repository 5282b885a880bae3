import { expect, it } from 'vitest'
import { readJson } from './read-json.ts'

it.each([
  ['{"a": [1, 2]}', { value: { a: [1, 2] }, fault: null }],
  ['null', { value: null, fault: null }],
  ['{"a": 1,\n "a": 2}', { fault: expect.objectContaining({ line: 2, column: 2, text: ' "a": 2}' }) }],
  [
    '[\n\n 1e999]',
    { fault: expect.objectContaining({ line: 3, column: 2, message: '1e999 is too large for a number.' }) },
  ],
  ['', { fault: { line: 1, column: 1, message: 'There is no JSON yet.', text: '' } }],
])('%j is read, or the line of its first fault told', (text, expected) => {
  expect(readJson(text)).toEqual(expected)
})
