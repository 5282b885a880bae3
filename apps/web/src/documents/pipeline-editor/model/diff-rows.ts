/** A line as it is shown; `folded` stands for so many unchanged ones. */
export type DiffRow = { sign: '+' | '-' | ' '; text: string; at: number } | { folded: number; at: number }

/** Unchanged lines shown around a change. */
const around = 3

/** The lines of a comparison; unchanged ones far from any change are folded unless all are asked for. */
export function foldUnchanged(lines: readonly string[], all: boolean): DiffRow[] {
  const isNear = near(lines)
  const rows: DiffRow[] = []
  for (const [at, line] of lines.entries()) {
    const last = rows.at(-1)
    if (all || isNear[at]) rows.push({ sign: line.charAt(0) as '+' | '-' | ' ', text: line.slice(2), at })
    else if (last !== undefined && 'folded' in last) last.folded++
    else rows.push({ folded: 1, at })
  }
  return rows
}

function near(lines: readonly string[]): boolean[] {
  const marks = lines.map(() => false)
  for (const [at, line] of lines.entries())
    if (!line.startsWith('  '))
      for (let place = Math.max(0, at - around); place <= at + around && place < lines.length; place++)
        marks[place] = true
  return marks
}
