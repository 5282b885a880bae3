import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

it('no more than so many calls run at a time, in the order they came, also after one that failed', async () => {
  let running = 0
  let most = 0
  const began: number[] = []
  const work = inTurns(2, async (n: number) => {
    began.push(n)
    running++
    most = Math.max(most, running)
    await nextTurn()
    running--
    if (n === 1) throw new Error('the second failed')
    return n * 10
  })
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => work(n)))
  expect(most).toBe(2)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 20, 30, 40])
  expect(await work(5)).toBe(50)
})
