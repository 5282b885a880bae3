import { expect, it } from 'vitest'
import { rememberSuccess } from './remember-success.ts'

/** @returns how often the check was made for these inputs, one after the other */
async function checks(inputs: unknown[], problem: string | null = null): Promise<number> {
  let made = 0
  const check = rememberSuccess(async (_: unknown) => {
    made++
    return problem
  })
  for (const input of inputs) expect(await check(input)).toBe(problem)
  return made
}
const numbered = (count: number) => Array.from({ length: count }, (_, value) => value)

it.each<[string, unknown[], number]>([
  ['what has passed is not checked again', [{ type: 'object' }, { type: 'object' }], 1],
  ['what differs is', [{ type: 'object' }, { type: 'array' }, { type: ['object'] }], 3],
  ['null and a number too large are two things', [{ maximum: null }, { maximum: Number.POSITIVE_INFINITY }], 2],
  [
    'names in another order are',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    2,
  ],
  ['a thousand are kept', [...numbered(1000), ...numbered(1000)], 1000],
  ['the one used longest ago goes first', [...numbered(1000), 0, 1000, 0, 1], 1002],
])('%s', async (_, inputs, expected) => {
  expect(await checks(inputs)).toBe(expected)
})

it('what has failed is checked again', async () => {
  expect(await checks(['x', 'x'], 'wrong')).toBe(2)
})
