import { z } from 'zod'
import { Id, ISODate, Json, QueryNumber } from '../primitives.ts'
import { Finding } from '../uploads/findings.messages.ts'
import { listenerKinds, maxMessageCharacters, maxMessagesPerPage, messageStates } from './listener.rule.ts'

const ListenerState = z.enum(['listening', 'stopped', 'error'])

/**
 * DEP-009. `listener` and `listenerName` are its name in the pipeline, `workflow` the name of the component. What follows
 * `isValid` is an extension: a paused one is stopped; `lag` is null where the broker does not tell.
 */
export const DeployedListener = z.object({
  _id: Id,
  state: ListenerState,
  /** Version id of the pipeline; null when it is gone. */
  pipelineId: Id.nullable(),
  pipelineName: z.string().nullable(),
  pipelineVersion: z.number().int().nullable(),
  pipelineVLocked: z.boolean().nullable(),
  listener: z.string(),
  workflow: z.string(),
  createDate: ISODate,
  createUsername: z.string(),
  updateDate: ISODate.nullable(),
  updateUsername: z.string().nullable(),
  isValid: z.boolean(),
  listenerName: z.string(),
  kind: z.enum(listenerKinds),
  /** Where an HTTP listener receives posts; else the address of the broker without secrets. */
  address: z.string().nullable(),
  /** Why it is not listening, or not valid. */
  reason: z.string().nullable(),
  paused: z.boolean(),
  lastMessageAt: ISODate.nullable(),
  /** Messages that wait. */
  lag: z.number().int().nullable(),
  /** Messages taken since it was published; one that came twice counts once. */
  received: z.number().int(),
  held: z.number().int(),
  dead: z.number().int(),
})
export type DeployedListener = z.infer<typeof DeployedListener>

/** A message that was set aside: 'held' was not accepted, 'dead' could not even be checked in several attempts. */
export const ListenerMessage = z.object({
  _id: Id,
  state: z.enum(messageStates),
  receivedAt: ISODate,
  reason: z.string(),
  /** Its first 2,000 characters. */
  text: z.string().max(maxMessageCharacters),
  /** Bytes. */
  size: z.number().int(),
})
export type ListenerMessage = z.infer<typeof ListenerMessage>

const ofListener = z.object({ id: Id })
const MessageIds = z.object({ ids: z.array(Id).min(1).max(1000) })

/** `{id}`: the deployed _id; of GET also a pipeline, any version (D-136). */
export const listenerCalls = {
  'POST /pipelines/publish-listener': { body: z.object({ id: Id }), reply: DeployedListener },
  'GET /pipelines/deployed-listener': { reply: z.array(DeployedListener) },
  'GET /pipelines/deployed-listener/{id}': { params: ofListener, reply: DeployedListener.nullable() },
  'DELETE /pipelines/deployed-listener': { query: z.object({ id: Id }), reply: z.object({ deleted: Id }) },
  'POST /pipelines/deployed-listener/{id}/pause': {
    params: ofListener,
    body: z.object({ paused: z.boolean() }),
    reply: DeployedListener,
  },
  'GET /pipelines/deployed-listener/{id}/messages': {
    params: ofListener,
    query: z.object({
      state: z.enum(messageStates),
      pageNumber: QueryNumber.min(1).default(1),
      nbItemsPerPage: QueryNumber.min(1).max(maxMessagesPerPage).default(20),
    }),
    reply: z.object({ messages: z.array(ListenerMessage), totalCount: z.number().int() }),
  },
  'POST /pipelines/deployed-listener/{id}/messages/resume': {
    params: ofListener,
    body: MessageIds,
    reply: z.object({ resumed: z.number().int() }),
  },
  'POST /pipelines/deployed-listener/{id}/messages/drop': {
    params: ofListener,
    body: MessageIds,
    reply: z.object({ dropped: z.number().int() }),
  },
  /** What a message would become, with a version of the pipeline, drafts too; nothing is stored. */
  'POST /pipelines/deployed-listener/try': {
    body: z.object({ id: Id, message: z.string() }),
    reply: z.object({
      ok: z.boolean(),
      findings: z.array(Finding),
      records: z.number().int(),
      output: Json.nullable(),
      error: z.string().nullable(),
    }),
  },
}
