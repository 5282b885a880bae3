import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { TestCasesService } from '../../kernel/test-cases/test-cases.service.ts'

/** Calls of test cases of components. */
export const componentCasesRoutes = ({ testCases }: { testCases: TestCasesService }): CallHandlers => ({
  'GET /components/test-cases': ({ caller, query }) => testCases.list(caller, 'component', query.id),
  'POST /components/test-cases': ({ caller, body }) => testCases.save(caller, 'component', body),
  'DELETE /components/test-cases': ({ caller, query }) => testCases.remove(caller, 'component', query.id),
  'POST /components/test-cases/run': ({ caller, body, reply }) =>
    testCases.run(caller, 'component', body, disconnectSignal(reply)),
  'POST /components/test-cases/needed': ({ caller, body }) =>
    testCases.setNeeded(caller, 'component', body.id, body.needed),
})
