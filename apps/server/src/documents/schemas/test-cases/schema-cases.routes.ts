import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { TestCasesService } from '../../kernel/test-cases/test-cases.service.ts'

/** Calls of test cases of schemas. */
export const schemaCasesRoutes = ({ testCases }: { testCases: TestCasesService }): CallHandlers => ({
  'GET /schemas/test-cases': ({ caller, query }) => testCases.list(caller, 'schema', query.id),
  'POST /schemas/test-cases': ({ caller, body }) => testCases.save(caller, 'schema', body),
  'DELETE /schemas/test-cases': ({ caller, query }) => testCases.remove(caller, 'schema', query.id),
  'POST /schemas/test-cases/run': ({ caller, body, reply }) =>
    testCases.run(caller, 'schema', body, disconnectSignal(reply)),
  'POST /schemas/test-cases/try': ({ caller, body, reply }) =>
    testCases.tryOut(caller, 'schema', body, disconnectSignal(reply)),
  'POST /schemas/test-cases/needed': ({ caller, body }) => testCases.setNeeded(caller, 'schema', body.id, body.needed),
})
