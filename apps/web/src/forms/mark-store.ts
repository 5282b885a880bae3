/** What is said of the value of a field: where it comes from, and a button that changes that. */
export type FieldMark = { text: string; press?: string }

/** Marks by field. A field is drawn anew when its own mark changes, and not with every key pressed elsewhere. */
export class MarkStore {
  #marks: ReadonlyMap<string, FieldMark> = new Map()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  at(pointer: string): FieldMark | undefined {
    return this.#marks.get(pointer)
  }

  set(marks: ReadonlyMap<string, FieldMark>): void {
    const before = this.#marks
    // The same words are the same mark, or every field would be drawn.
    this.#marks = new Map([...marks].map(([place, mark]) => [place, sameOf(before.get(place), mark)]))
    for (const listener of this.#listeners) listener()
  }
}

const sameOf = (before: FieldMark | undefined, mark: FieldMark): FieldMark =>
  before?.text === mark.text && before.press === mark.press ? before : mark
