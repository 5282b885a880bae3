import type { IncomingMessage } from 'node:http'
import { ApiError, codes, endpointKeyHeader, notFound, tokenHeader } from '@millrace/contract'
import type { PublishedKey } from '../../documents/pipelines/endpoints/published.reads.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { SessionsService } from '../../people/sessions/sessions.service.ts'
import { createCallLimit } from '../../platform/http/call-limit.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ServedEndpoint } from './served-endpoints.ts'

export type EndpointCallers = ReturnType<typeof createEndpointCallers>

/** So long a session is believed without asking anew; what ends it acts within 5 s (S5). */
const believedMs = 2000
const maxBelieved = 10_000

const noKey = () => new ApiError(codes.noToken, 'Send a key in X-Api-Key, or the token of your session in X-Token.')
const wrongKey = () => new ApiError(codes.refused, 'The key does not open this address.')
const expiredKey = () => new ApiError(codes.refused, 'The key has expired.')
const keyNeeded = () => new ApiError(codes.forbidden, 'A session does not open this address. Send a key in X-Api-Key.')
const tooOften = (max: number) =>
  new ApiError(codes.tooMany, `The key takes ${max} calls a minute. Wait a moment and send it again.`)

/**
 * Who may call an endpoint: who holds one of its keys, or has a session and sees its pipeline (D-134). Without either
 * nobody learns which addresses there are.
 */
export function createEndpointCallers(
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  { sessions, access }: { sessions: Pick<SessionsService, 'authenticate'>; access: Pick<PipelineAccess, 'seen'> },
) {
  const limits = new Map<string, { perMinute: number; limit: ReturnType<typeof createCallLimit> }>()
  let believed = new Map<string, number>()

  function checkKey({ id, expiresAt, perMinute }: PublishedKey): void {
    if (expiresAt !== null && expiresAt <= now()) throw expiredKey()
    if (perMinute === null) return
    const known = limits.get(id)
    const { limit } = known?.perMinute === perMinute ? known : { limit: createCallLimit(perMinute) }
    limits.set(id, { perMinute, limit })
    if (!limit.take(id)) throw tooOften(perMinute)
  }

  /** @param isCall what describes the endpoint is for whoever sees its pipeline, also where calls need a key */
  async function checkSession(token: string, endpoint: ServedEndpoint | undefined, isCall: boolean): Promise<null> {
    const about = `${endpoint?.versionId} ${secrets.hash(token)}`
    if ((believed.get(about) ?? 0) < Date.now()) {
      const caller = await sessions.authenticate(token)
      if (endpoint === undefined || endpoint.versionId === null) throw notFound()
      await access.seen(caller, endpoint.versionId)
      if (believed.size > maxBelieved) believed = new Map()
      believed.set(about, Date.now() + believedMs)
    }
    if (isCall && endpoint?.keyRequired === true) throw keyNeeded()
    return null
  }

  return {
    /**
     * @returns the key, or null for a session; a promise only where the database is asked
     * @throws ApiError 401, 403, 404, 429
     */
    check(request: IncomingMessage, endpoint: ServedEndpoint | undefined): PublishedKey | Promise<null> {
      const { [endpointKeyHeader]: key, [tokenHeader.toLowerCase()]: token } = request.headers
      if (typeof key === 'string') {
        const found = endpoint?.keys.get(secrets.hash(key))
        if (found === undefined) throw wrongKey()
        checkKey(found)
        return found
      }
      if (typeof token !== 'string' || token === '') throw noKey()
      return checkSession(token, endpoint, request.method === 'POST')
    },
    /** What was found out about sessions is found out anew. */
    forget(): void {
      believed.clear()
    },
  }
}
