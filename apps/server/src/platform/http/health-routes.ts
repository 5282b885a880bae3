import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'
import { replyNotFound } from './error-reply.ts'
import { mayReadMetrics } from './may-read-metrics.ts'

/**
 * For those who watch the server: whether it works at /healthz and /readyz, figures at /metrics. A process whose database
 * is away answers no call, so it does not call itself healthy either (G6).
 */
export function registerHealth(
  app: FastifyInstance,
  {
    metrics,
    problems,
    metricsToken,
  }: { metrics: Metrics; problems: () => Promise<string[]>; metricsToken: string | null },
): void {
  const quiet = { logLevel: 'warn' as const }
  app.get('/healthz', quiet, async (_request, reply) => {
    const found = await problems()
    return found.length === 0 ? { ok: true } : reply.code(503).send({ ok: false, problems: found })
  })
  app.get('/readyz', quiet, async (_request, reply) => {
    const found = await problems()
    return reply.code(found.length === 0 ? 200 : 503).send({ ok: found.length === 0, problems: found })
  })
  app.get('/metrics', quiet, async (request, reply) => {
    const { headers, raw } = request
    const forwarded = 'x-forwarded-for' in headers || 'forwarded' in headers
    const from = { authorization: headers.authorization, forwarded, remoteAddress: raw.socket.remoteAddress }
    if (!mayReadMetrics(metricsToken, from)) return replyNotFound(request, reply)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call) metrics.requestEnded(call, request.resultCode, reply.elapsedTime / 1000)
  })
}
