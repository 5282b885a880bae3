/** Logbook rows on a page (LOG-008). */
export const logbookPageSize = 9

/** Columns that the logbook is sorted by; without one the newest import comes first, of planned ones the soonest. */
export const logbookSorts = ['pipeline', 'scheduledAt', 'startedAt', 'endAt', 'state', 'user'] as const
export type LogbookSort = (typeof logbookSorts)[number]
