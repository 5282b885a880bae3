import type { Role } from '@millrace/contract'

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

const all: readonly Role[] = ['user', 'manager', 'admin', 'super-admin']
const operators: readonly Role[] = ['user', 'manager', 'super-admin']
const editors: readonly Role[] = ['manager', 'admin', 'super-admin']
const readers: readonly Role[] = ['manager', 'super-admin']
const top: readonly Role[] = ['super-admin']

/** Every look on one page, where the app is worked on (never in the sidebar). */
const gallery: readonly RouteEntry[] =
  import.meta.env.MODE === 'production' ? [] : [{ path: '/gallery', title: 'Gallery', hidden: true }]

/** The specified routes (NAV-002 to NAV-023; names and titles as D-20 reads them). */
export const routeTable: readonly RouteEntry[] = [
  { path: '/', title: 'Login', redirect: '/login', hidden: true, public: true },
  { path: '/login', title: 'Login', hidden: true, public: true },
  { path: '/404', title: 'Page not found', hidden: true, public: true },
  { path: '/create-password', title: 'Create your password', hidden: true, public: true },
  { path: '/forgotten', title: 'Forgotten password', hidden: true, public: true },
  {
    path: '/import',
    title: 'Update data',
    redirect: '/import/upload',
    children: [
      { path: '/import/upload', title: 'Upload new file', name: 'import import', roles: operators },
      { path: '/import/jobs', title: 'Manage jobs', roles: ['admin', 'super-admin'] },
    ],
  },
  {
    path: '/export',
    title: 'Export',
    redirect: '/export/index',
    children: [{ path: '/export/index', title: 'Download latest files', roles: operators }],
  },
  {
    path: '/consult',
    title: 'Consult',
    redirect: '/consult/upload',
    children: [
      { path: '/consult/upload', title: 'Consult uploads', roles: readers },
      { path: '/consult/import', title: 'Consult imports', roles: readers },
    ],
  },
  {
    path: '/manage',
    title: 'Manage',
    redirect: '/manage/pipeline',
    children: [
      { path: '/manage/pipeline', title: 'Pipelines', name: 'ManagePipeline', roles: editors },
      { path: '/manage/schemas', title: 'Data Models', name: 'SchemaEditor', roles: editors },
      { path: '/manage/components', title: 'ComponentEditor', name: 'ComponentEditor', roles: editors },
      { path: '/manage/update-lock-pipeline', title: 'Updates', roles: top },
      { path: '/manage/endpoints', title: 'Manage endpoints', roles: editors },
      { path: '/manage/listeners', title: 'Manage listeners', roles: editors },
      { path: '/manage/databases', title: 'Databases connections', roles: top },
      { path: '/manage/allowed-modules', title: 'Allowed modules', roles: top },
      { path: '/manage/users', title: 'Users', roles: editors },
      { path: '/manage/audit', title: 'Audit', roles: top },
    ],
  },
  {
    path: '/testing',
    title: 'Testing',
    redirect: '/testing/index',
    children: [{ path: '/testing/index', title: 'Testing view', roles: all }],
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
