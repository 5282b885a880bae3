/** Runs at most `most` pieces of work at once; others wait their turn, unless their signal ends the wait. */
export type Turns = {
  <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** How many wait. */
  readonly waiting: number
}

export function createTurns(most: number): Turns {
  let running = 0
  const waiting: { start: () => void }[] = []

  const myTurn = (signal?: AbortSignal): Promise<void> => {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const entry = { start: resolve }
      waiting.push(entry)
      signal?.addEventListener(
        'abort',
        () => {
          const place = waiting.indexOf(entry)
          if (place < 0) return
          waiting.splice(place, 1)
          reject(signal.reason)
        },
        { once: true },
      )
    })
  }

  const run = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    await myTurn(signal)
    try {
      return await work()
    } finally {
      // The place goes to the next in line, so that nobody comes between.
      const next = waiting.shift()
      if (next === undefined) running--
      else next.start()
    }
  }
  return Object.defineProperty(run, 'waiting', { get: () => waiting.length }) as Turns
}
