import { z } from 'zod'
import { Id, ISODate } from '../primitives.ts'
import { ImportPause, ImportState } from '../imports/imports.messages.ts'
import { waitReasons } from './wait-reason.rule.ts'

/** A version of a pipeline by its name; `_id` leads to it. */
const NamedPipeline = z.object({ _id: Id, name: z.string(), version: z.number().int() })

/** How many there are, and the few of them that are shown. */
const few = <T extends z.ZodType>(one: T) => z.object({ count: z.number().int(), few: z.array(one) })

const RunningImport = z.object({
  _id: Id,
  pipeline: NamedPipeline,
  /** busy: its inputs are loading; progress: it runs. */
  state: ImportState,
  startedAt: ISODate.nullable(),
  /** Counts from 1; a higher one was cut off and taken up again. */
  attempt: z.number().int(),
  userName: z.string(),
})

const WaitingImport = z.object({
  _id: Id,
  pipeline: NamedPipeline,
  /** pending, or sequential as part of a chain. */
  state: ImportState,
  scheduledAt: ISODate,
  userName: z.string(),
  why: z.enum(waitReasons),
  /** The import that is in its way. */
  behind: z.object({ _id: Id, pipelineName: z.string() }).nullable(),
})

const FailedImport = z.object({
  _id: Id,
  pipeline: NamedPipeline,
  endAt: ISODate,
  problem: z.string().nullable(),
})

/** A file that is the last of its source and was found invalid: nothing is imported from that source until another one comes. */
const InvalidUpload = z.object({
  _id: Id,
  pipeline: NamedPipeline,
  dataSubKind: z.string(),
  originalFilename: z.string().nullable(),
  createdAt: ISODate,
  findings: z.number().int(),
})

const NextPlan = z.object({ _id: Id, pipeline: NamedPipeline, dueAt: ISODate, userName: z.string() })

/** A process that does queued work. */
const WorkerProcess = z.object({
  _id: Id,
  host: z.string(),
  pid: z.number().int(),
  startedAt: ISODate,
  seenAt: ISODate,
  /** Whether it was seen within the last seconds. */
  alive: z.boolean(),
  /** Imports it runs at once, and those it runs now. */
  slots: z.number().int(),
  used: z.number().int(),
})

/** What a super-admin looks at first: what runs, what waits and why, what failed, and what the server lacks. */
export const Overview = z.object({
  at: ISODate,
  /** Null unless imports are paused. */
  pause: ImportPause.nullable(),
  running: few(RunningImport),
  waiting: few(WaitingImport),
  /** Of the last 24 hours. */
  failed: few(FailedImport),
  /** Files that are being checked, or wait for it. */
  validating: z.number().int(),
  invalid: few(InvalidUpload),
  plans: few(NextPlan),
  workers: z.array(WorkerProcess),
  /** `freeBytes` is null when it cannot be told; below `minFreeBytes` no file is taken in. */
  disk: z.object({ freeBytes: z.number().nullable(), minFreeBytes: z.number() }),
  mails: z.object({
    waiting: z.number().int(),
    /** Of those that wait, the ones an attempt has failed of, and why the last did. */
    failing: z.number().int(),
    lastError: z.string().nullable(),
    /** Given up within the last 7 days: refused for good, or not sent in time. */
    lost: few(z.object({ at: ISODate, occasion: z.string(), reason: z.string().nullable() })),
  }),
  /** User names of demo people who can be signed in by anybody, with the password that everybody knows. */
  demoPasswords: z.array(z.string()),
})
export type Overview = z.infer<typeof Overview>

export const overviewCalls = {
  'GET /overview': { reply: Overview },
}
