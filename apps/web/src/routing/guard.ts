import type { Role } from '@millrace/contract'
import { landingPage } from '@millrace/contract/screens'
import { entryAt, flatRoutes, mayOpen } from './route-table.ts'

export type Target = { path: string; search: Record<string, string> }
export type Verdict = { go: 'on' } | ({ go: 'to' } & Target)

const on: Verdict = { go: 'on' }
const to = (path: string, search: Record<string, string> = {}): Verdict => ({ go: 'to', path, search })

/** Pass without a token (NAV-039): public pages, and /reset-password, which has no page and ends on /404 (D-14). */
const openPaths: readonly string[] = [
  ...flatRoutes().flatMap((entry) => (entry.public ? [entry.path] : [])),
  '/reset-password',
]

/** '/login' with the way back, unless that leads to a public page (NAV-036, NAV-040, D-09). */
export function loginWith(fullPath: string): Verdict {
  const path = fullPath.split('?')[0] ?? ''
  return to('/login', openPaths.includes(path) ? {} : { redirect: fullPath })
}

/** Where a person goes after login: the redirect target if it is a page of ours that the role may open, else the landing page (D-08). */
export function afterLogin(role: Role, redirect: string | undefined): Target {
  const [path = '', query = ''] = (redirect ?? '').split('?')
  // A parent is judged by the page it leads to.
  const entry = entryAt(entryAt(path)?.redirect ?? path)
  const inside = entry !== null && !entry.public && !path.startsWith('/unauthorized')
  if (inside && mayOpen(entry, role)) return { path, search: Object.fromEntries(new URLSearchParams(query)) }
  return { path: landingPage(role), search: {} }
}

/**
 * What becomes of a navigation (NAV-034 to NAV-040). `role` is that of the session, which has been loaded before
 * when a token is stored; null without one. `fullPath` is path and query.
 */
export function decideNavigation(path: string, fullPath: string, role: Role | null): Verdict {
  if (path === '/') return to('/login')
  const entry = entryAt(path)
  if (role === null) return openPaths.includes(path) ? (entry === null ? to('/404') : on) : loginWith(fullPath)
  if (path === '/login') {
    const redirect = new URLSearchParams(fullPath.split('?')[1] ?? '').get('redirect') ?? undefined
    const target = afterLogin(role, redirect)
    return to(target.path, target.search)
  }
  if (entry === null) return to('/404')
  if (entry.public || mayOpen(entry, role)) return on
  return to('/unauthorized/index')
}
