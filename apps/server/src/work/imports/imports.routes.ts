import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { ImportsService } from './imports.service.ts'
import type { LatestService } from './latest/latest.service.ts'
import type { LogbookService } from './logbook/logbook.service.ts'
import type { PauseService } from './pause/pause.service.ts'
import type { PlansService } from './plans/plans.service.ts'
import type { ImportStarter } from './starts/start-imports.ts'

/** All calls below /imports: starting and planning, watching and stopping, and the logbook. */
export function importsRoutes({
  imports,
  importPause,
  latest,
  logbook,
  plans,
  starts,
}: {
  imports: ImportsService
  importPause: PauseService
  latest: LatestService
  logbook: LogbookService
  plans: PlansService
  starts: ImportStarter
}): CallHandlers {
  return {
    'POST /imports': ({ caller, body }) => plans.start(caller, body),
    'POST /imports/runAllImport': ({ caller, body }) => starts.runAll(caller, body),
    'POST /imports/plan': ({ caller, body }) => plans.preview(caller, body),
    'POST /imports/job': ({ caller, body }) => plans.edit(caller, body),
    'DELETE /imports/job': ({ caller, query }) => plans.deleteJob(caller, query.jobId),
    'DELETE /imports': ({ caller, query }) => plans.deleteImport(caller, query.importId),
    'GET /imports/listScheduled': ({ caller }) => plans.listScheduled(caller),
    'GET /imports/pipeline': ({ caller, query }) => imports.ids(caller, query.pipelineId),
    'GET /imports/latest': ({ caller }) => latest.list(caller),
    'GET /imports/upload': ({ caller, query }) => imports.ofUpload(caller, query.uploadId),
    'GET /imports/job': ({ caller, query }) => imports.current(caller, query.pipelineId),
    'POST /imports/abort': ({ caller, body }) => imports.abort(caller, body.importId),
    'POST /imports/pause': ({ caller, body }) => importPause.pause(caller, body.reason),
    'DELETE /imports/pause': ({ caller }) => importPause.resume(caller),
    'POST /imports/listAll': ({ caller, body }) => logbook.list(caller, body),
    'GET /imports/listAllFilters': ({ caller }) => logbook.filters(caller),
  }
}
