import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { Lookups } from './lookups.service.ts'

export function lookupsRoutes({ lookups }: { lookups: Lookups }): CallHandlers {
  return {
    'GET /locales/list': () => lookups.locales(),
    'GET /brands/list': () => lookups.brands(),
    'GET /productlines/list': () => lookups.productLines(),
    'GET /datakinds/list': () => lookups.datakinds(),
  }
}
