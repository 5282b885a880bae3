import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

it('no more than so many calls run at a time, in the order they came, also after one that failed', async () => {
  let running = 0
  let most = 0
  const began: number[] = []
  const semaphore = createSemaphore(2)
  const once = async (n: number) => {
    began.push(n)
    running++
    most = Math.max(most, running)
    await nextTick()
    running--
    if (n === 1) throw new Error('the second failed')
    return n * 10
  }
  const work = (n: number) => semaphore.run(() => once(n))
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => work(n)))
  expect(most).toBe(2)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 20, 30, 40])
  expect(await work(5)).toBe(50)
})

it('a call that is given up while it waits never runs, and leaves its place in the queue to the next', async () => {
  const semaphore = createSemaphore(1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const first = semaphore.run(() => released)
  const giveUp = new AbortController()
  const began: string[] = []
  const second = semaphore.run(async () => began.push('second'), giveUp.signal)
  const third = semaphore.run(async () => began.push('third'))
  expect(semaphore.waiting).toBe(2)
  giveUp.abort(new Error('given up'))
  await expect(second).rejects.toThrow('given up')
  expect(semaphore.waiting).toBe(1)
  release()
  await Promise.all([first, third])
  expect(began).toEqual(['third'])
  await expect(semaphore.run(async () => 1, giveUp.signal)).rejects.toThrow('given up')
  expect(semaphore.waiting).toBe(0)
})
