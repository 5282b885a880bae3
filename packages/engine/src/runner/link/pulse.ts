import type { CodePlace } from '../../runs/run-error.ts'
import type { ParentLink } from './parent-link.ts'

/** Milliseconds between two looks at the work, and how many of them make a sign of life. */
const beatMs = 10
const beatsPerSign = 10
/** From this age on a call is asked for its line; a healthy batch takes a few milliseconds. */
const slowMs = 250
/** From this age on memory is looked at, which costs too much to do it for every batch that is quickly done. */
const lookMs = 5
/** A call that fills memory is ended within a tenth of a second, so it is asked from this age and gain on. */
const growingMs = 15
const grownBytes = 12 * 2 ** 20
/** Asking interrupts the code: not at every look. */
const beatsPerSample = 10

/** What a runner is busy with. */
export type Work = {
  /** Age in ms of the open call into component code, or null. */
  readonly age: number | null
  readonly place: CodePlace
  /** Looks for the line of a slow call. */
  sample(): void
}

/** Signs of life: the parent ends a runner that stops giving them, whose call is too old, or that grew too large. */
export class Pulse {
  readonly #link: ParentLink
  #work: Work | null = null
  #beats = 0
  #samples = 0
  #age = 0
  /** Memory at the first look at the call that is open. */
  #before = 0

  constructor(link: ParentLink) {
    this.#link = link
    setInterval(() => this.#beat(), beatMs)
  }

  watch(work: Work): void {
    this.#work = work
  }

  #beat(): void {
    const age = this.#work?.age ?? null
    const suspicious = age !== null && (age > slowMs || this.#grows(age))
    if (suspicious && this.#samples++ % beatsPerSample === 0) this.#work?.sample()
    if (!suspicious) this.#samples = 0
    // What is known of suspicious code is told at once: the next moment may be its last.
    if (this.#beats++ % beatsPerSign === 0 || suspicious) {
      this.#link.send({ kind: 'alive', age, place: this.#work?.place ?? null })
    }
  }

  #grows(age: number): boolean {
    if (age < this.#age) this.#before = 0
    if (age < lookMs) {
      this.#age = age
      return false
    }
    const now = process.memoryUsage.rss()
    if (this.#before === 0) this.#before = now
    this.#age = age
    return age > growingMs && now - this.#before > grownBytes
  }
}
