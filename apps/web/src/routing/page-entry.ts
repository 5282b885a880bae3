import { useRouterState } from '@tanstack/react-router'
import { entryAt, type RouteEntry } from './route-table.ts'

/** The route table's line of the page on screen. */
export function usePageEntry(): RouteEntry | null {
  return entryAt(useRouterState({ select: ({ location }) => location.pathname }))
}

/** '{route title} - {application title}' (NAV-033, D-21). */
export const documentTitle = (title: string | undefined, application: string): string =>
  title === undefined ? application : `${title} - ${application}`
