import type { ScheduledJob } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { deleteFallback } from '../imports/cancel-plan.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../state/toasts.ts'
import { reasonOf } from '../../api/reason-of.ts'

export type DeletionFailure = { job: ScheduledJob; reason: string }

const count = (jobs: readonly unknown[]): string => (jobs.length === 1 ? '1 job' : `${jobs.length} jobs`)

/**
 * Asks, then deletes the jobs, one call each (JOB-004); a refused one does not keep the others from going.
 * @returns those that are still there with the reason; null when the person said No
 */
export async function deleteJobs(jobs: readonly ScheduledJob[]): Promise<DeletionFailure[] | null> {
  const [first] = jobs
  const question =
    jobs.length === 1 && first !== undefined
      ? `Do you want to delete the job of the pipeline : ${first.pipeline.name}`
      : `Do you want to delete the ${jobs.length} selected jobs?`
  if (!(await confirm(question))) return null
  const failed: DeletionFailure[] = []
  for (const job of jobs) {
    try {
      await call('DELETE /imports/job', { query: { jobId: job._id }, fallback: deleteFallback })
    } catch (error) {
      failed.push({ job, reason: reasonOf(error) })
    }
  }
  const done = jobs.length - failed.length
  if (done > 0) toast.success(`${count(jobs.slice(0, done))} deleted.`)
  await refreshCalls('GET /imports/listScheduled', 'GET /imports/job', 'POST /imports/listAll')
  return failed
}
