export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Comparisons at most: 1,000 changed words or lines on both sides; longer texts are told whole. */
const maxComparisons = 1_000_000

/** The parts of two texts, by lines where either has several, else by words. Joined, they give both texts again. */
export function diffText(before: string, after: string): TextPart[] {
  const split = (text: string) =>
    before.includes('\n') || after.includes('\n')
      ? (text.match(/[^\n]*\n|[^\n]+$/g) ?? [])
      : (text.match(/\s+|\w+|[^\s\w]/g) ?? [])
  const [a, b] = [split(before), split(after)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const parts: TextPart[] = []
  add(parts, 'same', a.slice(0, head))
  diffParts(parts, a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  add(parts, 'same', a.slice(a.length - tail))
  return parts
}

function add(parts: TextPart[], kind: TextPart['kind'], tokens: readonly string[]): void {
  if (tokens.length === 0) return
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += tokens.join('')
  else parts.push({ kind, text: tokens.join('') })
}

function diffParts(parts: TextPart[], a: readonly string[], b: readonly string[]): void {
  if (a.length * b.length > maxComparisons) {
    add(parts, 'removed', a)
    return add(parts, 'added', b)
  }
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(parts, 'same', [a[i++] as string])
      j++
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1)))
      add(parts, 'removed', [a[i++] as string])
    else add(parts, 'added', [b[j++] as string])
  }
}
