import type { PipelineListItem, ScheduledJob } from '@millrace/contract'
import { codes } from '@millrace/contract/errors'
import { describeStoredPlan } from '@millrace/contract/schedules/describe-plan.rule'
import { choosePipeline } from './choose-pipeline.ts'
import { type Client, RefusedError } from './client.ts'
import { formatLocalTime, printTable } from './print-table.ts'
import { print, printJson } from './print.ts'

export type JobsOptions = { pipeline?: string; json: boolean }

/** Calls at once where each pipeline is asked for its job. */
const atOnce = 8

/** Lists what is planned: every job for those who manage jobs, else those of the pipelines one sees. */
export async function listJobs(client: Client, options: JobsOptions): Promise<void> {
  const wanted =
    options.pipeline === undefined ? null : choosePipeline(await client.call('GET /pipelines'), options.pipeline)
  const jobs = await plannedJobs(client, wanted)
  if (options.json) {
    printJson(jobs, 2)
    return
  }
  if (jobs.length === 0) {
    print('Nothing is planned.')
    return
  }
  printTable(
    ['JOB', 'PIPELINE', 'PLAN', 'NEXT RUN', 'LAST RUN', 'BY'],
    jobs.map((job) => [
      job._id,
      job.pipeline.name,
      sentenceOf(job),
      formatLocalTime(job.nextImport?.scheduledAt ?? job.scheduledAt, job.timeZone),
      formatLocalTime(job.lastExecuted, job.timeZone),
      job.scheduledBy.userName,
    ]),
  )
  const zones = [...new Set(jobs.map((job) => job.timeZone))]
  print(`Times are those of ${zones.join(', ')}.`)
}

/** Ends a plan; a run of it that is under way goes on. */
export async function deleteJob(client: Client, jobId: string): Promise<void> {
  await client.call('DELETE /imports/job', { query: { jobId } })
  print(`The job ${jobId} was deleted.`)
}

async function plannedJobs(client: Client, wanted: PipelineListItem | null): Promise<ScheduledJob[]> {
  if (wanted !== null) return jobsOf(client, [wanted])
  try {
    const { scheduled, repeatable } = await client.call('GET /imports/listScheduled')
    return bySoonest([...scheduled, ...repeatable])
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== codes.forbidden) throw error
    return jobsOf(client, await client.call('GET /pipelines'))
  }
}

async function jobsOf(client: Client, pipelines: readonly PipelineListItem[]): Promise<ScheduledJob[]> {
  const jobs = new Map<string, ScheduledJob>()
  for (let i = 0; i < pipelines.length; i += atOnce) {
    const answers = await Promise.all(
      pipelines
        .slice(i, i + atOnce)
        .map((pipeline) => client.call('GET /imports/job', { query: { pipelineId: pipeline._id } })),
    )
    for (const { job } of answers) if (job?.kind === 'scheduled' || job?.kind === 'repeat') jobs.set(job._id, job)
  }
  return bySoonest([...jobs.values()])
}

const dueOf = (job: ScheduledJob): string => job.nextImport?.scheduledAt ?? job.scheduledAt ?? ''
const bySoonest = (jobs: readonly ScheduledJob[]): ScheduledJob[] =>
  jobs.toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)))

const sentenceOf = (job: ScheduledJob): string => describeStoredPlan(job) ?? job.kind
