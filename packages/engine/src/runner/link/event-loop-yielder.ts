import { setImmediate } from 'node:timers/promises'

/** Longest time in ms that reading may keep the event loop to itself. */
const maxHoldMs = 50

/**
 * Lets timers and messages be handled between batches: readers work without waiting for anything, so that heartbeats,
 * and the parent's messages, would come too late otherwise.
 */
export class EventLoopYielder {
  #lastYield = performance.now()

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#lastYield < maxHoldMs) return
    await setImmediate()
    this.#lastYield = performance.now()
  }
}
