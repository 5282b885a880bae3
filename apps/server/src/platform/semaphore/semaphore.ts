/** Lets a limited number of calls run at once; the others wait in the order they came. */
export type Semaphore = {
  /** Waits for a place, does the work and gives the place back. A signal that is aborted ends the wait with its reason. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** How many wait. */
  readonly waiting: number
}

/** A semaphore with so many places, for this process only. */
export function createSemaphore(max: number): Semaphore {
  let running = 0
  const queue: { start: () => void }[] = []

  const acquire = (signal?: AbortSignal): Promise<void> => {
    if (running < max) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const entry = { start: resolve }
      queue.push(entry)
      signal?.addEventListener(
        'abort',
        () => {
          const place = queue.indexOf(entry)
          if (place < 0) return
          queue.splice(place, 1)
          reject(signal.reason)
        },
        { once: true },
      )
    })
  }

  const release = (): void => {
    // The place goes straight to who waited longest, so that nobody comes between.
    const next = queue.shift()
    if (next === undefined) running--
    else next.start()
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted()
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
    get waiting() {
      return queue.length
    },
  }
}
