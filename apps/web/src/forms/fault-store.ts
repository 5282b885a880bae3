/** A sentence about a place of the value, as the server and the form's own check tell it. */
export type FormIssue = { path: string; message: string; rule?: string }

const none: readonly string[] = []

/**
 * Sentences by field. A field hears of its own alone, so that a key pressed in one of 500 draws that one. What is said
 * of a place that is not drawn goes to the nearest field around it.
 */
export class FaultStore {
  #issues: readonly FormIssue[] = []
  #byField = new Map<string, readonly string[]>()
  readonly #fields = new Map<string, number>()
  readonly #left = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #showAll = false
  #waiting = false

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  sentencesAt(pointer: string): readonly string[] {
    return this.#byField.get(pointer) ?? none
  }

  set(issues: readonly FormIssue[], showAll: boolean): void {
    this.#issues = issues
    this.#showAll = showAll
    this.#place()
  }

  /** A field was left: from now on it says, too, that a value is needed. */
  leave(pointer: string): void {
    if (this.#left.has(pointer)) return
    this.#left.add(pointer)
    this.#place()
  }

  /** A field is drawn. @returns what to call when it no longer is */
  add(pointer: string): () => void {
    this.#fields.set(pointer, (this.#fields.get(pointer) ?? 0) + 1)
    this.#placeSoon()
    return () => {
      const left = (this.#fields.get(pointer) ?? 1) - 1
      if (left === 0) this.#fields.delete(pointer)
      else this.#fields.set(pointer, left)
      this.#placeSoon()
    }
  }

  /** Hundreds of fields come and go together. */
  #placeSoon(): void {
    if (this.#waiting || this.#issues.length === 0) return
    this.#waiting = true
    queueMicrotask(() => {
      this.#waiting = false
      this.#place()
    })
  }

  #place(): void {
    const next = new Map<string, string[]>()
    for (const { path, message, rule } of this.#issues) {
      if (rule === 'required' && !this.#showAll && !this.#left.has(path)) continue
      const field = this.#fieldAround(path)
      const sentences = next.get(field) ?? []
      if (!sentences.includes(message)) next.set(field, [...sentences, message])
    }
    const before = this.#byField
    // The same sentences are the same list, or every field would be drawn.
    this.#byField = new Map([...next].map(([field, list]) => [field, sameOf(before.get(field), list)]))
    for (const listener of this.#listeners) listener()
  }

  #fieldAround(path: string): string {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (this.#fields.has(at)) return at
    return ''
  }
}

const sameOf = (before: readonly string[] | undefined, list: string[]): readonly string[] =>
  before?.length === list.length && before.every((text, index) => text === list[index]) ? before : list
