import type { ScheduledJob } from '@millrace/contract'

/** Search text and selection of Manage jobs, kept in the address. */
export type JobsPlace = { text: string; picked: ReadonlySet<string> }

export function readJobsPlace(search: Record<string, unknown>): JobsPlace {
  const ids = typeof search.jobs === 'string' ? search.jobs.split(',').filter((id) => id !== '') : []
  return { text: typeof search.q === 'string' ? search.q : '', picked: new Set(ids) }
}

export function writeJobsPlace({ text, picked }: JobsPlace): Record<string, string | null> {
  return { q: text === '' ? null : text, jobs: picked.size === 0 ? null : [...picked].join(',') }
}

/** Jobs whose pipeline or planner has all the words of the text. */
export function filterJobs(jobs: readonly ScheduledJob[], text: string): ScheduledJob[] {
  const words = text.toLowerCase().split(/\s+/)
  return jobs.filter(({ pipeline, scheduledBy }) => {
    const row = `${pipeline.name} ${scheduledBy.userName}`.toLowerCase()
    return words.every((word) => row.includes(word))
  })
}

/**
 * The jobs in the order of `known` ids, new ones after them: rows that are being read stay where they are, however their
 * next times change.
 */
export function inKnownOrder(jobs: readonly ScheduledJob[], known: readonly string[]): ScheduledJob[] {
  const place = new Map(known.map((id, index) => [id, index]))
  const at = ({ _id }: ScheduledJob) => place.get(_id) ?? known.length
  return jobs.toSorted((a, b) => at(a) - at(b))
}

/** Soonest first; without a next import last. */
export const sortByNextRun = (jobs: readonly ScheduledJob[]): ScheduledJob[] =>
  jobs.toSorted((a, b) => nextTime(a).localeCompare(nextTime(b)))

const nextTime = ({ nextImport }: ScheduledJob): string => nextImport?.scheduledAt ?? '9999'
