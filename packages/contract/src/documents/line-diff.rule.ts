/** Changed lines at most between two texts; beyond that, all that differs is told as removed and added. */
const maxEdits = 2000

/**
 * The lines that lead from one text to another, in their order: '- ' before a line of the old text alone, '+ ' before one
 * of the new text alone, two spaces before a line of both (D-107). As few changes as there are (Myers).
 */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return [
    ...signed('  ', before.slice(0, head)),
    ...changes(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...signed('  ', before.slice(before.length - tail)),
  ]
}

/** How many lines were added and removed. */
export const countLines = (lines: readonly string[]): { added: number; removed: number } => ({
  added: lines.filter((line) => line.startsWith('+ ')).length,
  removed: lines.filter((line) => line.startsWith('- ')).length,
})

const signed = (sign: string, lines: readonly string[]): string[] => lines.map((line) => `${sign}${line}`)

function changes(a: readonly string[], b: readonly string[]): string[] {
  const steps = a.length === 0 || b.length === 0 ? null : reached(a, b)
  if (steps === null) return [...signed('- ', a), ...signed('+ ', b)]
  const lines: string[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = steps.length - 1; x > 0 || y > 0; edits--) {
    const far = (k: number) => steps[edits - 1]?.[k + edits - 1] ?? -1
    const k = x - y
    const isAdded = edits > 0 && (k === -edits || (k !== edits && far(k - 1) < far(k + 1)))
    const from = edits === 0 ? 0 : isAdded ? far(k + 1) : far(k - 1) + 1
    while (x > from) {
      lines.push(`  ${a[--x]}`)
      y--
    }
    if (edits === 0) break
    if (isAdded) lines.push(`+ ${b[--y]}`)
    else lines.push(`- ${a[--x]}`)
  }
  return lines.toReversed()
}

/** How far into `a` one comes on each diagonal k = x - y with 0, 1, 2 … edits, at index k + edits; null for too many. */
function reached(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= Math.min(maxEdits, a.length + b.length); edits++) {
    const last = steps.at(-1)
    const row = new Int32Array(2 * edits + 1)
    steps.push(row)
    for (let k = -edits; k <= edits; k += 2) {
      const far = (diagonal: number) => last?.[diagonal + edits - 1] ?? -1
      let x = edits === 0 ? 0 : k === -edits || (k !== edits && far(k - 1) < far(k + 1)) ? far(k + 1) : far(k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      row[k + edits] = x
      if (x >= a.length && x - k >= b.length) return steps
    }
  }
  return null
}
