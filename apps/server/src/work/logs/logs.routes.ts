import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { LogsService } from './logs.service.ts'

export function logsRoutes({ logs }: { logs: LogsService }): CallHandlers {
  return {
    'GET /logs/uploads': ({ caller, query: { ids, ...page } }) => logs.ofUploads(caller, ids, page),
    'GET /logs/jobs': ({ caller, query: { id, ...page } }) => logs.ofImportOrJob(caller, id, page),
  }
}
