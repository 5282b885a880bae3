import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { OverviewService } from './overview.service.ts'

/** How everything fares, for super-admins. */
export const overviewRoutes = ({ overview }: { overview: OverviewService }): CallHandlers => ({
  'GET /overview': () => overview.read(),
})
