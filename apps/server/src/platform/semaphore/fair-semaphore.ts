/** So many wait already that one more would not be served in time. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

type FairSemaphore = {
  /**
   * Waits for a place, does the work and gives the place back. A signal that is aborted ends the wait with its reason.
   * @param owner whose share it counts in
   * @throws QueueFullError when the owner, or everybody together, waits too often already
   */
  run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

type Waiting = { owner: string; start: () => void }

/**
 * Lets `max` calls run at once, of each owner at most `maxEach`. A free place goes to who has the fewest running, and
 * among those to who was served longest ago, so that nobody's queue, however long, stands before another's first call.
 * For this process only.
 */
export function createFairSemaphore(limits: {
  max: number
  maxEach: number
  maxWaiting: number
  maxWaitingEach: number
}): FairSemaphore {
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  const queue: Waiting[] = []
  let total = 0
  let turn = 0

  const runningOf = (owner: string): number => running.get(owner) ?? 0
  const isBefore = (a: Waiting, b: Waiting): boolean =>
    (runningOf(a.owner) - runningOf(b.owner) || (servedAt.get(a.owner) ?? 0) - (servedAt.get(b.owner) ?? 0)) < 0

  function begin(owner: string): void {
    total++
    running.set(owner, runningOf(owner) + 1)
    servedAt.set(owner, ++turn)
  }

  function end(owner: string): void {
    total--
    const left = runningOf(owner) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    startNext()
    // Who neither runs nor waits is forgotten.
    if (left === 0 && !queue.some((one) => one.owner === owner)) servedAt.delete(owner)
  }

  function startNext(): void {
    const free = queue.filter(({ owner }) => runningOf(owner) < limits.maxEach)
    const [first, ...others] = free
    if (first === undefined || total >= limits.max) return
    const next = others.reduce((best, one) => (isBefore(one, best) ? one : best), first)
    queue.splice(queue.indexOf(next), 1)
    begin(next.owner)
    next.start()
  }

  function acquire(owner: string, signal?: AbortSignal): Promise<void> {
    const own = queue.filter((one) => one.owner === owner).length
    if (own === 0 && total < limits.max && runningOf(owner) < limits.maxEach) {
      begin(owner)
      return Promise.resolve()
    }
    if (own >= limits.maxWaitingEach || queue.length >= limits.maxWaiting) throw new QueueFullError('too many wait')
    return new Promise((resolve, reject) => {
      const entry = { owner, start: resolve }
      queue.push(entry)
      const giveUp = () => {
        const place = queue.indexOf(entry)
        if (place < 0) return
        queue.splice(place, 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async run(owner, work, signal) {
      signal?.throwIfAborted()
      await acquire(owner, signal)
      try {
        return await work()
      } finally {
        end(owner)
      }
    },
  }
}
