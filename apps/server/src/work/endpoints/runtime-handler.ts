import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, codes, invalid, notFound, runtimeRoot, texts } from '@millrace/contract'
import { endpointOpenApi } from '../../documents/pipelines/endpoints/endpoint-openapi.ts'
import { publishedPlan } from '../../documents/pipelines/endpoints/published.reads.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { appPageHeaders, askedFirst } from './app-pages.ts'
import type { EndpointCallers } from './endpoint-callers.ts'
import type { EndpointCounts } from './endpoint-counts.ts'
import { answerOf, bodyOf, refusal, type RuntimeAnswer, send } from './runtime-answers.ts'
import type { ServedEndpoint, ServedEndpoints } from './served-endpoints.ts'

export type RuntimeDeps = {
  endpoints: ServedEndpoints
  callers: EndpointCallers
  counts: EndpointCounts
  metrics: Pick<Metrics, 'endpointCalled'>
}

/** Whether a request is one of the runtime's. */
export const isRuntime = (url: string | undefined): boolean =>
  url !== undefined && url.startsWith(runtimeRoot) && /[/?]/.test(url[runtimeRoot.length] ?? '/')

const notJson = () => invalid('The request must be JSON in UTF-8.')

/**
 * Answers `POST {base}{path}{route}` and `GET {base}{path}/openapi-3.json` (D-134). Plain Node: the hooks of the API's
 * server would take as long as the rest of a call.
 */
export function createRuntimeHandler(
  { db, log, settings }: Pick<Platform, 'db' | 'log' | 'settings'>,
  { endpoints, callers, counts, metrics }: RuntimeDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  async function call(endpoint: ServedEndpoint, request: IncomingMessage): Promise<RuntimeAnswer> {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers
    if (encoding !== undefined || !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type ?? 'application/json')) {
      throw notJson()
    }
    const body = await bodyOf(request)
    if (!isUtf8(body)) throw notJson()
    const gone = endpoint.versionId === null ? 'pipeline' : endpoint.componentId === null ? 'component' : null
    if (gone !== null) return refusal(codes.unavailable, `The endpoint is not valid: its ${gone} no longer exists.`)
    const { endpoint: opened } = await endpoints.opened(endpoint)
    return answerOf(await opened.call(body.toString()))
  }

  async function describe(endpoint: ServedEndpoint): Promise<RuntimeAnswer> {
    const stored = await publishedPlan(db, endpoint.id)
    if (stored === undefined) throw notFound()
    const address = `${settings.runtimeUrl ?? ''}${endpoint.path}`
    return { status: 200, text: JSON.stringify(endpointOpenApi({ ...endpoint, ...stored, address })), told: null }
  }

  function count({ id, path }: ServedEndpoint, { status, told }: RuntimeAnswer, ms: number): void {
    metrics.endpointCalled(path, status, ms / 1000)
    if (status >= 400 && status < 500) counts.refused(id)
    else counts.called(id, ms, told === null ? null : { status, message: told })
  }

  async function allowed(endpoint: ServedEndpoint | undefined, request: IncomingMessage): Promise<ServedEndpoint> {
    const checked = callers.check(request, endpoint)
    const key = checked instanceof Promise ? await checked : checked
    if (endpoint === undefined) throw notFound()
    if (key !== null) counts.keyUsed(key.id)
    return endpoint
  }

  function refused(error: unknown): RuntimeAnswer {
    if (error instanceof ApiError) return refusal(error.code, error.message)
    log.error({ err: error }, 'a call of an endpoint failed')
    return refusal(codes.unexpected, texts.unexpected)
  }

  async function answer(request: IncomingMessage): Promise<RuntimeAnswer> {
    const started = performance.now()
    const { method = '', url = '' } = request
    const [path = ''] = url.slice(runtimeRoot.length).split('?', 1)
    const endpoint = settings.runtimeUrl === null ? undefined : endpoints.at(`${method} ${path}`)
    if (method === 'GET') return allowed(endpoint, request).then(describe).catch(refused)
    const given = await allowed(endpoint, request)
      .then((found) => call(found, request))
      .catch(refused)
    if (endpoint !== undefined) count(endpoint, given, performance.now() - started)
    return given
  }

  return (request, response) => {
    request.on('error', () => undefined)
    const forPage = appPageHeaders(request, settings.publicUrl)
    if (forPage !== null && request.method === 'OPTIONS') {
      response.writeHead(204, { ...forPage, ...askedFirst }).end()
      return
    }
    void answer(request).then((given) => {
      send(response, given, forPage)
      request.resume()
    })
  }
}
