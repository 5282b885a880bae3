import type { ScheduledJob, UpdateReason, UpdateReport } from '@millrace/contract'
import { describePlan } from '@millrace/contract/schedules/describe-plan.rule'
import { parsePlannedTime } from '@millrace/contract/schedules/plan.rule'
import { maxChanges } from '@millrace/contract/versions/schema-change.rule'
import { Notice } from '../../ui/Notice.tsx'
import { fieldWords } from './update-rows.ts'
import styles from './update.module.css'

/** Why a document is touched, and which of its plans move along. */
export function UpdateRowDetails({ report, plans }: { report: UpdateReport; plans: boolean }) {
  const { why, pendings } = report
  const jobs = [...pendings.scheduled, ...pendings.repeatable]
  return (
    <>
      {why !== undefined && <Why why={why} />}
      {jobs.map((job) => (
        <p key={job._id} className={styles.plan}>
          Plan {sentenceOf(job)} {plans ? 'moves to the new version.' : 'stays at its version.'}
        </p>
      ))}
    </>
  )
}

function Why({ why: { references, changes, writable } }: { why: UpdateReason }) {
  const lines = [
    ...references.map(({ field, name, from, to }) => ({
      key: `${field} ${name}`,
      text: `${fieldWords(field)}: ${name} ${versionStep(from, to)}`,
    })),
    ...changes.map((change) => ({
      key: `${change.path} ${change.text}`,
      text: `${change.path === '' ? '' : `${change.path}: `}${change.text}${change.effect === 'breaking' ? ' (breaking)' : ''}`,
    })),
  ]
  return (
    <>
      <ul className={styles.why}>
        {lines.map((line) => (
          <li key={line.key}>{line.text}</li>
        ))}
        {changes.length === maxChanges && <li className="quiet">More may have changed: compare the two versions.</li>}
      </ul>
      {!writable && (
        <Notice look="line" tone="error">
          You may not change this document, so the update will be refused.
        </Notice>
      )}
    </>
  )
}

const versionStep = (from: number, to: number | null): string =>
  to === null ? `v${from} → new draft` : from === to ? `v${from}, changed in place` : `v${from} → v${to}`

/** '“Every Monday at 06:15” of version 3' */
function sentenceOf({ kind, scheduledDate, scheduledTime, repeatPattern, pipeline }: ScheduledJob): string {
  const planned = parsePlannedTime({
    kind,
    scheduledDate: scheduledDate ?? '',
    scheduledTime: scheduledTime ?? '',
    repeatPattern: repeatPattern ?? '',
  })
  return `“${'kind' in planned ? describePlan(planned) : '-'}” of version ${pipeline.version}`
}
