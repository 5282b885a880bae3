import { type AuditFilters, type AuditFormat } from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import { exportAudit } from './audit-export.ts'
import { presentEntry } from './audit.presenter.ts'
import { auditRows, auditSearch, auditValues, countAudit } from './audit.repository.ts'
import { shorten } from './shorten.ts'

export type AuditTrail = ReturnType<typeof createAuditTrail>

/** Reading of what `recordAudit` wrote, for super-admins. */
export function createAuditTrail({ db, now }: Pick<Platform, 'db' | 'now'>) {
  return {
    /** GET /audit: one page, newest first. Very long texts and lists are shorten; exports hold them whole. */
    async list({
      pageNumber,
      nbItemsPerPage,
      ...filters
    }: AuditFilters & { pageNumber: number; nbItemsPerPage: number }) {
      const page = { skip: (pageNumber - 1) * nbItemsPerPage, take: nbItemsPerPage }
      const search = await auditSearch(db, filters)
      const [rows, totalCount] = await Promise.all([auditRows(db, search, page), countAudit(db, search)])
      const entries = rows.map(presentEntry)
      return {
        entries: entries.map((entry) => ({
          ...entry,
          before: shorten(entry.before),
          after: shorten(entry.after),
        })),
        totalCount,
      }
    },

    /** GET /audit/filters */
    async filters(): Promise<{ kinds: string[]; actions: string[] }> {
      const [kinds, actions] = await Promise.all([auditValues(db, 'kind'), auditValues(db, 'action')])
      return { kinds, actions }
    },

    /** POST /audit/export: everything the filters let pass, as a stream. */
    export: (format: AuditFormat, filters: AuditFilters) => exportAudit({ db, now }, format, filters),
  }
}
