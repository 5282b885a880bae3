import type { ScheduledJob } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { jobSentence } from '../schedules/ScheduleView.tsx'
import { useMay } from '../../access/sessions/use-session.ts'
import { usePlatformZone } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { PickAll } from '../../ui/PickAll.tsx'
import { cardArea, type Column, Table } from '../../ui/Table.tsx'
import { TableScroll } from '../uploads/TableScroll.tsx'
import styles from './jobs.module.css'

// JOB-002, in this order.
const columns: readonly Column[] = [
  'Pipeline',
  ...['Scheduled by', 'Last executed', 'Next import time', 'Repeat pattern'].map(
    (title): Column => ({ title, wide: true }),
  ),
]

type Props = {
  jobs: readonly ScheduledJob[]
  picked: ReadonlySet<string>
  onPick: (ids: readonly string[], on: boolean) => void
  disabled: boolean
}

/** Planned jobs as rows to pick (JOB-001, JOB-003). */
export function JobsTable({ jobs, picked, onPick, disabled }: Props) {
  const ids = jobs.map(({ _id }) => _id)
  const all = <PickAll label="All jobs" ids={ids} picked={picked} onPick={onPick} disabled={disabled} />
  return (
    <TableScroll label="Jobs">
      <Table
        label="Jobs"
        className={styles.table}
        columns={[{ title: all }, ...columns]}
        minWidth={860}
        cards="20px minmax(0, 1fr) fit-content(50%)"
      >
        {jobs.map((job) => (
          <JobRow
            key={job._id}
            job={job}
            picked={picked.has(job._id)}
            onPick={(on) => onPick([job._id], on)}
            disabled={disabled}
          />
        ))}
      </Table>
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
      <td style={cardArea('1 / 1 / span 4')}>
        <input
          type="checkbox"
          aria-label={job.pipeline.name}
          checked={picked}
          disabled={disabled}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <td className={styles.pipeline} style={cardArea('1 / 2 / auto / -1')}>
        <PipelineName pipeline={job.pipeline} short />
        {countries > 0 && (
          <span className="note unbroken">
            {countries === 1 ? '1 country pipeline' : `${countries} country pipelines`}
          </span>
        )}
        {mayEdit && (
          <Link to="/import/upload" search={{ pipeline: job.pipeline._id, step: '4' } as never}>
            Edit
          </Link>
        )}
      </td>
      <td data-quiet style={cardArea('3 / 3')}>
        {job.scheduledBy.userName}
      </td>
      <td data-label="Last" data-quiet style={cardArea('4 / 2')}>
        <Timestamp at={job.lastExecuted} />
      </td>
      <td data-label="Next" data-quiet style={cardArea('3 / 2')}>
        <Timestamp at={job.nextImport?.scheduledAt} />
      </td>
      <td style={cardArea('2 / 2 / auto / -1')}>
        {jobSentence(job)}
        {job.timeZone !== zone && <span className="note unbroken"> {job.timeZone}</span>}
      </td>
    </tr>
  )
}
