import { type CallHandlers, FileAnswer } from '../../platform/http/call-handlers.ts'
import type { AuditTrail } from './audit-trail.ts'

/** Calls of the audit, for super-admins. */
export function auditRoutes({ auditTrail }: { auditTrail: AuditTrail }): CallHandlers {
  return {
    'GET /audit': ({ query }) => auditTrail.list(query),
    'GET /audit/filters': () => auditTrail.filters(),
    'POST /audit/export': async ({ body: { format, ...filters } }) =>
      new FileAnswer(await auditTrail.export(format, filters)),
  }
}
