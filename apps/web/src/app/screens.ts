import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

const named =
  <M extends Record<string, unknown>, K extends keyof M>(load: () => Promise<M>, name: K): Screen =>
  async () => ({ default: (await load())[name] as ComponentType })

/** For a path of the route table whose screen is not built (NAV-026). */
export const upcoming: Screen = named(() => import('./UpcomingPage.tsx'), 'UpcomingPage')

/** Only in development and tests; production has neither the page nor its code. */
const gallery: Record<string, Screen> =
  import.meta.env.MODE === 'production'
    ? {}
    : { '/gallery': named(() => import('../gallery/GalleryPage.tsx'), 'GalleryPage') }

/** The built screens by path. */
export const screens: Record<string, Screen> = {
  ...gallery,
  '/overview': named(() => import('../work/overview/OverviewPage.tsx'), 'OverviewPage'),
  '/import/upload': named(() => import('../work/imports/ImportPage.tsx'), 'ImportPage'),
  '/import/jobs': named(() => import('../work/jobs/JobsPage.tsx'), 'JobsPage'),
  '/consult/upload': named(() => import('../work/consult/ConsultUploadsPage.tsx'), 'ConsultUploadsPage'),
  '/consult/import': named(() => import('../work/logbook/LogbookPage.tsx'), 'LogbookPage'),
  '/unauthorized/index': named(() => import('./UnauthorizedPage.tsx'), 'UnauthorizedPage'),
  '/testing/index': named(() => import('../work/testing/TestingPage.tsx'), 'TestingPage'),
  '/manage/pipeline': named(() => import('../documents/manage/ManagePages.tsx'), 'PipelinesPage'),
  '/manage/schemas': named(() => import('../documents/manage/ManagePages.tsx'), 'SchemasPage'),
  '/manage/components': named(() => import('../documents/manage/ManagePages.tsx'), 'ComponentsPage'),
  '/manage/endpoints': named(() => import('../documents/deployments/endpoints/EndpointsPage.tsx'), 'EndpointsPage'),
  '/manage/listeners': named(() => import('../documents/deployments/listeners/ListenersPage.tsx'), 'ListenersPage'),
  '/manage/update-lock-pipeline': named(() => import('../documents/updates/UpdatesPage.tsx'), 'UpdatesPage'),
  '/manage/databases': named(() => import('../documents/connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
  '/manage/allowed-modules': named(() => import('../documents/modules/ModulesPage.tsx'), 'ModulesPage'),
  '/manage/users': named(() => import('../people/users/UsersPage.tsx'), 'UsersPage'),
  '/manage/audit': named(() => import('../people/audit/AuditPage.tsx'), 'AuditPage'),
  '/export/index': named(() => import('../work/exports/ExportPage.tsx'), 'ExportPage'),
}
