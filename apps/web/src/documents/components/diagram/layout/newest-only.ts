/**
 * One piece of work at a time: what is asked for meanwhile waits, and only the newest of it is done. Whoever was
 * overtaken gets null.
 */
export function newestOnly<Given, Result>(work: (given: Given) => Promise<Result>) {
  let busy = false
  let waiting: { given: Given; resolve: (result: Promise<Result | null> | null) => void } | null = null
  const run = async (given: Given): Promise<Result | null> => {
    busy = true
    try {
      return await work(given)
    } finally {
      busy = false
      const next = waiting
      waiting = null
      next?.resolve(run(next.given))
    }
  }
  return (given: Given): Promise<Result | null> => {
    if (!busy) return run(given)
    waiting?.resolve(null)
    return new Promise((resolve) => {
      waiting = { given, resolve }
    })
  }
}
