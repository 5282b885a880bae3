import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Bar, Spacer, Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { deleteJobs, type DeletionFailure } from './delete-jobs.ts'
import { JobsTable } from './JobsTable.tsx'
import styles from './jobs.module.css'
import { filterJobs, type JobsPlace, readJobsPlace, writeJobsPlace } from './jobs-place.ts'
import { useJobs } from './use-jobs.ts'

/** Scheduled and repeatable jobs of all pipelines the person sees, to look through and to delete (JOB-001, JOB-003). */
export function JobsPage() {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const { jobs, error, refetch } = useJobs()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<DeletionFailure[]>([])
  const place = readJobsPlace(search)
  const go = (next: Partial<JobsPlace>) => setSearch(writeJobsPlace({ ...place, ...next }))

  const listed = filterJobs(jobs ?? [], place.text)
  // Only what is seen is deleted: a job that a filter hides, or that has ended, is not part of it.
  const chosen = listed.filter(({ _id }) => place.picked.has(_id))
  const pick = (ids: readonly string[], on: boolean) => {
    const picked = new Set(place.picked)
    for (const id of ids) {
      if (on) picked.add(id)
      else picked.delete(id)
    }
    go({ picked })
  }
  const remove = async () => {
    setBusy(true)
    const left = await deleteJobs(chosen)
    setBusy(false)
    if (left === null) return
    setFailed(left)
    go({ picked: new Set(left.map(({ job }) => job._id)) })
  }

  return (
    <Page title="Manage jobs" fill={!mobile}>
      <Bar>
        <input
          type="search"
          className={styles.search}
          aria-label="Search jobs"
          placeholder="Pipeline or person"
          value={place.text}
          onChange={(event) => go({ text: event.target.value })}
        />
        <span className="quiet">{countText(jobs?.length, listed.length)}</span>
        <Spacer />
        <span className="quiet">{chosenText(chosen.length)}</span>
        <Button tone="danger" disabled={chosen.length === 0 || busy} onClick={() => void remove()}>
          Delete
        </Button>
      </Bar>
      <Refused failed={failed} />
      <Panel grow flush>
        {jobs === undefined && error === null && <SkeletonRows rows={8} />}
        {jobs === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
        {jobs?.length === 0 && <NoJobs />}
        {jobs !== undefined && jobs.length > 0 && listed.length === 0 && (
          <EmptyState
            text="Nothing matches these filters"
            action={<Button onClick={() => go({ text: '' })}>Clear filters</Button>}
          />
        )}
        {listed.length > 0 && <JobsTable jobs={listed} picked={place.picked} onPick={pick} disabled={busy} />}
      </Panel>
    </Page>
  )
}

/** What to do where there is nothing: those who may plan get the way there. */
function NoJobs() {
  const mayPlan = useMay('POST /imports')
  return (
    <EmptyState
      text={
        mayPlan
          ? 'No imports are planned. Choose Later or Repeat in step 4 of an upload to plan one.'
          : 'No imports are planned. They show here once somebody plans one with Later or Repeat.'
      }
      action={mayPlan && <Link to="/import/upload">Upload new file</Link>}
    />
  )
}

/** Jobs that could not be deleted, kept with the reason until the next try; a toast is gone too soon for a list. */
function Refused({ failed }: { failed: readonly DeletionFailure[] }) {
  return (
    <Stack role="alert" className={styles.alerts}>
      {failed.map(({ job, reason }) => (
        <Notice key={job._id} tone="error">
          {job.pipeline.name} was not deleted: {reason}
        </Notice>
      ))}
    </Stack>
  )
}

function countText(all: number | undefined, listed: number): string {
  if (all === undefined) return ''
  const jobs = all === 1 ? '1 job' : `${all} jobs`
  return listed === all ? jobs : `${listed} of ${jobs}`
}

const chosenText = (count: number): string =>
  count === 0 ? 'Nothing selected' : count === 1 ? '1 job selected' : `${count} jobs selected`
