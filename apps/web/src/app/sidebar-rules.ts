import type { Role } from '@millrace/contract'
import { mayOpen, type RouteEntry, routeTable } from '../routing/route-table.ts'

/** One link, or a heading with several links. */
export type SidebarItem = { entry: RouteEntry; links: readonly RouteEntry[] }

/**
 * What the role sees in the sidebar: top-level entries it may open and that are not hidden, without the children it may
 * not open (NAV-041, D-22). With one visible child the entry is that single link (NAV-042).
 */
export function sidebarOf(role: Role, entries: readonly RouteEntry[] = routeTable): SidebarItem[] {
  const items: SidebarItem[] = []
  for (const entry of entries) {
    if (entry.hidden || !mayOpen(entry, role)) continue
    const visible = (entry.children ?? []).filter((child) => !child.hidden && mayOpen(child, role))
    if (entry.children === undefined) items.push({ entry, links: [entry] })
    else if (visible.length > 0) items.push({ entry, links: visible })
  }
  return items
}
