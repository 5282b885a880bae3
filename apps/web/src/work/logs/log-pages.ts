import type { Log, LogFilter } from '@millrace/contract'
import { call } from '../../api/call.ts'

/** Lines asked for at once when scrolling up. */
export const olderPage = 1000

export const idsOf = (filter: LogFilter): string[] => ('uploadId' in filter ? filter.uploadId : filter.importId)

/** A filter of the same kind for other ids. */
export const filterOf = (like: LogFilter, ids: string[]): LogFilter =>
  'uploadId' in like ? { uploadId: ids } : { importId: ids }

/** To which of the filter's ids a line belongs. */
export const idOfLine =
  (filter: LogFilter) =>
  (line: Log): string | undefined =>
    'uploadId' in filter ? line.uploadId : line.importId

/** Lines of one upload or import after a number (exclusive), oldest first. Failures are the panel's to show. */
export function pageOf(filter: LogFilter, id: string, after: number, limit: number): Promise<Log[]> {
  return 'uploadId' in filter
    ? call('GET /logs/uploads', { query: { ids: [id], after, limit }, quiet: true })
    : call('GET /logs/jobs', { query: { id, after, limit }, quiet: true })
}
