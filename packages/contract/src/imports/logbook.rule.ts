/** Logbook rows on a page (LOG-008). */
export const logbookPageSize = 9
