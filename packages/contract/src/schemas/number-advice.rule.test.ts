import { expect, it } from 'vitest'
import { numberAdvice } from './number-advice.rule.ts'

it.each([
  ['12,5', '.', " (the decimal mark is '.')"],
  ['12.5', ',', " (the decimal mark is ',')"],
  ['12.5', '.', ''],
  ['n/a', '.', ''],
  ['dear.', ',', ''],
  ['12345678901234567890', '.', ' that can be kept exactly'],
  ['9007199254740993,50', ',', ' that can be kept exactly'],
] as const)("'%s' with the mark '%s': '%s'", (text, decimal, advice) => {
  expect(numberAdvice(text, decimal)).toBe(advice)
})
