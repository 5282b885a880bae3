/** The work, so that at most `most` calls of it run at a time; others wait in the order they came. */
export function inTurns<A extends unknown[], R>(
  most: number,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...args) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work(...args)
    } finally {
      const next = waiting.shift()
      // The place goes on to who waited longest.
      if (next === undefined) running--
      else next()
    }
  }
}
