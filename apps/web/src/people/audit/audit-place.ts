import type { AuditFilters } from '@millrace/contract'
import { endOfDay, isDay, startOfDay } from '../../ui/platform-day.ts'

export const auditRowsPerPage = 50

const filterNames = ['user', 'kind', 'action', 'text', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]

/** Filters, page and unfolded entry of the audit, all of them in the address. `from` and `to` are days of the platform zone. */
export type AuditPlace = { [N in FilterName]?: string } & {
  page: number
  /** Id of the entry whose change is shown. */
  open?: string | undefined
}

/** Reads the place; what makes no sense is left out. A link such as '/manage/audit?kind=user&text=marc.manager' shows one object. */
export function readAuditPlace(search: Record<string, string>): AuditPlace {
  const page = Number(search.page)
  const place: AuditPlace = { page: Number.isInteger(page) && page > 1 ? page : 1 }
  for (const name of filterNames) {
    const value = search[name]
    if (value === undefined || value === '') continue
    if ((name === 'from' || name === 'to') && !isDay(value)) continue
    place[name] = value
  }
  if (search.open) place.open = search.open
  return place
}

export function writeAuditPlace({ page, open, ...filters }: AuditPlace): Record<string, string | null> {
  const written = Object.fromEntries(filterNames.map((name) => [name, filters[name] ?? null]))
  return { ...written, page: page > 1 ? String(page) : null, open: open ?? null }
}

/** A change of filter starts again at page 1 and folds what was unfolded. */
export const changeAuditFilter = (
  place: AuditPlace,
  change: { [N in FilterName]?: string | undefined },
): AuditPlace => {
  const next: AuditPlace = { ...place, page: 1 }
  delete next.open
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') delete next[name as FilterName]
    else next[name as FilterName] = value
  }
  return next
}

export const isAuditFiltered = (place: AuditPlace): boolean => filterNames.some((name) => place[name] !== undefined)

/** The filters as the calls take them: days become instants of the platform zone. */
export function filtersOf(place: AuditPlace, timeZone: string): AuditFilters {
  const filters: AuditFilters = {}
  for (const name of ['user', 'kind', 'action', 'text'] as const) {
    const value = place[name]?.trim()
    if (value) filters[name] = value
  }
  if (place.from !== undefined) filters.from = startOfDay(place.from, timeZone)
  if (place.to !== undefined) filters.to = endOfDay(place.to, timeZone)
  return filters
}
