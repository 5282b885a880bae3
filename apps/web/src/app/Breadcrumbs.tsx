import { Link } from '@tanstack/react-router'
import { useSession } from '../access/sessions/use-session.ts'
import { mayOpen, type RouteEntry, trailTo } from '../routing/route-table.ts'
import styles from './top-bar.module.css'

/**
 * Titles from the top level down to the page (NAV-050). The last is not a link, nor is what would lead to this page; which
 * page is open is said once, in the menu.
 */
export function Breadcrumbs({ path }: { path: string }) {
  const { role } = useSession()
  const trail = trailTo(path)
  return (
    <nav aria-label="Breadcrumbs" className={styles.crumbs}>
      <ol>
        {trail.map((entry, index) => (
          <li key={entry.path}>
            {index === trail.length - 1 || firstOpen(entry, role) === path ? (
              <span>{entry.title}</span>
            ) : (
              // Else the router takes what leads to a part of the path for the page that is open.
              <Link to={firstOpen(entry, role)} activeOptions={{ exact: true }}>
                {entry.title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A parent leads to its own redirect, or to the first child the role may open where that one is closed to it. */
function firstOpen(entry: RouteEntry, role: Parameters<typeof mayOpen>[1]): string {
  const open = (entry.children ?? []).filter((child) => mayOpen(child, role))
  return open.some((child) => child.path === entry.redirect) ? entry.path : (open[0]?.path ?? entry.path)
}
