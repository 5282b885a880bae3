import type { Import, RanWith, ScheduledJob } from '@millrace/contract'
import { examplePipeline } from '../../documents/pipelines/pipelines.examples.ts'

// Made-up imports for tests of screens.

export const exampleImport = (over: Partial<Import> = {}): Import => ({
  _id: 'i1',
  pipeline: examplePipeline(),
  scheduledAt: '2026-11-20T16:10:00.000Z',
  startedAt: '2026-11-20T16:10:01.000Z',
  endAt: null,
  state: 'progress',
  success: null,
  user: { _id: 'marc', userName: 'marc.manager', firstName: 'Marc', lastName: 'Manager' },
  jobId: 'j1',
  counts: { sources: {}, sinks: {} },
  problem: null,
  ranWith: null,
  ...over,
})

const exampleRanWith: RanWith = {
  pipeline: { _id: 'fr', name: 'Bikes fr-FR', version: 4, vLocked: true, type: 'pipeline' },
  component: { _id: 'enrich', name: 'Enrich bikes', version: 2, vLocked: true, type: 'component' },
  uploads: [
    { _id: 'u1', dataSubKind: 'local', sha256: '3a5f0c9e1b7d4488a1b2c3d4e5f60718293a4b5c6d7e8f901234567890abcdef' },
  ],
  now: '2026-11-20T16:10:00.000Z',
  timeZone: 'Europe/Paris',
  seed: '7c1e55aa90b3',
}

/** The same import, running: 12,000 of 46,839 records read. */
export const exampleRunning = (over: Partial<Import> = {}): Import =>
  exampleImport({
    ranWith: exampleRanWith,
    counts: {
      sources: { local: { read: 12_000, rejected: 40, written: 11_960, total: 46_839 } },
      sinks: { products: { read: 11_500, rejected: 0, written: 11_500 } },
    },
    ...over,
  })

/** The same import, ended: 40 of 197 records left out. */
export const exampleEnded = (over: Partial<Import> = {}): Import =>
  exampleImport({
    state: 'completed',
    success: true,
    endAt: '2026-11-20T16:10:09.000Z',
    ranWith: exampleRanWith,
    counts: {
      sources: { local: { read: 197, rejected: 40, written: 157 } },
      sinks: { products: { read: 157, rejected: 0, written: 157, created: 150, changed: 5, unchanged: 2 } },
    },
    ...over,
  })

export const exampleJob = (over: Partial<ScheduledJob> = {}): ScheduledJob => ({
  _id: 'j1',
  jobKind: 'immediate',
  kind: 'immediate',
  scheduledAt: '2026-11-20T16:10:00.000Z',
  scheduledDate: null,
  scheduledTime: null,
  repeatPattern: null,
  pipelineId: 'fr',
  pipeline: examplePipeline(),
  restartOnError: true,
  timeZone: 'Europe/Paris',
  scheduledBy: { userName: 'marc.manager' },
  lastExecuted: null,
  nextImport: null,
  ...over,
})
