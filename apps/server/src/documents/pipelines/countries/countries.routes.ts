import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import type { DocumentServices } from '../../document-services.ts'

/** Calls of a master beside its countries. */
export function countriesRoutes({ countries }: Pick<DocumentServices, 'countries'>): CallHandlers {
  return {
    'GET /pipelines/countries': ({ caller, query }) => countries.matrix(caller, query.id),
    'POST /pipelines/countries/take-over': ({ caller, body }) => countries.takeOver(caller, body),
    'POST /pipelines/countries/roll-out': ({ caller, body }) => countries.rollOut(caller, body),
  }
}
