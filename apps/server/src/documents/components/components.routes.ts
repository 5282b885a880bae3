import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { TestRuns } from './test-runs.service.ts'

export function componentsRoutes({ testRuns }: { testRuns: TestRuns }): CallHandlers {
  return {
    'POST /components/{id}/generate': ({ caller, params }) => testRuns.generate(caller, params.id),
    'POST /components/{id}/execute': ({ caller, params, body, reply }) =>
      testRuns.execute(caller, params.id, body, disconnectSignal(reply)),
  }
}
