import type { RunnerLimits } from '@millrace/engine'
import { auditRoutes } from '../people/audit/audit.routes.ts'
import { createAuditTrail } from '../people/audit/audit-trail.ts'
import { badgesRoutes } from '../people/badges/badges.routes.ts'
import { documentsRoutes } from '../documents/documents.routes.ts'
import { openComponentHosts } from '../documents/components/component-host.ts'
import { componentsRoutes } from '../documents/components/components.routes.ts'
import { createTestRuns } from '../documents/components/test-runs.service.ts'
import { connectionsRoutes } from '../documents/connections/connections.routes.ts'
import { componentCasesRoutes } from '../documents/components/test-cases/test-cases.routes.ts'
import { createTestCases } from '../documents/kernel/test-cases/test-cases.service.ts'
import { countriesRoutes } from '../documents/pipelines/countries/countries.routes.ts'
import { pipelineCasesRoutes } from '../documents/pipelines/test-cases/pipeline-cases.routes.ts'
import { createSchemaCases } from '../documents/schemas/test-cases/schema-cases.ts'
import { schemaCasesRoutes } from '../documents/schemas/test-cases/schema-cases.routes.ts'
import { createPipelineCases } from '../work/pipelines/pipeline-cases.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import { endpointsRoutes } from '../documents/pipelines/endpoints/endpoints.routes.ts'
import { foldersRoutes } from '../documents/kernel/folders/folders.routes.ts'
import { comparisonsRoutes } from '../work/components/comparisons.routes.ts'
import { createComparisons } from '../work/components/comparisons.service.ts'
import type { CallHandlers } from '../platform/http/call-handlers.ts'
import { importsRoutes } from '../work/imports/imports.routes.ts'
import { createImportsService } from '../work/imports/imports.service.ts'
import { createImportStarter } from '../work/imports/starts/start-imports.ts'
import { logsRoutes } from '../work/logs/logs.routes.ts'
import { createLogsService } from '../work/logs/logs.service.ts'
import { inferRoutes } from '../documents/schemas/infer.routes.ts'
import { lookupsRoutes } from '../documents/lookups/lookups.routes.ts'
import { createLookups } from '../documents/lookups/lookups.service.ts'
import { badgeRulesRoutes } from '../documents/kernel/badges/badge-rules.routes.ts'
import { pipelinesRoutes } from '../documents/pipelines/pipelines.routes.ts'
import { schemasRoutes } from '../documents/schemas/schemas.routes.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { modulesRoutes } from '../documents/modules/modules.routes.ts'
import { createDemoPasswordCheck } from './demo/demo-people.ts'
import { permissionsRoutes } from '../documents/permissions/permissions.routes.ts'
import { createPermissionsService } from '../documents/permissions/permissions.service.ts'
import type { Platform } from '../platform/platform.ts'
import { createLatestService } from '../work/imports/latest/latest.service.ts'
import { createLogbookService } from '../work/imports/logbook/logbook.service.ts'
import { overviewRoutes } from '../work/overview/overview.routes.ts'
import { createOverview } from '../work/overview/overview.service.ts'
import { createPauseService } from '../work/imports/pause/pause.service.ts'
import { createPendingJobs } from '../work/imports/plans/pending-jobs.ts'
import { createPlansService } from '../work/imports/plans/plans.service.ts'
import { sessionsRoutes } from '../people/users/sessions.routes.ts'
import { createSessionsService } from '../people/sessions/sessions.service.ts'
import { passwordsRoutes } from '../people/users/passwords.routes.ts'
import { createPasswordsService } from '../people/users/passwords.service.ts'
import { usersRoutes } from '../people/users/users.routes.ts'
import { createUsersService } from '../people/users/users.service.ts'
import { createConvertService } from '../work/uploads/convert.service.ts'
import { fetchRoutes } from '../work/uploads/fetch.routes.ts'
import { createRealTimeService } from '../work/uploads/real-time.service.ts'
import { uploadsRoutes } from '../work/uploads/uploads.routes.ts'
import { createRecordPayload } from '../work/uploads/record-payload.ts'
import { createUploadRecords } from '../work/uploads/upload-records.service.ts'
import { createListenersService } from '../work/pipelines/listeners/listeners.service.ts'
import { listenersRoutes } from '../work/pipelines/listeners/listeners.routes.ts'
import { createTryMessage } from '../work/pipelines/listeners/try-message.ts'
import { createUploadsService } from '../work/uploads/uploads.service.ts'
import { createEditedPipelines } from '../documents/pipelines/edited-pipeline.ts'
import { createFromFile } from '../work/pipelines/setup/from-file.service.ts'
import { setupRoutes } from '../work/pipelines/setup/setup.routes.ts'
import { createSinkChecks } from '../work/pipelines/setup/sink-check.service.ts'
import { createSourcePreviews } from '../work/pipelines/setup/source-preview.service.ts'

