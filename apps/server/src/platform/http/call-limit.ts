/** Counts the calls of each session within a minute, in this process. */
export type CallLimit = {
  /** Counts one more. @returns false past the limit */
  take(sessionId: string): boolean
}

const minuteMs = 60_000

/**
 * A limit that no person reaches and that a program gone wild does: what one session asks must leave the server to the
 * others. Minutes begin for all together, so that what is counted is thrown away at once.
 */
export function createCallLimit(max: number, now: () => number = Date.now): CallLimit {
  let counts = new Map<string, number>()
  let began = now()
  return {
    take(sessionId) {
      if (now() - began >= minuteMs) {
        counts = new Map()
        began = now()
      }
      const count = (counts.get(sessionId) ?? 0) + 1
      counts.set(sessionId, count)
      return count <= max
    },
  }
}
