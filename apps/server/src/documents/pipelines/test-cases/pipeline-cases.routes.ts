import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { TestCasesService } from '../../kernel/test-cases/test-cases.service.ts'

/** Calls of test cases of pipelines. */
export const pipelineCasesRoutes = ({ testCases }: { testCases: TestCasesService }): CallHandlers => ({
  'GET /pipelines/test-cases': ({ caller, query }) => testCases.list(caller, 'pipeline', query.id),
  'POST /pipelines/test-cases': ({ caller, body }) => testCases.save(caller, 'pipeline', body),
  'DELETE /pipelines/test-cases': ({ caller, query }) => testCases.remove(caller, 'pipeline', query.id),
  'POST /pipelines/test-cases/run': ({ caller, body, reply }) =>
    testCases.run(caller, 'pipeline', body, disconnectSignal(reply)),
  'POST /pipelines/test-cases/try': ({ caller, body, reply }) =>
    testCases.tryOut(caller, 'pipeline', body, disconnectSignal(reply)),
  'POST /pipelines/test-cases/needed': ({ caller, body }) =>
    testCases.setNeeded(caller, 'pipeline', body.id, body.needed),
})
