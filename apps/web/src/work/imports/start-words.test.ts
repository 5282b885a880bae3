import { expect, it } from 'vitest'
import { startWords } from './start-words.ts'

it.each([
  ['immediate', undefined, 'start import'],
  ['immediate', 0, 'start imports'],
  ['immediate', 1, 'start import'],
  ['immediate', 5, 'start 5 imports'],
  ['scheduled', undefined, 'save plan'],
  ['repeat', 5, 'save plan'],
  [undefined, 5, undefined],
] as const)('%s of %s country pipelines: %s', (kind, countries, words) => {
  expect(startWords(kind, countries)).toBe(words)
})
