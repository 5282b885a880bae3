import { expect, it } from 'vitest'
import { createCallLimit } from './call-limit.ts'

it('lets each session make so many calls a minute, and then those of the next', () => {
  let now = 0
  const limit = createCallLimit(3, () => now)
  const takes = (session: string) => Array.from({ length: 4 }, () => limit.take(session))
  expect(takes('a')).toEqual([true, true, true, false])
  expect(takes('b')).toEqual([true, true, true, false])
  now = 59_999
  expect(limit.take('a')).toBe(false)
  now = 60_000
  expect(takes('a')).toEqual([true, true, true, false])
})
