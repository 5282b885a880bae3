import type { CodeIsolate } from './code-isolate.ts'
import type { ParentLink } from './parent-link.ts'

/** Milliseconds between two signs of life. */
const pulseMs = 100
/** From this age on a call is asked for its line; a healthy batch takes a few milliseconds. */
const slowMs = 250

/** Signs of life: the parent ends a runner that stops giving them, or whose call is too old. */
export class Pulse {
  #code: CodeIsolate | null = null
  #beats = 0

  constructor(link: ParentLink) {
    setInterval(() => {
      const age = this.#code?.age ?? null
      if (age !== null && age > slowMs && this.#beats++ % 5 === 0) this.#code?.sample()
      link.send({ kind: 'alive', age, place: age === null ? null : (this.#code?.place ?? null) })
    }, pulseMs)
  }

  watch(code: CodeIsolate): void {
    this.#code = code
  }
}
