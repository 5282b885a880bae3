import type { Import, ImportState } from '@millrace/contract'
import {
  countLeftOut,
  figuresOf,
  type ImportFigures,
  isEnded,
  isUnderWay,
} from '@millrace/contract/imports/import-states.rule'
import { formatCount } from '../../ui/format.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** What the row of a chain says of its imports together. */
export type ChainFacts = {
  startedAt: string | null
  /** When the last one ended; null before. */
  endAt: string | null
  /** null until all have ended, then whether all succeeded. */
  success: boolean | null
  /** Null while none of them has any. */
  figures: ImportFigures | null
  /** Names of all destinations, each once. */
  destinations: string[]
}

export function chainFacts(imports: readonly Import[]): ChainFacts {
  const instants = (which: 'startedAt' | 'endAt') => imports.flatMap((imp) => imp[which] ?? []).toSorted()
  const ended = imports.every(({ state }) => isEnded(state))
  const figures = imports.flatMap(({ counts }) => figuresOf(counts) ?? [])
  const sum = (of: keyof ImportFigures) => figures.reduce((total, each) => total + each[of], 0)
  return {
    startedAt: instants('startedAt')[0] ?? null,
    endAt: ended ? (instants('endAt').at(-1) ?? null) : null,
    success: ended ? imports.every(({ success }) => success === true) : null,
    figures: figures.length === 0 ? null : { in: sum('in'), out: sum('out'), leftOut: sum('leftOut') },
    destinations: [...new Set(imports.flatMap(({ pipeline }) => pipeline.dataSinks.map(({ name }) => name)))],
  }
}

/** The state of a chain, made of those of its imports: '2 of 5 completed, running de-DE' or 'Completed, 1 failed'. */
export function chainState(imports: readonly Import[]): { tone: Tone; text: string } {
  const count = (state: ImportState) => imports.filter((each) => each.state === state).length
  const [completed, failed, aborted] = [count('completed'), count('failed'), count('aborted')]
  const bad = [...counted(failed, 'failed'), ...counted(aborted, 'aborted')]
  if (completed + failed + aborted === imports.length) {
    const missing = imports.reduce((sum, { counts }) => sum + countLeftOut(counts), 0)
    const tone = failed > 0 ? 'error' : aborted > 0 || missing > 0 ? 'warn' : 'ok'
    if (completed === 0) return { tone, text: bad.length === 1 ? (failed > 0 ? 'failed' : 'aborted') : bad.join(', ') }
    // Beside what is worse, the figures below tell how many were left out.
    const parts = bad.length > 0 ? bad : counted(missing, 'left out')
    return { tone, text: parts.length === 0 ? 'completed' : ['Completed', ...parts].join(', ') }
  }
  if (count('pending') === imports.length) return { tone: 'quiet', text: 'pending' }
  return {
    tone: 'busy',
    text: [`${completed} of ${imports.length} completed`, ...bad, turnOf(imports)].join(', '),
  }
}

const counted = (n: number, word: string): string[] => (n === 0 ? [] : [`${formatCount(n)} ${word}`])

/** Which of the imports runs, or is the next. */
function turnOf(imports: readonly Import[]): string {
  const running = imports.find(({ state }) => isUnderWay(state))
  const next = running ?? imports.find(({ state }) => !isEnded(state))
  return next === undefined ? '' : `${running === undefined ? 'next' : 'running'} ${labelOf(next, imports)}`
}

/** The locale of a country where no other of the chain has it; else its name. */
function labelOf({ pipeline }: Import, imports: readonly Import[]): string {
  const locale = pipeline.locale?.label
  const alike = imports.filter((each) => each.pipeline.locale?.label === locale)
  return locale === undefined || alike.length > 1 ? pipeline.name : locale
}