export type Services = ReturnType<typeof createServices>

/**
 * Every service on one platform, each given the others it asks.
 * @param options.runnerLimits in place of the limits of test runs
 */
export function createServices(platform: Platform, { runnerLimits }: { runnerLimits?: Partial<RunnerLimits> } = {}) {
  const documents = createDocumentServices(platform, (seen) => createPendingJobs(seen))
  const { access, connections, modules } = documents
  const { log, settings } = platform
  const outbound = createOutbound({ allowedHosts: settings.allowedHosts, log })
  const editedPipelines = createEditedPipelines(platform)
  const starts = createImportStarter(platform, { access })
  const openComponentHost = openComponentHosts({ connections, outbound, log })
  const testRuns = createTestRuns(platform, { openComponentHost, modules, limits: runnerLimits })
  const runPipeline = createPipelineCases(platform, { ...documents, testRuns })
  return {
    ...documents,
    outbound,
    openComponentHost,
    testRuns,
    testCases: createTestCases(platform, {
      schema: createSchemaCases(platform, testRuns.takeTurn),
      component: testRuns.runCase,
      pipeline: runPipeline,
    }),
    listeners: createListenersService(platform, { access, outbound, runtimeUrl: settings.runtimeUrl }),
    tryMessage: createTryMessage(platform, { ...documents, testRuns, runPipeline }),
    comparisons: createComparisons(platform, { ...documents, testRuns }),
    sessions: createSessionsService(platform),
    passwords: createPasswordsService(platform),
    users: createUsersService(platform, { access }),
    lookups: createLookups(platform),
    logs: createLogsService(platform, { access }),
    uploads: createUploadsService(platform, { access }),
    recordPayload: createRecordPayload(platform, { access, takeTurn: testRuns.takeTurn }),
    uploadRecords: createUploadRecords(platform, documents),
    realTime: createRealTimeService(platform, { access, connections, outbound }),
    convert: createConvertService(),
    sourcePreviews: createSourcePreviews(platform, { editedPipelines, access, connections, outbound }),
    sinkChecks: createSinkChecks({ editedPipelines, connections, outbound }),
    fromFile: createFromFile(platform, documents),
    auditTrail: createAuditTrail(platform),
    permissions: createPermissionsService(platform),
    starts,
    imports: createImportsService(platform, { access }),
    importPause: createPauseService(platform),
    latest: createLatestService(platform, { access }),
    logbook: createLogbookService(platform, { access }),
    plans: createPlansService(platform, { access, starts }),
    overview: createOverview(platform, { demoPasswords: createDemoPasswordCheck(platform) }),
  }
}

/** The handlers of every call; `http` refuses to start when one is missing. */
export function allRoutes(services: Services): CallHandlers[] {
  return [
    sessionsRoutes(services),
    passwordsRoutes(services),
    usersRoutes(services),
    lookupsRoutes(services),
    pipelinesRoutes(services),
    countriesRoutes(services),
    badgeRulesRoutes(services),
    uploadsRoutes(services),
    fetchRoutes(services),
    setupRoutes(services),
    logsRoutes(services),
    importsRoutes(services),
    foldersRoutes(services),
    inferRoutes(services),
    documentsRoutes(services),
    schemasRoutes(services),
    componentsRoutes(services),
    componentCasesRoutes(services),
    schemaCasesRoutes(services),
    pipelineCasesRoutes(services),
    comparisonsRoutes(services),
    connectionsRoutes(services),
    endpointsRoutes(services),
    modulesRoutes(services),
    badgesRoutes(services),
    auditRoutes(services),
    permissionsRoutes(services),
    listenersRoutes(services),
    overviewRoutes(services),
  ]
}
