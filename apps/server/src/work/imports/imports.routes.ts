import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { ImportsService } from './imports.service.ts'

export function importsRoutes({ imports }: { imports: ImportsService }): CallHandlers {
  return {
    'GET /imports/pipeline': ({ caller, query }) => imports.ids(caller, query.pipelineId),
    'POST /imports/runAllImport': ({ caller, body }) => imports.runAll(caller, body),
    'GET /imports/job': ({ caller, query }) => imports.current(caller, query.pipelineId),
    'POST /imports/abort': ({ caller, body }) => imports.abort(caller, body.importId),
    'POST /imports/listAll': ({ caller, body }) => imports.listAll(caller, body),
    'GET /imports/listAllFilters': ({ caller }) => imports.listAllFilters(caller),
  }
}
