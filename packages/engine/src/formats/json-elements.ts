import type { ReadLimits } from './file.types.ts'

/** 1-based line of growing offsets. */
export class LineCounter {
  private line = 1
  /** The next line break, found once: a file of one line would be searched to its end for each record. */
  private next: number
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.next = bytes.indexOf(10)
  }

  lineAt(offset: number): number {
    while (this.next >= 0 && this.next < offset) {
      this.line++
      this.next = this.bytes.indexOf(10, this.next + 1)
    }
    return this.line
  }
}

/** Elements that stand together: the bytes from the first to behind the last, and the line on which each starts. */
export type ElementRun = { start: number; end: number; lines: number[] }

/**
 * Cuts the list at `at` ('[') into runs of at most `most` elements by counting brackets outside texts. It does not
 * check syntax: JSON.parse does, run by run. `{ broken: true }` says that the list does not end properly, or is nested
 * too deep.
 */
export function* elementsOf(
  bytes: Buffer,
  at: number,
  most: number,
  limits: ReadLimits,
  mustBeLast: boolean,
): Generator<ElementRun | { broken: true }> {
  const n = bytes.length
  const lines = new LineCounter(bytes)
  let depth = 0
  let expecting = true
  let start = at + 1
  let starts: number[] = []
  const run = (end: number): ElementRun => ({ start, end, lines: starts.map((offset) => lines.lineAt(offset)) })
  for (let i = at + 1; i < n; i++) {
    const c = bytes[i] as number
    if (c <= 32) continue
    if (expecting && c !== 0x5d) {
      starts.push(i)
      expecting = false
    }
    if (c === 0x22) {
      for (i++; i < n; i++) {
        const inner = bytes[i]
        if (inner === 0x5c) i++
        else if (inner === 0x22) break
      }
      if (i >= n) break
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > limits.depth) {
        yield { broken: true }
        return
      }
    } else if (c === 0x7d || c === 0x5d) {
      if (--depth >= 0) continue
      // A comma before the closing bracket leaves an element that never came.
      const dangling = expecting && (starts.length > 0 || bytes[start - 1] === 0x2c)
      let rest = i + 1
      while (rest < n && (bytes[rest] as number) <= 32) rest++
      if (c !== 0x5d || dangling || (mustBeLast && rest < n)) yield { broken: true }
      else if (starts.length > 0) yield run(i)
      return
    } else if (c === 0x2c && depth === 0) {
      if (expecting) break
      expecting = true
      if (starts.length >= most) {
        yield run(i)
        starts = []
        start = i + 1
      }
    }
  }
  yield { broken: true }
}
