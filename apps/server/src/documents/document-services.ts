import { createBadgesService } from '../people/badges/badges.service.ts'
import { createEndpointFigures } from './pipelines/endpoints/endpoint-figures.ts'
import { createEndpointKeysService } from './pipelines/endpoints/endpoint-keys.service.ts'
import { tryPlan } from './pipelines/endpoints/try-plan.ts'
import { createEndpointsService } from './pipelines/endpoints/endpoints.service.ts'
import { checkComponent } from './components/component-graphs.ts'
import { createComponentsService } from './components/components.service.ts'
import { createConnectionsService } from './connections/connections.service.ts'
import { createDocumentContents } from './document-contents.ts'
import { createFoldersService } from './kernel/folders/folders.service.ts'
import { createCountriesService } from './pipelines/countries/countries.service.ts'
import { createDataStream } from './pipelines/data-stream.ts'
import type { ReadyChecks } from './pipelines/mass-runs/mass-candidates.ts'
import { createMassRuns } from './pipelines/mass-runs/mass-runs.service.ts'
import { createPipelineDefinitions } from './pipelines/pipeline-definitions.ts'
import { createPipelineAccess } from './pipelines/pipelines.access.ts'
import { pipelineUpdates } from './pipelines/pipeline-updates.ts'
import { checkPipelineLock, createPipelinesService } from './pipelines/pipelines.service.ts'
import type { PipelineAccess } from './pipelines/pipelines.types.ts'
import { createPresenceService } from './presence/presence.service.ts'
import { createModulesService } from './modules/modules.service.ts'
import type { Platform } from '../platform/platform.ts'
import { createInferService } from './schemas/infer.service.ts'
import { createSchemasService } from './schemas/schemas.service.ts'
import { checkGreenCases } from './kernel/test-cases/green-cases.ts'
import { componentUpdates } from './components/component-updates.ts'
import { schemaUpdates } from './schemas/schema-updates.ts'
import { noPendingJobs, type PendingJobs } from './kernel/versions/pending-jobs.ts'
import { createUpdatesService } from './kernel/versions/updates.service.ts'
import { createVersionsService } from './kernel/versions/versions.service.ts'
import { createDocumentsService } from './kernel/documents.service.ts'

export type DocumentServices = ReturnType<typeof createDocumentServices>

/**
 * Everything that keeps documents, put together once for the server, the demo and the tests.
 * @param openJobs the plans of pipelines, which stand above; none where documents stand alone
 */
export function createDocumentServices(
  platform: Platform,
  openJobs: (access: PipelineAccess) => PendingJobs = () => noPendingJobs,
) {
  const access = createPipelineAccess(platform)
  const updateRules = { schema: schemaUpdates, component: componentUpdates, pipeline: pipelineUpdates }
  const modules = createModulesService(platform)
  const readyChecks: ReadyChecks = {
    pipeline: checkPipelineLock,
    component: (tx, row) => checkComponent(tx, row, modules.resolver(null)),
  }
  const versions = createVersionsService(platform, {
    pipeline: async (tx, row) => {
      await readyChecks.pipeline(tx, row)
      await checkGreenCases(tx, row)
    },
    component: async (tx, row) => {
      await readyChecks.component(tx, row)
      await checkGreenCases(tx, row)
    },
    // A schema was checked in full when it was saved.
    schema: checkGreenCases,
  })
  const schemas = createSchemasService(platform)
  const components = createComponentsService(platform)
  const pipelines = createPipelinesService(platform)
  const endpoints = createEndpointsService(platform, { access, modules, tryPlan })
  const updates = createUpdatesService(platform, updateRules, openJobs(access))
  return {
    access,
    modules,
    contentOf: createDocumentContents(platform, { schemas, components, pipelines }),
    dataStream: createDataStream(platform, { components, pipelines }),
    definitions: createPipelineDefinitions(platform),
    versions,
    updates,
    massRuns: createMassRuns(platform, { updates, checks: readyChecks }),
    folders: createFoldersService(platform, { versions, access }),
    documents: createDocumentsService(platform),
    infer: createInferService(),
    schemas,
    components,
    pipelines,
    countries: createCountriesService(platform),
    badges: createBadgesService(platform),
    presence: createPresenceService(platform),
    connections: createConnectionsService(platform),
    endpoints,
    endpointKeys: createEndpointKeysService(platform, { endpoints }),
    endpointFigures: createEndpointFigures(platform, { endpoints }),
    runtimeUrl: platform.settings.runtimeUrl,
  }
}
