import type { Role } from '@millrace/contract'
import { type ScreenPath, screenPolicy } from '@millrace/contract/screens'

export type RouteEntry = {
  path: string
  /** Shown in breadcrumbs, sidebar and page title. */
  title: string
  name?: string
  /** Who may open it; absent = anybody with a session (NAV-037). A parent's roles are the union of its children's (D-22). */
  roles?: readonly Role[]
  /** Not in the sidebar. */
  hidden?: true
  /** Drawn without the frame and open without a session (NAV-001, NAV-003). */
  public?: true
  redirect?: string
  /** A link out of the app instead of a page; opens in a new tab (NAV-043). */
  href?: string
  children?: readonly RouteEntry[]
}

/** A page that only the roles of `screenPolicy` may open. */
const screen = (path: ScreenPath, title: string, name?: string): RouteEntry => ({
  path,
  title,
  ...(name !== undefined && { name }),
  roles: screenPolicy[path],
})

/** Every look on one page, where the app is worked on (never in the sidebar). */
const gallery: readonly RouteEntry[] =
  import.meta.env.MODE === 'production' ? [] : [{ path: '/gallery', title: 'Gallery', hidden: true }]

/** The specified routes (NAV-002 to NAV-023; names and titles as D-20 reads them), and those beside them. */
export const routeTable: readonly RouteEntry[] = [
  { path: '/', title: 'Login', redirect: '/login', hidden: true, public: true },
  { path: '/login', title: 'Login', hidden: true, public: true },
  { path: '/404', title: 'Page not found', hidden: true, public: true },
  { path: '/create-password', title: 'Create your password', hidden: true, public: true },
  { path: '/forgotten', title: 'Forgotten password', hidden: true, public: true },
  // Not of the specification, so that it is an entry of its own; everybody lands where the specification says (PRM-019).
  screen('/overview', 'Overview'),
  {
    path: '/import',
    title: 'Update data',
    redirect: '/import/upload',
    children: [screen('/import/upload', 'Upload new file', 'import import'), screen('/import/jobs', 'Manage jobs')],
  },
  {
    path: '/export',
    title: 'Export',
    redirect: '/export/index',
    children: [screen('/export/index', 'Download latest files')],
  },
  {
    path: '/consult',
    title: 'Consult',
    redirect: '/consult/upload',
    children: [screen('/consult/upload', 'Consult uploads'), screen('/consult/import', 'Consult imports')],
  },
  {
    path: '/manage',
    title: 'Manage',
    redirect: '/manage/pipeline',
    children: [
      screen('/manage/pipeline', 'Pipelines', 'ManagePipeline'),
      screen('/manage/schemas', 'Data Models', 'SchemaEditor'),
      screen('/manage/components', 'ComponentEditor', 'ComponentEditor'),
      screen('/manage/update-lock-pipeline', 'Updates'),
      screen('/manage/endpoints', 'Manage endpoints'),
      screen('/manage/listeners', 'Manage listeners'),
      screen('/manage/databases', 'Databases connections'),
      screen('/manage/allowed-modules', 'Allowed modules'),
      screen('/manage/users', 'Users'),
      screen('/manage/audit', 'Audit'),
    ],
  },
  {
    path: '/testing',
    title: 'Testing',
    redirect: '/testing/index',
    children: [screen('/testing/index', 'Testing view')],
  },
  {
    path: '/unauthorized',
    title: 'Unauthorize page',
    redirect: '/unauthorized/index',
    hidden: true,
    children: [{ path: '/unauthorized/index', title: 'Unauthorize page' }],
  },
  ...gallery,
]

/** Roles that may open the entry; null = anybody with a session. */
export function rolesOf(entry: RouteEntry): readonly Role[] | null {
  if (entry.roles !== undefined) return entry.roles
  if (entry.children === undefined) return null
  const lists = entry.children.map(rolesOf)
  return lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))]
}

export const mayOpen = (entry: RouteEntry, role: Role): boolean => rolesOf(entry)?.includes(role) ?? true

/** The entries from the top level down to the path; empty when the path is unknown. */
export function trailTo(path: string, entries: readonly RouteEntry[] = routeTable): RouteEntry[] {
  for (const entry of entries) {
    if (entry.path === path) return [entry]
    const below = trailTo(path, entry.children ?? [])
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

export const entryAt = (path: string): RouteEntry | null => trailTo(path).at(-1) ?? null

/** Every entry, parents before their children. */
export const flatRoutes = (entries: readonly RouteEntry[] = routeTable): RouteEntry[] =>
  entries.flatMap((entry) => [entry, ...flatRoutes(entry.children ?? [])])
