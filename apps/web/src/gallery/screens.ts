import { appScreens } from '../app/app.screens.examples.ts'
import { auditScreens } from '../people/audit/audit.screens.examples.ts'
import { updatesScreens } from '../documents/updates/updates.screens.examples.ts'
import { exportScreens } from '../work/exports/exports.screens.examples.ts'
import { wizardScreens } from '../work/imports/wizard.screens.examples.ts'
import { jobScreens } from '../work/jobs/jobs.screens.examples.ts'
import { logbookScreens } from '../work/logbook/logbook.screens.examples.ts'
import { countriesScreens } from '../documents/countries/countries.screens.examples.ts'
import { manageScreens } from '../documents/manage/manage.screens.examples.ts'
import { pipelineEditorScreens } from '../documents/pipeline-editor/pipeline-editor.screens.examples.ts'
import { fromFileScreens } from '../documents/pipelines/from-file/from-file.screens.examples.ts'
import { overviewScreens } from '../work/overview/overview.screens.examples.ts'
import { modulesScreens } from '../documents/modules/modules.screens.examples.ts'
import { componentsScreens } from '../documents/components/components.screens.examples.ts'
import { mapperScreens } from '../documents/components/mapper/mapper.screens.examples.ts'
import { connectionsScreens } from '../documents/connections/connections.screens.examples.ts'
import { endpointsScreens } from '../documents/deployments/endpoints/endpoints.screens.examples.ts'
import { listenersScreens } from '../documents/deployments/listeners/listeners.screens.examples.ts'
import { schemasScreens } from '../documents/schemas/schemas.screens.examples.ts'
import { sessionScreens } from '../access/sessions/sessions.screens.examples.ts'
import { testingScreens } from '../work/testing/testing.screens.examples.ts'
import { consultScreens } from '../work/consult/consult.screens.examples.ts'
import { userScreens } from '../people/users/users.screens.examples.ts'
import type { ScreenExample } from './screen-example.ts'

/** Every screen of the app. */
export const screenExamples: readonly ScreenExample[] = [
  ...sessionScreens,
  ...appScreens,
  ...overviewScreens,
  ...wizardScreens,
  ...jobScreens,
  ...exportScreens,
  ...consultScreens,
  ...logbookScreens,
  ...manageScreens,
  ...pipelineEditorScreens,
  ...fromFileScreens,
  ...countriesScreens,
  ...schemasScreens,
  ...updatesScreens,
  ...componentsScreens,
  ...mapperScreens,
  ...modulesScreens,
  ...connectionsScreens,
  ...endpointsScreens,
  ...listenersScreens,
  ...testingScreens,
  ...userScreens,
  ...auditScreens,
]
