import { setImmediate as turn } from 'node:timers/promises'

/** Longest time in ms that reading may keep the process to itself. */
const holdMs = 50

/**
 * Gives timers their turn between batches: readers work without waiting for anything, so that signs of life, and the
 * parent's messages, would come too late otherwise.
 */
export class Breath {
  #last = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#last < holdMs) return
    await turn()
    this.#last = performance.now()
  }
}
