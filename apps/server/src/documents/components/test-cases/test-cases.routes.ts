import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { TestCasesService } from './test-cases.service.ts'

/** Calls of test cases of components. */
export const testCasesRoutes = ({ testCases }: { testCases: TestCasesService }): CallHandlers => ({
  'GET /components/test-cases': ({ caller, query }) => testCases.list(caller, query.id),
  'POST /components/test-cases': ({ caller, body }) => testCases.save(caller, body),
  'DELETE /components/test-cases': ({ caller, query }) => testCases.remove(caller, query.id),
  'POST /components/test-cases/run': ({ caller, body, reply }) => testCases.run(caller, body, disconnectSignal(reply)),
  'POST /components/test-cases/needed': ({ caller, body }) => testCases.setNeeded(caller, body.id, body.needed),
})
