import type { CallHandlers } from '../platform/http/call-handlers.ts'
import type { DocumentServices } from './document-services.ts'

/** Calls that take a version of any kind. */
export function documentsRoutes({
  versions,
  contentOf,
}: Pick<DocumentServices, 'versions' | 'contentOf'>): CallHandlers {
  return {
    'GET /documents/usages': ({ caller, query }) => versions.usages(caller, query.id),
    'GET /documents/content': ({ caller, query }) => contentOf(caller, query.id),
  }
}
