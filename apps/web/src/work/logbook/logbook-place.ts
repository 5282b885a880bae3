import type { Body, Import, ImportState } from '@millrace/contract'
import { logbookPageSize, type LogbookSort, logbookSorts } from '@millrace/contract/imports/logbook.rule'
import {
  type ClassFilter,
  pipelinesToPick,
  readClassFilter,
  writeClassFilter,
} from '../../documents/pipelines/pipeline-filters.ts'
import { endOfDay, isDay, startOfDay } from '../../ui/platform-day.ts'
import { readSort, type Sort, writeSort } from '../../ui/sorting.ts'

/** Filters, page and selection of the logbook, all of them in the address (LOG-004, LOG-005, LOG-006). */
export type LogbookPlace = ClassFilter & {
  user?: string
  /** Any version of the pipeline; of a master its countries are listed. */
  pipeline?: string
  /** State of past imports; what is still to run has but one. */
  state?: ImportState
  /** Days of the platform zone on which imports were scheduled, both among them. */
  from?: string
  to?: string
  /** 'future' lists what is still to run, soonest first. */
  time: 'past' | 'future'
  /** Which outcomes of past imports are listed; never both false (D-87). */
  success: { true: boolean; false: boolean }
  /** null: newest first, of what is still to run soonest. */
  sort: Sort<LogbookSort> | null
  page: number
  selected?: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** States that past imports are filtered by, those of the end first. */
export const pastStates = ['completed', 'failed', 'aborted', 'busy', 'progress', 'sequential'] as const

const day = (value: unknown): string | undefined => {
  const known = text(value)
  return known !== undefined && isDay(known) ? known : undefined
}

/** Reads the place; unknown values fall back to the start: past only, both successes, page 1 (D-87). */
export function readLogbookPlace(search: Record<string, unknown>): LogbookPlace {
  const page = Number(search.page)
  return {
    ...readClassFilter(search),
    user: text(search.user),
    pipeline: text(search.pipeline),
    state: search.time === 'future' ? undefined : pastStates.find((state) => state === search.state),
    from: day(search.from),
    to: day(search.to),
    time: search.time === 'future' ? 'future' : 'past',
    success: { true: search.success !== 'false', false: search.success !== 'true' },
    sort: readSort(text(search.sort) ?? '', logbookSorts),
    page: Number.isInteger(page) && page > 1 ? page : 1,
    selected: text(search.import),
  }
}

export function writeLogbookPlace(place: LogbookPlace): Record<string, string | null> {
  const { user, pipeline, state, from, to, time, success, sort, page, selected } = place
  return {
    ...writeClassFilter(place),
    user: user ?? null,
    pipeline: pipeline ?? null,
    state: state ?? null,
    from: from ?? null,
    to: to ?? null,
    time: time === 'future' ? 'future' : null,
    success: success.true && success.false ? null : String(success.true),
    sort: writeSort(sort),
    page: page > 1 ? String(page) : null,
    import: selected ?? null,
  }
}

/** Flips one success switch; the last one that is on stays on (LOG-006). */
export function toggleSuccess(success: LogbookPlace['success'], which: 'true' | 'false'): LogbookPlace['success'] {
  const next = { ...success, [which]: !success[which] }
  return next.true || next.false ? next : success
}

/** A change of filter starts again at page 1 and drops the selection, which may not be listed any more. */
export const changeLogbookFilter = (place: LogbookPlace, change: Partial<LogbookPlace>): LogbookPlace => ({
  ...place,
  page: 1,
  selected: undefined,
  ...change,
})

/** Whether anything but the time narrows the list. */
export const isLogbookFiltered = ({ success, ...place }: LogbookPlace): boolean =>
  filterNames.some((name) => place[name] !== undefined) || !success.true || !success.false

const filterNames = ['brand', 'locale', 'productLine', 'datakind', 'user', 'pipeline', 'state', 'from', 'to'] as const

/** The place without its filters; time and order stay. */
export const clearLogbookFilters = ({ time, sort }: LogbookPlace): LogbookPlace => ({
  ...readLogbookPlace({ time }),
  sort,
})

/** Whether the list of the place holds such an import, on whatever page; its pipeline is followed and not asked here. */
export function belongsTo(place: LogbookPlace, imp: Import, timeZone: string): boolean {
  const { user, time, success } = place
  if ((imp.state === 'pending') !== (time === 'future')) return false
  if (user !== undefined && imp.user._id !== user) return false
  if (place.state !== undefined && imp.state !== place.state) return false
  const { from, to } = instantsOf(place, timeZone)
  if ((from !== null && imp.scheduledAt < from) || (to !== null && imp.scheduledAt > to)) return false
  // What still runs has neither outcome and is listed only where both are (D-87).
  const outcome = imp.success === null ? success.true && success.false : success[imp.success ? 'true' : 'false']
  return (time === 'future' || outcome) && pipelinesToPick([imp.pipeline], place).length > 0
}

/** The days of the place as the instants they begin and end at. */
const instantsOf = ({ from, to }: LogbookPlace, timeZone: string) => ({
  from: from === undefined ? null : startOfDay(from, timeZone),
  to: to === undefined ? null : endOfDay(to, timeZone),
})

/** The question to POST /imports/listAll; success is not asked of imports that have not run (D-87). */
export function listAllBody(place: LogbookPlace, timeZone: string): Body<'POST /imports/listAll'> {
  const { brand, locale, productLine, datakind, user, pipeline, time, success, sort, page } = place
  const outcomes = [true, false].filter((outcome) => success[outcome ? 'true' : 'false'])
  return {
    pageNumber: page,
    nbItemsPerPage: logbookPageSize,
    brand: brand ?? null,
    locale: locale ?? null,
    productLine: productLine ?? null,
    datakind: datakind ?? null,
    user: user ?? null,
    pipeline: pipeline ?? null,
    success: time === 'past' && outcomes.length === 1 ? outcomes : null,
    pending: time === 'future',
    states: place.state === undefined ? null : [place.state],
    ...instantsOf(place, timeZone),
    sort: sort && { by: sort.by, descending: sort.down },
    grouped: true,
  }
}
