import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { SchedulesService } from './schedules.service.ts'

export function schedulesRoutes({ schedules }: { schedules: SchedulesService }): CallHandlers {
  return {
    'POST /imports': ({ caller, body }) => schedules.start(caller, body),
    'POST /imports/job': ({ caller, body }) => schedules.edit(caller, body),
    'POST /imports/plan': ({ caller, body }) => schedules.preview(caller, body),
    'GET /imports/listScheduled': ({ caller }) => schedules.listScheduled(caller),
    'DELETE /imports/job': ({ caller, query }) => schedules.deleteJob(caller, query.jobId),
    'DELETE /imports': ({ caller, query }) => schedules.deleteImport(caller, query.importId),
  }
}
