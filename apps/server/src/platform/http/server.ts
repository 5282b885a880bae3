import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import {
  apiRoot,
  findJsonLoss,
  invalid,
  type JsonLoss,
  requestTimeoutMs,
  textWith,
  uploadLimitBytes,
} from '@millrace/contract'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import type { Platform } from '../platform.ts'
import { healthProblems } from '../telemetry/health.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { registerApiDocs } from './api-docs.ts'
import { replyWithError } from './error-reply.ts'
import './fastify.types.ts'
import { type CallRegistration, registerCalls } from './register-calls.ts'
import { addBareHeaders, registerSecurityHeaders } from './security-headers.ts'
import { registerStaticApp } from './static-app.ts'
import { registerHealth } from './health-routes.ts'
import { limitConnections } from './limit-connections.ts'
import { cutSlowRequests } from './slow-requests.ts'

/** Within so long the head of a request is here. */
const maxHeadersMs = 15_000
/** Most bytes of a JSON message; files come as multipart. */
const bodyLimit = 5 * 1024 * 1024

/** Answers some addresses past everything here but the limits of connections and slow bodies. */
export type Aside = {
  takes(url: string | undefined): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
}

export type HttpServerOptions = {
  platform: Platform
  metrics: Metrics
  /** Null where no calls are answered: the server tells how it fares, and what `aside` answers. */
  calls: CallRegistration | null
  /** The built app, apps/web/dist; null where it is not served. */
  webFolder: string | null
  aside?: Aside | undefined
}

/** The HTTP side of the product, not yet listening. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { platform, metrics, calls, webFolder, aside } = options
  const app = Fastify({
    loggerInstance: platform.log,
    // One line per answer, written below, in place of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // The last entries of X-Forwarded-For are the proxies' own; what stands before them anybody can send.
    trustProxy: (_address, hop) => hop < platform.settings.trustProxy,
    bodyLimit,
    frameworkErrors: (error, request, reply) => {
      addBareHeaders(reply)
      replyWithError(error, request, reply)
    },
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: maxHeadersMs, connectionsCheckingInterval: 5000 },
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  if (aside) answerAside(app.server, aside)
  cutSlowRequests(app.server)
  if (platform.settings.trustProxy === 0) limitConnections(app.server, platform.settings.maxConnectionsPerAddress)
  refuseUnlistedRoutes(app)
  app.decorateRequest('resultCode', 0)
  app.decorateRequest('isDatabaseGone', false)
  app.setErrorHandler(replyWithError)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    if (request.url.startsWith(apiRoot)) reply.header('Cache-Control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    // While the database is away, every call fails alike; 'a call failed' tells it, at most once a second.
    if (call && !request.isDatabaseGone)
      request.log.info({ call, code: request.resultCode, ms: Math.round(reply.elapsedTime) }, 'call')
  })
  readJson(app)
  await registerSecurityHeaders(app, platform.settings)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart, { limits: { fileSize: uploadLimitBytes, fieldSize: 10_000, fields: 50, files: 100 } })
  registerHealth(app, {
    metrics,
    problems: () => healthProblems(platform),
    metricsToken: platform.settings.metricsToken,
  })
  if (calls) {
    registerCalls(app, calls)
    await registerApiDocs(app, platform.settings.title)
  }
  if (webFolder !== null) await registerStaticApp(app, webFolder)
  return app
}

function answerAside(server: Server, { takes, handle }: Aside): void {
  const [answer] = server.listeners('request') as Aside['handle'][]
  if (answer === undefined) throw new Error('the server has no handler of its own')
  server.removeListener('request', answer)
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    takes(request.url) ? handle(request, response) : answer(request, response),
  )
}

/** Deny by default: below the API root there are the calls of the policy and what is marked open, or no server at all. */
function refuseUnlistedRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    // Only now: plugins mark their routes after this hook has seen them.
    const unlisted = routes.find(({ url, config }) => url.startsWith(apiRoot) && !config?.call && !config?.openToAll)
    if (unlisted) throw new Error(`the route ${unlisted.url} is neither a call of the policy nor marked open to all`)
  })
}

/**
 * Clients that set the JSON type on a call without message (logout) mean no message. Names of prototypes are refused but
 * in what people design (schemas, components, pipelines), where any name may stand; what JSON.parse would change of it in
 * silence is told.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parseAuthored = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '') done(null, undefined)
    else if (!request.routeOptions.config.authored) void parse(request, text, done)
    else
      void parseAuthored(request, text, (error, value) => {
        const loss = error === null ? findJsonLoss(text) : null
        if (loss === null) done(error, value)
        else done(invalid(explainLoss(loss)))
      })
  })
}

/** Places in a schema that is saved by itself are told from its own root. */
function explainLoss({ message, pointer }: JsonLoss): string {
  const own = /^\/jsonSchema(?=\/|$)/
  if (own.test(pointer)) return textWith.schemaInvalid(`${message} (at ${pointer.replace(own, 'schema')})`)
  return `${message} (at ${pointer})`
}
