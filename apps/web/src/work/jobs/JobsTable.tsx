import type { ScheduledJob } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { jobSentence } from '../schedules/ScheduleView.tsx'
import { useMay } from '../../access/sessions/use-session.ts'
import { usePlatformZone } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { TableScroll } from '../uploads/TableScroll.tsx'
import styles from './jobs.module.css'

// JOB-002, in this order.
const columns = ['Pipeline', 'Scheduled by', 'Last executed', 'Next import time', 'Repeat pattern'] as const

type Props = {
  jobs: readonly ScheduledJob[]
  picked: ReadonlySet<string>
  onPick: (ids: readonly string[], on: boolean) => void
  disabled: boolean
}

/** Planned jobs as rows to pick (JOB-001, JOB-003). */
export function JobsTable({ jobs, picked, onPick, disabled }: Props) {
  const ids = jobs.map(({ _id }) => _id)
  const count = ids.filter((id) => picked.has(id)).length
  return (
    <TableScroll label="Jobs">
      <table className={styles.table} aria-label="Jobs">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="All jobs"
                checked={count === ids.length}
                disabled={disabled}
                ref={(box) => {
                  if (box !== null) box.indeterminate = count > 0 && count < ids.length
                }}
                onChange={(event) => onPick(ids, event.target.checked)}
              />
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow
              key={job._id}
              job={job}
              picked={picked.has(job._id)}
              onPick={(on) => onPick([job._id], on)}
              disabled={disabled}
            />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

type RowProps = { job: ScheduledJob; picked: boolean; onPick: (on: boolean) => void; disabled: boolean }

function JobRow({ job, picked, onPick, disabled }: RowProps) {
  const zone = usePlatformZone()
  const mayEdit = useMay('POST /imports/job')
  const countries = job.listPipelines?.length ?? 0
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={job.pipeline.name}
          checked={picked}
          disabled={disabled}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <td className={styles.pipeline}>
        <PipelineName pipeline={job.pipeline} short />
        {countries > 0 && (
          <span className={styles.quiet}>
            {countries === 1 ? '1 country pipeline' : `${countries} country pipelines`}
          </span>
        )}
        {mayEdit && (
          <Link to="/import/upload" search={{ pipeline: job.pipeline._id, step: '4' } as never}>
            Edit
          </Link>
        )}
      </td>
      <td>{job.scheduledBy.userName}</td>
      <td data-label="Last">
        <Timestamp at={job.lastExecuted} />
      </td>
      <td data-label="Next">
        <Timestamp at={job.nextImport?.scheduledAt} />
      </td>
      <td>
        {jobSentence(job)}
        {job.timeZone !== zone && <span className={styles.quiet}> {job.timeZone}</span>}
      </td>
    </tr>
  )
}
