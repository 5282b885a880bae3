import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { LoginPage } from '../access/sessions/LoginPage.tsx'
import { loadSession } from '../access/sessions/load-session.ts'
import { currentRole, currentSession } from '../access/sessions/session.ts'
import { parseSearch, stringifySearch } from '../routing/address.ts'
import { decideNavigation } from '../routing/guard.ts'
import { frameModule, loadFrame } from './load-frame.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { documentTitle } from '../routing/page-entry.ts'
import { progress } from './progress.ts'
import { Root, RootFailure } from './Root.tsx'
import { entryAt, flatRoutes, type RouteEntry } from '../routing/route-table.ts'
import { screens, upcoming } from './screens.ts'
import { UpcomingPublicPage } from './UpcomingPublicPage.tsx'

const root = createRootRoute({
  component: Root,
  errorComponent: RootFailure,
  // A person is known before any page is judged, and every page is judged before it is drawn (NAV-034 to NAV-040).
  beforeLoad: async ({ location }) => {
    // '/' never needs a person; asking first would put it into the redirect query.
    if (location.pathname === '/') throw redirect({ to: '/login', replace: true })
    await loadSession()
    const verdict = decideNavigation(location.pathname, `${location.pathname}${location.searchStr}`, currentRole())
    if (verdict.go === 'to') throw redirect({ to: verdict.path, search: verdict.search, replace: true })
  },
})

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(frameModule, 'Frame'),
})

const publicPages: Record<string, RouteComponent> = {
  '/login': () => <LoginPage prefetch={loadFrame} />,
  // Rarely seen, so the login page does not carry them.
  '/create-password': lazyRouteComponent(
    () => import('../access/sessions/CreatePasswordPage.tsx'),
    'CreatePasswordPage',
  ),
  '/forgotten': lazyRouteComponent(() => import('../access/sessions/ForgottenPage.tsx'), 'ForgottenPage'),
  '/404': NotFoundPage,
}

function pageRoute(entry: RouteEntry) {
  const { path, redirect: target } = entry
  if (target !== undefined) {
    return createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to: target, search, replace: true })
      },
    })
  }
  if (entry.public) {
    return createRoute({ getParentRoute: () => root, path, component: publicPages[path] ?? UpcomingPublicPage })
  }
  return createRoute({
    getParentRoute: () => frame,
    path,
    component: lazyRouteComponent(screens[path] ?? upcoming),
  })
}

const entries = flatRoutes().filter(({ href }) => href === undefined)
const outside = entries.filter((entry) => entry.public || entry.redirect !== undefined)
const inside = entries.filter((entry) => !outside.includes(entry))
const lost = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

const tree = root.addChildren([...outside.map(pageRoute), frame.addChildren(inside.map(pageRoute)), lost])

/** The router over the route table; the address is a hash (D-15), its query plain text. */
export function createAppRouter(history: RouterHistory = createHashHistory()) {
  const router = createRouter({
    routeTree: tree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: false,
    defaultPendingMs: 0,
  })
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) progress.start()
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    progress.done()
    document.title = documentTitle(entryAt(toLocation.pathname)?.title, currentSession()?.title ?? 'Millrace')
    // NAV-027
    if (pathChanged) scrollToTop()
  })
  return router
}

function scrollToTop() {
  window.scrollTo(0, 0)
  document.querySelector('main')?.scrollTo?.(0, 0)
}
