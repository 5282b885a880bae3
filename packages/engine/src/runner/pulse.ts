import type { CodePlace } from '../sandbox/run-error.ts'
import type { ParentLink } from './parent-link.ts'

/** Milliseconds between two signs of life. */
const pulseMs = 100
/** From this age on a call is asked for its line; a healthy batch takes a few milliseconds. */
const slowMs = 250

/** What a runner is busy with. */
export type Work = {
  /** Age in ms of the open call into component code, or null. */
  readonly age: number | null
  readonly place: CodePlace
  /** Looks for the line of a slow call. */
  sample(): void
}

/** Signs of life: the parent ends a runner that stops giving them, or whose call is too old. */
export class Pulse {
  #work: Work | null = null
  #slowBeats = 0

  constructor(link: ParentLink) {
    setInterval(() => {
      const age = this.#work?.age ?? null
      if (age !== null && age > slowMs && this.#slowBeats++ % 5 === 0) this.#work?.sample()
      link.send({ kind: 'alive', age, place: this.#work?.place ?? null })
    }, pulseMs)
  }

  watch(work: Work): void {
    this.#work = work
  }
}
