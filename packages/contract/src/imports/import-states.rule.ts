import type { ImportCounts, ImportState, RunCounts } from './imports.messages.ts'

/** The stop button shows, and abort works, only for these (IMP-043, IMP-044). */
export const isRunning = (state: ImportState): boolean =>
  state === 'busy' || state === 'progress' || state === 'sequential'

/** A worker holds it: inputs loading or running. */
export const isUnderWay = (state: ImportState): boolean => state === 'busy' || state === 'progress'

export const isEnded = (state: ImportState): boolean =>
  state === 'completed' || state === 'failed' || state === 'aborted'

/** busy, progress, or an immediate import still pending: no edit and no second start (IMP-037, D-77). */
export const blocksPipeline = (state: ImportState, immediate: boolean): boolean =>
  isUnderWay(state) || (state === 'pending' && immediate)

/** Records left out of a completed run; where there are any, the app shows amber 'Completed, n left out'. */
export function countLeftOut(counts: ImportCounts): number {
  const all = [...Object.values(counts.sources), ...Object.values(counts.sinks)]
  return all.reduce((sum, count) => sum + count.rejected, 0)
}

/**
 * Records that all sources of an import read, those that arrived, and what was left out on the way. Destinations mostly
 * take the same records: the most that one of them has counts, whether it had them like that before or not.
 */
export type ImportFigures = { in: number; out: number; leftOut: number }

/** The figures of an import; null where none are stored, as before it runs. */
export function figuresOf(counts: ImportCounts): ImportFigures | null {
  const sources = Object.values(counts.sources)
  const sinks = Object.values(counts.sinks)
  if (sources.length + sinks.length === 0) return null
  return {
    in: sources.reduce((sum, { read }) => sum + read, 0),
    out: Math.max(0, ...sinks.map(arrivedIn)),
    leftOut: countLeftOut(counts),
  }
}

/** Records read so far, of all that the files of an import have. */
export type ImportProgress = { read: number; total: number }

/** How far an import that runs has read its files; null while that is not told of each of them. */
export function progressOf({ sources }: ImportCounts): ImportProgress | null {
  let read = 0
  let total = 0
  for (const source of Object.values(sources)) {
    if (source.total === undefined) return null
    read += source.read
    total += source.total
  }
  return total === 0 ? null : { read, total }
}

/** A table tells apart what it wrote and what it had already. */
const arrivedIn = ({ written, created, changed = 0, unchanged = 0 }: RunCounts): number =>
  created === undefined ? written : created + changed + unchanged
