import type { DocKind, UpdateReport } from '@millrace/contract'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { UpdateRowDetails } from './UpdateRowDetails.tsx'
import { effectWords, type UpdateRow, updateRows, updateWords } from './update-rows.ts'
import styles from './update.module.css'

const titles: Record<DocKind, string> = { pipeline: 'Pipelines', component: 'Components', schema: 'Data models' }
/** Columns of equal width: one for a data model, two for a component, three for a pipeline (VER-031). */
const columns: Record<DocKind, readonly DocKind[]> = {
  schema: ['schema'],
  component: ['component', 'schema'],
  pipeline: ['pipeline', 'component', 'schema'],
}

type Props = {
  kind: DocKind
  report: UpdateReport
  /** Whether plans move along; they are shown either way. */
  plans: boolean
}

/** The rows of a preview, by kind: what becomes of each document, why, and what that means. */
export function UpdateReportView({ kind, report, plans }: Props) {
  const rows = updateRows(report)
  return (
    // It takes the focus so that keys can scroll it.
    <div className={styles.table} tabIndex={0} role="group" aria-label="What the update changes">
      {columns[kind].map((column) => (
        <Column key={column} title={titles[column]} rows={rows[column]} plans={plans} />
      ))}
    </div>
  )
}

const tones = { updated: 'ok', update: 'warn', child_update: 'warn' } as const
const effectTones = { breaking: 'error', safe: 'ok', none: 'quiet' } as const

function Column({ title, rows, plans }: { title: string; rows: readonly UpdateRow[]; plans: boolean }) {
  const isTold = ({ state, report: { pendings } }: UpdateRow) =>
    state !== 'none' || pendings.scheduled.length + pendings.repeatable.length > 0
  const told = rows.filter(isTold)
  const unchanged = rows.filter((row) => !isTold(row))
  const changed = rows.filter(({ state }) => state !== 'none')
  const least = Math.min(...told.map(({ depth }) => depth))
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.title}>
        {title}: {changed.length} of {rows.length} change
      </h3>
      <ul className={styles.rows}>
        {told.map(({ report, state, depth }) => (
          <li key={report.old._id} style={{ paddingLeft: `${(depth - least) * 14}px` }}>
            <div className={styles.row}>
              <strong>{report.old.name}</strong>
              <span className={styles.versions}>{versionsText(report, state)}</span>
            </div>
            {state !== 'none' && (
              <div className={styles.tags}>
                <StatusTag tone={tones[state]}>{updateWords[state]}</StatusTag>
                {report.why !== undefined && (
                  <StatusTag tone={effectTones[report.why.effect]}>{effectWords[report.why.effect]}</StatusTag>
                )}
              </div>
            )}
            <UpdateRowDetails report={report} plans={plans} />
          </li>
        ))}
      </ul>
      {unchanged.length > 0 && (
        <details>
          <summary>{unchanged.length} unchanged</summary>
          <ul className={styles.rows}>
            {unchanged.map(({ report: { old } }) => (
              <li key={old._id}>
                <div className={styles.row}>
                  {old.name} <span className={styles.versions}>v{old.version}</span>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const versionsText = ({ old, new: becomes }: UpdateReport, state: UpdateRow['state']): string =>
  state === 'none' || state === 'child_update'
    ? `v${old.version}`
    : `v${old.version} → ${becomes === null ? 'new draft' : `v${becomes.version}`}`
