import type { Import, ScheduledJob } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { isUnderWay } from '@millrace/contract/imports/import-states.rule'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { isPlanned } from '../schedules/plan-form.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../state/toasts.ts'

/** ERR-008: when the server gave no text of its own (D-127). */
export const deleteFallback = 'error while deleting import'

/** Whether there is something to cancel: a plan that no run is at work for, or an import that waits to begin (D-85). */
export const mayCancel = (imp: Import | null, job: ScheduledJob | null): boolean =>
  (imp === null || !isUnderWay(imp.state)) && (isPlanned(job) || imp?.state === 'pending')

/**
 * Asks, then cancels: a plan together with its pending import, or a single pending import (IMP-035, D-85). A refusal
 * is shown as a toast; either way what is on screen is read again.
 * @returns whether it is cancelled
 */
export async function cancelPlan(imp: Import | null, job: ScheduledJob | null): Promise<boolean> {
  if (!(await confirm(texts.cancelImport))) return false
  try {
    if (isPlanned(job)) {
      // Takes the pending import along, in one step: none can be left without its plan.
      await call('DELETE /imports/job', { query: { jobId: job._id }, fallback: deleteFallback })
    } else if (imp !== null) {
      await call('DELETE /imports', { query: { importId: imp._id }, fallback: deleteFallback })
    }
    toast.success(texts.importCancelled)
    return true
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await refreshCalls('GET /imports/job', 'POST /imports/listAll')
  }
}
