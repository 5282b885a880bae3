import type { ScheduledJob } from '@millrace/contract'
import type { PlannedTime } from '@millrace/contract/schedules/plan.rule'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { isPlanned } from '../schedules/plan-form.ts'

/**
 * Creates the job, or edits the planned one there is (IMP-008, D-73). Now on a planned job replaces it (IMP-034).
 * @param listPipelines country pipelines of a master that run
 * @returns ids of the imports that run or wait now, in run order
 * @throws CallError, shown as a toast already; what is on screen has been read again
 */
export async function startPlan(
  pipelineId: string,
  planned: PlannedTime,
  job: ScheduledJob | null,
  listPipelines?: readonly string[],
): Promise<string[]> {
  const countries = listPipelines === undefined ? {} : { listPipelines: [...listPipelines] }
  const body = { pipelineId, ...countries, ...planned, restartOnError: true } as const
  try {
    const started = isPlanned(job)
      ? await call('POST /imports/job', { body: { ...body, jobId: job._id } })
      : await call('POST /imports', { body })
    return started.imports?.map(({ importId }) => importId) ?? [started.importId]
  } catch (error) {
    void refreshCalls('GET /uploads/last-all')
    throw error
  } finally {
    void refreshCalls('GET /imports/job')
  }
}
