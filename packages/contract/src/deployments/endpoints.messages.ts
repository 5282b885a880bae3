import { z } from 'zod'
import { Id, ISODate, JsonSchema } from '../primitives.ts'

/**
 * A published endpoint (DEP-007): `name` and `version` are the component's (D-139), `path` is below the runtime base and
 * without the route (D-134). `jsonSchema`, of the body, holds all that it refers to.
 */
export const DeployedEndpoint = z.object({
  _id: Id,
  path: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** Version id of the pipeline; null when it is gone. */
  pipelineId: Id.nullable(),
  pipelineName: z.string().nullable(),
  pipelineVersion: z.number().int().nullable(),
  pipelineVLocked: z.boolean().nullable(),
  route: z.string(),
  createDate: ISODate,
  createUsername: z.string(),
  updateDate: ISODate.nullable(),
  updateUsername: z.string().nullable(),
  isValid: z.boolean(),
  /** Why it is not valid, as a sentence (extension). */
  reason: z.string().nullable(),
  /** A session alone does not open it (extension). */
  keyRequired: z.boolean(),
  jsonSchema: JsonSchema,
})
export type DeployedEndpoint = z.infer<typeof DeployedEndpoint>

/** A key of callers without a session; its text is told once, when it is made. `perMinute`: null = no limit of its own. */
export const EndpointKey = z.object({
  _id: Id,
  name: z.string(),
  createDate: ISODate,
  createUsername: z.string(),
  expireAt: ISODate.nullable(),
  lastUsedAt: ISODate.nullable(),
  perMinute: z.number().int().nullable(),
})
export type EndpointKey = z.infer<typeof EndpointKey>

export const EndpointKeyInput = z.object({
  name: z.string(),
  expireAt: ISODate.nullable().optional(),
  perMinute: z.number().int().min(1).max(1_000_000).nullable().optional(),
})
export type EndpointKeyInput = z.input<typeof EndpointKeyInput>

const Milliseconds = z.number().nullable()

/**
 * How the endpoint fared since `since`. `errors` are calls that were taken and failed, `refused` those that were not
 * taken: body, key or number did not fit. `minutes`: the last 60, oldest first.
 */
export const EndpointCalls = z.object({
  since: ISODate,
  calls: z.number().int(),
  errors: z.number().int(),
  refused: z.number().int(),
  p50: Milliseconds,
  p95: Milliseconds,
  p99: Milliseconds,
  minutes: z.array(z.object({ at: ISODate, calls: z.number().int(), errors: z.number().int() })),
  /** Newest first. */
  lastErrors: z.array(z.object({ at: ISODate, status: z.number().int(), message: z.string() })),
})
export type EndpointCalls = z.infer<typeof EndpointCalls>

const ById = z.object({ id: Id })

export const endpointCalls = {
  'POST /pipelines/publish-endpoint': { body: ById, reply: DeployedEndpoint },
  'GET /pipelines/deployed-endpoint': { reply: z.array(DeployedEndpoint) },
  /** By any version of the pipeline, or by its own id (D-136). */
  'GET /pipelines/deployed-endpoint/{id}': { params: ById, reply: DeployedEndpoint.nullable() },
  'DELETE /pipelines/deployed-endpoint': { query: ById, reply: z.object({ deleted: Id }) },
  'GET /pipelines/deployed-endpoint/{id}/keys': { params: ById, reply: z.array(EndpointKey) },
  'POST /pipelines/deployed-endpoint/{id}/key': {
    params: ById,
    body: EndpointKeyInput,
    reply: z.object({ key: z.string(), _id: Id }),
  },
  'DELETE /pipelines/deployed-endpoint/{id}/key': {
    params: ById,
    query: z.object({ keyId: Id }),
    reply: z.object({ deleted: Id }),
  },
  'GET /pipelines/deployed-endpoint/{id}/calls': { params: ById, reply: EndpointCalls },
  'GET /pipelines/get-runtime-api-url': { reply: z.string().nullable() },
}
