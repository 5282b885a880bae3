import { z } from 'zod'
import { type ExecutionResult, RunName } from '../components/components.messages.ts'
import { DocKind, type DocRef } from '../documents/documents.messages.ts'
import type { Envelope } from '../envelope.ts'
import { Id, type ISODate } from '../primitives.ts'
import type { Import } from '../imports/imports.messages.ts'
import type { Log } from '../logs/logs.messages.ts'
import type { ScheduledJob } from '../schedules/schedules.messages.ts'
import type { Upload } from '../uploads/uploads.messages.ts'
import { maxFollowed } from './live.rule.ts'

const ids = z.array(Id).min(1).max(maxFollowed)
const strictList = <K extends string>(key: K) => z.strictObject({ [key]: ids } as Record<K, typeof ids>)

/** Exactly one list of ids; an open filter does not exist (S8). */
export const LogFilter = z.union([strictList('uploadId'), strictList('importId')])
export const ItemFilter = z.union([strictList('_id'), strictList('pipelineId')])
/** One whole tree, as far as the subscriber sees it. */
export const KindFilter = z.strictObject({ kind: DocKind })
export type KindFilter = z.infer<typeof KindFilter>
/** Versions that the subscriber has open in an editor. */
export const OpenFilter = strictList('_id')
export type OpenFilter = z.infer<typeof OpenFilter>
/** A test run of the subscriber, by the name it was started with. */
const RunFilter = z.strictObject({ run: z.array(RunName).min(1).max(maxFollowed) })
export type RunFilter = z.infer<typeof RunFilter>
export type LogFilter = z.infer<typeof LogFilter>
export type ItemFilter = z.infer<typeof ItemFilter>

/** What a client subscribes to (LOG-019). `after`: last seq already held, per id. */
export const Subscription = z.discriminatedUnion('model', [
  z.object({
    token: z.string(),
    model: z.literal('logs'),
    filter: LogFilter,
    after: z.record(z.string(), z.number().int()).optional(),
  }),
  z.object({ token: z.string(), model: z.literal('uploads'), filter: ItemFilter }),
  z.object({ token: z.string(), model: z.literal('imports'), filter: ItemFilter }),
  z.object({ token: z.string(), model: z.literal('jobs'), filter: ItemFilter }),
  z.object({ token: z.string(), model: z.literal('documents'), filter: KindFilter }),
  z.object({ token: z.string(), model: z.literal('presence'), filter: OpenFilter }),
  z.object({ token: z.string(), model: z.literal('testRuns'), filter: RunFilter }),
])
export type Subscription = z.infer<typeof Subscription>
export type LiveModel = Subscription['model']
export type LiveFilter = LogFilter | ItemFilter | KindFilter | OpenFilter | RunFilter

/**
 * The newest version of a document, or a folder of the tree (version 0); `folder` is what it lies in, null for the root.
 * What else a tree shows of it, such as its badge rules, is asked by GET /folders/tree.
 */
export type LiveDocument = Omit<DocRef, 'type'> & { type: DocKind | 'folder'; folder: Id | null }

/** Of a version that is open: how often and by whom it was saved, and who else has it open; `self` is another tab. */
export type LivePresence = {
  _id: Id
  sys_version: number
  savedAt: ISODate
  savedBy: string | null
  people: { _id: Id; name: string; since: ISODate; self: boolean }[]
}

/** Log lines that a test run has written since the last message; its answer holds them all. */
export type LiveRunLines = { run: string; logs: ExecutionResult['logs'] }

export type LogInit = {
  model: 'logs'
  filter: LogFilter
  data: Log[]
  firstSeq: number
  lastSeq: number
  total: number
}
export type ItemInit =
  | { model: 'uploads'; filter: ItemFilter; data: Upload[] }
  | { model: 'imports'; filter: ItemFilter; data: Import[] }
  | { model: 'jobs'; filter: ItemFilter; data: ScheduledJob[] }
  | { model: 'documents'; filter: KindFilter; data: LiveDocument[] }
  | { model: 'presence'; filter: OpenFilter; data: LivePresence[] }
  | { model: 'testRuns'; filter: RunFilter; data: LiveRunLines[] }
export type LiveInit = LogInit | ItemInit

/** `data` of a delete is the item as it was last sent. Jobs are plans: one that ended is deleted. */
export type LiveChange =
  | { model: 'logs'; filter: LogFilter; operationType: 'insert'; data: Log | Log[] }
  | { model: 'uploads'; filter: ItemFilter; operationType: 'insert' | 'update' | 'delete'; data: Upload }
  | { model: 'imports'; filter: ItemFilter; operationType: 'insert' | 'update' | 'delete'; data: Import }
  | { model: 'jobs'; filter: ItemFilter; operationType: 'insert' | 'update' | 'delete'; data: ScheduledJob }
  | { model: 'documents'; filter: KindFilter; operationType: 'insert' | 'update' | 'delete'; data: LiveDocument }
  | { model: 'presence'; filter: OpenFilter; operationType: 'update'; data: LivePresence }
  | { model: 'testRuns'; filter: RunFilter; operationType: 'insert'; data: LiveRunLines }

export type ServerToClient = { init: (message: LiveInit) => void; change: (message: LiveChange) => void }
export type ClientToServer = {
  subscribe: (subscription: Subscription, answer: (reply: Envelope<null>) => void) => void
  unsubscribe: (subscription: Subscription, answer?: (reply: Envelope<null>) => void) => void
}
