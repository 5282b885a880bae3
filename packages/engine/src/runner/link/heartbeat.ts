import type { CodePlace } from '../../runs/run-error.ts'
import type { ParentLink } from './parent-link.ts'

/** Milliseconds between two checks of the work, and how many of them make a message to the parent. */
const checkMs = 10
const checksPerMessage = 10
/** From this age on the current line of a call is sampled; a healthy batch takes a few milliseconds. */
const slowMs = 250
/** From this age on memory is looked at, which costs too much to do it for every batch that is quickly done. */
const memoryCheckMs = 5
/** A call that fills memory is ended within a tenth of a second, so it is sampled from this age and growth on. */
const growingMs = 15
const grownBytes = 12 * 2 ** 20
/** Sampling interrupts the code, so it is not done at every check. */
const checksPerSample = 10

/** What a runner is busy with. */
export type WatchedWork = {
  /** Age in ms of the open call into component code, or null. */
  readonly age: number | null
  readonly place: CodePlace
  /** Number of the call of an endpoint that the code is at, or 0. */
  readonly call?: number
  /** Looks for the line of a slow call. */
  sample(): void
}

/** Sends heartbeats: the parent ends a runner that stops sending them, whose call is too old, or that grew too large. */
export class Heartbeat {
  readonly #link: ParentLink
  #work: WatchedWork | null = null
  #checks = 0
  #samples = 0
  #age = 0
  /** Memory at the first check of the call that is open. */
  #startMemory = 0

  constructor(link: ParentLink) {
    this.#link = link
  }

  /** Begins with the job: a process that only waits costs no time of a processor. */
  start(): void {
    setInterval(() => this.#check(), checkMs)
  }

  watch(work: WatchedWork): void {
    this.#work = work
  }

  #check(): void {
    const age = this.#work?.age ?? null
    const suspicious = age !== null && (age > slowMs || this.#isGrowing(age))
    if (suspicious && this.#samples++ % checksPerSample === 0) this.#work?.sample()
    if (!suspicious) this.#samples = 0
    // Suspicious code is reported at once: the process may be killed at any moment.
    if (this.#checks++ % checksPerMessage === 0 || suspicious) {
      this.#link.send({ kind: 'heartbeat', age, place: this.#work?.place ?? null, call: this.#work?.call })
    }
  }

  #isGrowing(age: number): boolean {
    if (age < this.#age) this.#startMemory = 0
    if (age < memoryCheckMs) {
      this.#age = age
      return false
    }
    const now = process.memoryUsage.rss()
    if (this.#startMemory === 0) this.#startMemory = now
    this.#age = age
    return age > growingMs && now - this.#startMemory > grownBytes
  }
}
