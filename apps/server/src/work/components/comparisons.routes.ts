import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { ComparisonsService } from './comparisons.service.ts'

/** Calls that compare versions over recorded payloads. */
export const comparisonsRoutes = ({ comparisons }: { comparisons: ComparisonsService }): CallHandlers => ({
  'POST /components/{id}/compareLocked': ({ caller, params, reply }) =>
    comparisons.compareLocked(caller, params.id, disconnectSignal(reply)),
})
