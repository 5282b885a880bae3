import type { FastifyReply } from 'fastify'
import type { CallHandlers } from '../http/call-handlers.ts'
import type { TestRuns } from './test-runs.service.ts'

export function componentsRoutes({ testRuns }: { testRuns: TestRuns }): CallHandlers {
  return {
    'POST /components/{id}/generate': ({ caller, params }) => testRuns.generate(caller, params.id),
    'POST /components/{id}/execute': ({ caller, params, body, reply }) =>
      testRuns.execute(caller, params.id, body, untilGone(reply)),
  }
}

/** Fires when the client goes away before it has its answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort()
  })
  return gone.signal
}
