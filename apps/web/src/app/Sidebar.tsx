import { Link } from '@tanstack/react-router'
import { useSession } from '../access/sessions/use-session.ts'
import { RouteIcon } from './RouteIcon.tsx'
import type { RouteEntry } from '../routing/route-table.ts'
import { type SidebarItem, sidebarOf } from './sidebar-rules.ts'
import styles from './sidebar.module.css'

type Props = {
  path: string
  /** Only icons. */
  folded: boolean
  /** A closed drawer: off the screen and out of the keyboard's way. */
  absent: boolean
}

/** The menu of what the role may open, dark in both themes (NAV-041, NAV-044). */
export function Sidebar({ path, folded, absent }: Props) {
  const { role, title } = useSession()
  return (
    <nav className={styles.sidebar} aria-label="Main" data-folded={folded} data-absent={absent} inert={absent}>
      <Link to="/" className={styles.brand} title={title}>
        <img src="/favicon.svg" width="20" height="20" alt="" />
        <span className={folded ? 'visually-hidden' : undefined}>{title}</span>
      </Link>
      <SidebarList items={sidebarOf(role)} path={path} folded={folded} />
    </nav>
  )
}

export function SidebarList({ items, path, folded }: { items: SidebarItem[]; path: string; folded: boolean }) {
  return (
    <ul className={styles.list}>
      {items.map(({ entry, links }) =>
        links.length === 1 ? (
          <li key={entry.path}>
            <SidebarLink entry={links[0] as RouteEntry} path={path} folded={folded} />
          </li>
        ) : (
          <li key={entry.path} className={styles.group}>
            <span className={folded ? 'visually-hidden' : styles.heading}>{entry.title}</span>
            <ul>
              {links.map((link) => (
                <li key={link.path}>
                  <SidebarLink entry={link} path={path} folded={folded} />
                </li>
              ))}
            </ul>
          </li>
        ),
      )}
    </ul>
  )
}

function SidebarLink({ entry, path, folded }: { entry: RouteEntry; path: string; folded: boolean }) {
  const content = (
    <>
      <RouteIcon path={entry.path} />
      <span className={folded ? 'visually-hidden' : styles.text}>{entry.title}</span>
    </>
  )
  const title = folded ? entry.title : undefined
  if (entry.href !== undefined) {
    return (
      <a className={styles.link} href={entry.href} target="_blank" rel="noreferrer" title={title}>
        {content}
      </a>
    )
  }
  const here = path === entry.path
  return (
    <Link
      to={entry.path}
      className={`${styles.link} ${here ? styles.here : ''}`}
      aria-current={here ? 'page' : undefined}
      title={title}
    >
      {content}
    </Link>
  )
}
