import { maxDatasetBytes } from '../../dataset/dataset.types.ts'
import type { ToRunner } from '../../protocol/messages.ts'
import { importLimits, type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { loadGuestSources } from './guest-sources.ts'

/** What a runner is kept for: what it is started with, and the most that a job may ask of it. */
export type SpareKind = {
  limits: RunnerLimits
  hasIsolate: boolean
  inputs: number
  /** Bytes of all inputs: beyond them the start is a small part of the job, and copying takes up what it gains. */
  maxInputBytes: number
  outputs: 0 | 1
  pipes: number
  /** What it is told to get ready for. */
  prepare(): Extract<ToRunner, { kind: 'prepare' }>
}

/** Imports of four files into four tables, each of which has a file as well, at most. The dataset of the largest upload fits. */
export function spareForImports(limits?: Partial<RunnerLimits>): SpareKind {
  const all = { ...importLimits, ...limits }
  const prepare = () =>
    ({ kind: 'prepare', for: 'import', guest: loadGuestSources(), isolateMiB: all.isolateMiB }) as const
  return { limits: all, hasIsolate: true, inputs: 4, maxInputBytes: 2 ** 25, outputs: 0, pipes: 8, prepare }
}

/** Checks of a file whose accepted records are stored, and copied as well; the rejected ones take the pipe. */
export function spareForChecks(limits?: Partial<RunnerLimits>): SpareKind {
  const all = { ...validateLimits, ...limits, fileBytes: maxDatasetBytes }
  const prepare = () => ({ kind: 'prepare', for: 'check' }) as const
  return { limits: all, hasIsolate: false, inputs: 1, maxInputBytes: 2 ** 23, outputs: 1, pipes: 1, prepare }
}
