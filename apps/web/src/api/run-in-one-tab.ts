const key = 'millraceRefreshLease'
/** A tab that was closed in the middle holds the others up for at most this long. */
const leaseMs = 15_000
/** Long enough for another tab's write to be seen here. */
const visibleMs = 40

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Lease = { owner: string; until: number }

/**
 * Runs the task while no other tab of this browser runs it. Locks exist only in secure contexts; on plain http a lease
 * in local storage does the same.
 */
export function runInOneTab<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = globalThis.navigator?.locks
  return locks === undefined ? withLease(task) : locks.request('millrace-refresh', task)
}

async function withLease<T>(task: () => Promise<T>): Promise<T> {
  const owner = `${Date.now()}-${Math.random()}`
  for (;;) {
    const held = readLease()
    if (held === null || held.until <= Date.now()) {
      localStorage.setItem(key, JSON.stringify({ owner, until: Date.now() + leaseMs } satisfies Lease))
      // Two tabs may have written at once: the last one has it.
      await sleep(visibleMs)
      if (readLease()?.owner === owner) break
    }
    await sleep(visibleMs)
  }
  try {
    return await task()
  } finally {
    if (readLease()?.owner === owner) localStorage.removeItem(key)
  }
}

function readLease(): Lease | null {
  const text = localStorage.getItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as Lease
  } catch (error) {
    console.error('the lease of another tab cannot be read', error)
    return null
  }
}
