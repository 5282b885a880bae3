import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { Id, ISODate } from '../primitives.ts'
import { AskedRow, UpdateReport } from './updates.messages.ts'

export const MassKind = z.enum(['update', 'lock'])
export type MassKind = z.infer<typeof MassKind>

/** A master that can be updated, with the preview of that, or one that can be locked. */
export const MassCandidate = DocRef.extend({ report: UpdateReport.optional() })
export type MassCandidate = z.infer<typeof MassCandidate>

/** What became of one master of a mass run; `error` is why nothing did. */
export const MassRow = z.object({
  old: DocRef,
  new: DocRef.nullable(),
  state: z.enum(['waiting', 'done', 'failed']),
  error: z.string().nullable(),
  /** All that was made or locked for it, used ones first. */
  touched: z.array(DocRef),
})
export type MassRow = z.infer<typeof MassRow>

/** Masters that are updated or locked one after the other, each whole or not at all. */
export const MassRun = z.object({
  _id: Id,
  kind: MassKind,
  startedAt: ISODate,
  startedBy: z.string(),
  endedAt: ISODate.nullable(),
  rows: z.array(MassRow),
})
export type MassRun = z.infer<typeof MassRun>

const ids = z.array(Id).min(1).max(1000)

export const massRunCalls = {
  /** `kind` is a text: an unknown one has a refusal of its own. */
  'GET /pipelines/version/mass-compute': { query: z.object({ kind: z.string() }), reply: z.array(MassCandidate) },
  /**
   * Answers when all is through; each master by itself. `previews` are those that were looked at, with what was chosen
   * in them: a master whose preview is out of date is not updated. Without one all that there is to update is.
   */
  'POST /pipelines/version/mass-update': {
    body: z.object({ ids, previews: z.array(AskedRow).optional() }),
    reply: z.array(z.object({ old: DocRef, new: DocRef.nullable(), error: z.string().optional() })),
  },
  /** Each with all it uses and its country pipelines (D-100). */
  'POST /pipelines/version/mass-lock': {
    body: z.object({ ids }),
    reply: z.array(z.object({ _id: Id, name: z.string(), version: z.number().int(), error: z.string().optional() })),
  },
  /** The last run of a kind, under way or ended, whoever started it; null before the first. */
  'GET /pipelines/version/mass-runs': { query: z.object({ kind: MassKind }), reply: MassRun.nullable() },
}
