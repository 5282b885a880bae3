import { auditRoutes } from './audit/audit.routes.ts'
import { createAuditTrail } from './audit/audit-trail.ts'
import { badgesRoutes } from './badges/badges.routes.ts'
import { openComponentHosts } from './components/component-host.ts'
import { componentsRoutes } from './components/components.routes.ts'
import { createTestRuns } from './components/test-runs.service.ts'
import { connectionsRoutes } from './connections/connections.routes.ts'
import { createDocumentServices } from './documents/document-services.ts'
import { foldersRoutes } from './folders/folders.routes.ts'
import type { CallHandlers } from './http/call-handlers.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import { createImportsService } from './imports/imports.service.ts'
import { createStarts } from './imports/start-imports.ts'
import { logsRoutes } from './logs/logs.routes.ts'
import { createLogsService } from './logs/logs.service.ts'
import { lookupsRoutes } from './lookups/lookups.routes.ts'
import { createLookups } from './lookups/lookups.service.ts'
import { pickerRoutes } from './lookups/picker.routes.ts'
import { createOutbound } from './outbound/outbound.ts'
import { modulesRoutes } from './modules/modules.routes.ts'
import { permissionsRoutes } from './permissions/permissions.routes.ts'
import { createPermissionsService } from './permissions/permissions.service.ts'
import type { Platform } from './platform.ts'
import { schedulesRoutes } from './schedules/schedules.routes.ts'
import { createSchedulesService } from './schedules/schedules.service.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { createSessionsService } from './sessions/sessions.service.ts'
import { passwordsRoutes } from './users/passwords.routes.ts'
import { createPasswordsService } from './users/passwords.service.ts'
import { usersRoutes } from './users/users.routes.ts'
import { createUsersService } from './users/users.service.ts'
import { createConvertService } from './uploads/convert.service.ts'
import { fetchRoutes } from './uploads/fetch.routes.ts'
import { createRealTimeService } from './uploads/real-time.service.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'
import { createUploadsService } from './uploads/uploads.service.ts'

export type Services = ReturnType<typeof createServices>

/** Every service on one platform, each given the others it asks. */
export function createServices(platform: Platform) {
  const documents = createDocumentServices(platform)
  const { access, connections, modules } = documents
  const { log, settings } = platform
  const outbound = createOutbound({ allowedHosts: settings.allowedHosts, log })
  const starts = createStarts(platform, { access })
  const openComponentHost = openComponentHosts({ connections, outbound, log })
  return {
    ...documents,
    outbound,
    openComponentHost,
    testRuns: createTestRuns(platform, { openComponentHost, modules }),
    sessions: createSessionsService(platform),
    passwords: createPasswordsService(platform),
    users: createUsersService(platform, { access }),
    lookups: createLookups(platform),
    logs: createLogsService(platform, { access }),
    uploads: createUploadsService(platform, { access }),
    realTime: createRealTimeService(platform, { access, connections, outbound }),
    convert: createConvertService(),
    auditTrail: createAuditTrail(platform),
    permissions: createPermissionsService(platform),
    imports: createImportsService(platform, { access, starts }),
    schedules: createSchedulesService(platform, { access, starts }),
  }
}

/** The handlers of every call; `http` refuses to start when one is missing. */
export function allRoutes(services: Services): CallHandlers[] {
  return [
    sessionsRoutes(services),
    passwordsRoutes(services),
    usersRoutes(services),
    lookupsRoutes(services),
    pickerRoutes(services),
    uploadsRoutes(services),
    fetchRoutes(services),
    logsRoutes(services),
    importsRoutes(services),
    schedulesRoutes(services),
    foldersRoutes(services),
    componentsRoutes(services),
    connectionsRoutes(services),
    modulesRoutes(services),
    badgesRoutes(services),
    auditRoutes(services),
    permissionsRoutes(services),
  ]
}
