import { type ByteWindow, LineCounter } from '../bytes/byte-window.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { isJsonSpace } from './json-scanner.ts'

/** Elements that stand together: their text with the commas between, and the line on which each starts. */
export type ElementRun = { text: string; lines: number[] }

/**
 * Cuts the list at `at` ('[') into runs of at most `most` elements by counting brackets outside texts. It does not
 * check syntax: JSON.parse does, run by run. `broken` says that the list does not end properly, or is nested too deep.
 * `window` begins at the beginning of the content, for the lines to be right, or holds all of it.
 */
export function* readElements(
  window: ByteWindow,
  at: number,
  most: number,
  limits: ReadLimits,
  mustBeLast: boolean,
): Generator<ElementRun | 'broken'> {
  const counter = new LineCounter(window)
  let { bytes, base } = window
  let n = bytes.length
  let depth = 0
  let expecting = true
  let isDangling = false
  let start = at + 1
  let starts: number[] = []
  const run = (end: number): ElementRun => ({
    text: bytes.toString('utf8', start - base, end - base),
    lines: starts.map((offset) => counter.lineAt(offset)),
  })
  const more = (keep: number): boolean => {
    counter.lineAt(keep)
    if (!window.more(keep)) return false
    ;({ bytes, base } = window)
    n = bytes.length
    return true
  }
  let i = at + 1 - base
  for (; ; i++) {
    if (i >= n) {
      const offset = base + i
      if (!more(start)) break
      i = offset - base
    }
    const c = bytes[i] as number
    if (c <= 32 && isJsonSpace(c)) continue
    if (expecting && c !== 0x5d) {
      starts.push(base + i)
      expecting = false
    }
    if (c === 0x22) {
      for (i++; ; i++) {
        if (i >= n) {
          const offset = base + i
          if (!more(start)) break
          i = offset - base
        }
        const inner = bytes[i]
        if (inner === 0x5c) i++
        else if (inner === 0x22) break
      }
      if (i >= n) break
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > limits.depth) break
    } else if (c === 0x7d || c === 0x5d) {
      if (--depth >= 0) continue
      // A comma before the closing bracket leaves an element that never came.
      if (c !== 0x5d || (expecting && (starts.length > 0 || isDangling))) break
      if (starts.length > 0) yield run(base + i)
      if (mustBeLast && !onlySpace(window, base + i + 1)) break
      return
    } else if (c === 0x2c && depth === 0) {
      if (expecting) break
      expecting = isDangling = true
      if (starts.length >= most) {
        yield run(base + i)
        starts = []
        start = base + i + 1
      }
    }
  }
  yield 'broken'
}

function onlySpace(window: ByteWindow, from: number): boolean {
  let at = from
  do {
    for (; at < window.end; at++) if (!isJsonSpace(window.bytes[at - window.base] as number)) return false
  } while (window.more(at))
  return true
}
