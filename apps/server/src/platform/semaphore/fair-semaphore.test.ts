import { expect, it } from 'vitest'
import { createFairSemaphore, QueueFullError } from './fair-semaphore.ts'

const limits = { max: 2, maxEach: 1, maxWaiting: 4, maxWaitingEach: 3 }

/** Calls that end when they are told to, in the order in which they began. */
function calls(semaphore = createFairSemaphore(limits)) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, signal?: AbortSignal) => {
    const run = semaphore.run(
      name[0] ?? '',
      () =>
        new Promise<void>((end) => {
          began.push(name)
          ends.set(name, end)
        }),
      signal,
    )
    run.catch(() => undefined)
    return run
  }
  const end = async (name: string) => {
    await new Promise(setImmediate)
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { began, start, end }
}

it('one who starts without end leaves a place to the others', async () => {
  const { began, start, end } = calls()
  for (const name of ['a1', 'a2', 'a3']) void start(name)
  void start('b1')
  await new Promise(setImmediate)
  expect(began).toEqual(['a1', 'b1'])
  await end('a1')
  expect(began).toEqual(['a1', 'b1', 'a2'])
})

it('a free place goes to who was served longest ago, not to the longest queue', async () => {
  const { began, start, end } = calls()
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1']) void start(name)
  await end('a1')
  await end('b1')
  await end('c1')
  await end('a2')
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
})

it('refuses who waits too often, and everybody when all together do', async () => {
  const { start } = calls()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void start(name)
  await expect(start('a5')).rejects.toThrow(QueueFullError)
  void start('b1')
  void start('c1')
  await expect(start('d1')).rejects.toThrow(QueueFullError)
})

it('who gives up while waiting never runs, and a failed call gives its place back', async () => {
  const semaphore = createFairSemaphore(limits)
  const { began, start, end } = calls(semaphore)
  const giveUp = new AbortController()
  void start('a1')
  const waiting = start('a2', giveUp.signal)
  giveUp.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  await end('a1')
  await expect(semaphore.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await semaphore.run('a', async () => 'done')).toBe('done')
  expect(began).toEqual(['a1'])
})
