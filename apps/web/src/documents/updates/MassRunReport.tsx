import type { MassRow, MassRun } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { Panel } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { rowText, runSummary } from './run-summary.ts'
import styles from './updates.module.css'

const tones = { waiting: 'quiet', done: 'ok', failed: 'error' } as const

/** The last run: how far it is, and what became of each master. */
export function MassRunReport({ run }: { run: MassRun }) {
  const { decided, text } = runSummary(run)
  const total = run.rows.length
  const isOver = run.endedAt !== null
  const next = isOver ? -1 : run.rows.findIndex(({ state }) => state === 'waiting')
  return (
    <Panel title={`${isOver ? 'Last' : 'Running'} ${run.kind === 'lock' ? 'lock' : 'update'}`}>
      <p className={styles.progress}>
        <progress value={decided} max={total} aria-label="Masters that are through" />
        <span role="status">{isOver ? text : `${decided} of ${total} through`}</span>
        <span className="quiet">
          started by {run.startedBy}, <Timestamp at={run.startedAt} />
        </span>
      </p>
      <ul className={styles.report} aria-label="What became of each master">
        {run.rows.map((row, n) => (
          <ReportRow key={row.old._id} run={run} row={row} isNext={n === next} />
        ))}
      </ul>
    </Panel>
  )
}

function ReportRow({ run, row, isNext }: { run: MassRun; row: MassRow; isNext: boolean }) {
  const others = row.touched.filter(({ _id }) => _id !== (row.new?._id ?? row.old._id))
  return (
    <li className={styles.row}>
      <strong>{row.old.name}</strong>
      <StatusTag tone={isNext ? 'busy' : tones[row.state]}>{isNext ? 'at work' : rowText(run, row)}</StatusTag>
      {row.error !== null && <span>{row.error}</span>}
      {row.error === texts.previewOutdated && run.endedAt !== null && (
        <span className="quiet">It is made anew: look at it in the list, then start again.</span>
      )}
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          {others.map(({ _id, type, name, version }) => (
            <div key={_id}>
              {type} {name} version {version}
            </div>
          ))}
        </details>
      )}
    </li>
  )
}
