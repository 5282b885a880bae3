import type { Import, ImportPause, RunCounts } from '@millrace/contract'
import { isUnderWay, progressOf } from '@millrace/contract/imports/import-states.rule'
import { useEffect, useState } from 'react'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatCount, formatDuration } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { KeepRecord } from '../uploads/KeepRecord.tsx'
import { TableScroll } from '../uploads/TableScroll.tsx'
import uploads from '../uploads/uploads.module.css'
import { explainCounts } from './count-words.ts'
import { failedRecordOf } from './failed-record.ts'
import { ImportStateTag } from './ImportStateTag.tsx'
import { PauseNotice } from './PauseNotice.tsx'
import { RanWithFacts } from './RanWithFacts.tsx'
import { FileList, useRunFiles } from './RunFiles.tsx'
import styles from './wizard.module.css'

type Props = {
  imp: Import
  /** Why no import begins; absent where that is not known. */
  pause?: ImportPause | null
}

/**
 * One import as a person asks about it: whether it went well and where the result is, then how many records came out and
 * why, when it ran and what it read; what only a technician asks, folded at the end.
 */
export function RunFacts({ imp, pause = null }: Props) {
  const failed = failedRecordOf(imp)
  const files = useRunFiles(imp)
  return (
    <>
      {imp.problem !== null && (
        <Notice tone="error" className={styles.problem}>
          <span>{imp.problem}</span>
        </Notice>
      )}
      {hasNotBegun(imp) && <PauseNotice pause={pause} className={styles.problem} />}
      {failed !== null && (
        <div className={styles.section}>
          <KeepRecord
            uploadId={failed.uploadId}
            place={{ row: failed.row }}
            label={`Keep row ${failed.row} as test case`}
          />
        </div>
      )}
      <div className={styles.section}>
        <Facts>
          <Fact name="State">
            <ImportStateTag imp={imp} />
          </Fact>
          <Fact name="Duration">
            <Duration imp={imp} />
          </Fact>
          <ReadSoFar imp={imp} />
        </Facts>
        {pause === null && isWaiting(imp) && <p className="note">Waiting. It starts as soon as a worker is free.</p>}
      </div>
      {files.error !== null && <ErrorPanel error={files.error} onRetry={files.refetch} />}
      <FileList title="Output files" files={files.outputs} />
      <RunCountsTables imp={imp} />
      <div className={styles.section}>
        <Facts>
          <Fact name="Scheduled at">
            <Timestamp at={imp.scheduledAt} />
          </Fact>
          <Fact name="Started at">
            <Timestamp at={imp.startedAt} />
          </Fact>
          <Fact name="End at">
            <Timestamp at={imp.endAt} />
          </Fact>
          <Fact name="User">{imp.user.userName}</Fact>
        </Facts>
      </div>
      <FileList title="Input files" files={files.inputs} />
      {imp.ranWith !== null && <RanWithFacts importId={imp._id} ranWith={imp.ranWith} />}
    </>
  )
}

/** Told by pushes, so that the notice goes as soon as the import begins. */
export const hasNotBegun = ({ state }: Import): boolean => state === 'pending' || state === 'sequential'

/** Due, yet not begun: all workers are busy, or its server was away. */
const isWaiting = ({ state, startedAt, scheduledAt }: Import): boolean =>
  state === 'pending' && startedAt === null && Date.parse(scheduledAt) <= Date.now()

/** While it runs: how many records of its files it has read, of all. */
function ReadSoFar({ imp: { state, counts } }: { imp: Import }) {
  const progress = isUnderWay(state) ? progressOf(counts) : null
  if (progress === null) return null
  const words = `${formatCount(progress.read)} of ${formatCount(progress.total)} records`
  const percent = Math.floor((progress.read / progress.total) * 100)
  return (
    <Fact name="Read so far">
      {words}
      <div
        className={uploads.progress}
        role="progressbar"
        aria-label="Read so far"
        aria-valuenow={percent}
        aria-valuetext={words}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </Fact>
  )
}

/** How long it took or, while it runs, takes by now. */
function Duration({ imp: { state, startedAt, endAt } }: { imp: Import }) {
  const [now, setNow] = useState(Date.now)
  const running = isUnderWay(state) && startedAt !== null && endAt === null
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  if (startedAt === null) return '-'
  if (endAt !== null) return formatDuration(startedAt, endAt)
  if (!running) return '-'
  // Whole seconds; clocks of two machines may differ.
  const seconds = Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000))
  return formatDuration(startedAt, new Date(Date.parse(startedAt) + seconds * 1000).toISOString())
}

const numbers = (title: string): Column => ({ title, className: uploads.number })

/** Records in and out; what was left out stands in amber, so that a partial success is seen. */
function RunCountsTables({ imp }: { imp: Import }) {
  const { counts } = imp
  const sources = Object.entries(counts.sources)
  const sinks = Object.entries(counts.sinks)
  if (sources.length + sinks.length === 0) return null
  return (
    <div className={styles.section}>
      <h3>Records</h3>
      <CountWords sentences={explainCounts(imp)} />
      <TableScroll label="Records">
        <Table
          label="Records"
          look="plain"
          className={uploads.stacked}
          cards="auto"
          headless
          columns={['Where', numbers('Read'), numbers('Left out'), numbers('Passed on'), 'Changes']}
        >
          {sources.map(([name, count]) => (
            <CountLine key={name} name={name} kind="source" count={count} />
          ))}
          {sinks.map(([name, count]) => (
            <CountLine key={name} name={name} kind="destination" count={count} />
          ))}
        </Table>
      </TableScroll>
    </div>
  )
}

/** How many came out of how many, and why. */
const CountWords = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 0 ? null : <p className={styles.why}>{sentences.join(' ')}</p>

function CountLine({ name, kind, count }: { name: string; kind: string; count: RunCounts }) {
  return (
    <tr>
      <td className={uploads.word}>
        {name} <span className="note">{kind}</span>
      </td>
      <td className={uploads.number} data-label="Read">
        {formatCount(count.read)}
      </td>
      <td className={`${uploads.number} ${count.rejected > 0 ? uploads.amber : ''}`} data-label="Left out">
        {formatCount(count.rejected)}
      </td>
      <td className={uploads.number} data-label="Passed on">
        {formatCount(count.written)}
      </td>
      <td data-label="Changes">{changeWords(count)}</td>
    </tr>
  )
}

/** '150 created, 5 changed, 2 unchanged', or a dash where nothing compares. */
function changeWords({ created, changed, unchanged, deleted }: RunCounts): string {
  const parts: [number | undefined, string][] = [
    [created, 'created'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [deleted, 'deleted'],
  ]
  const words = parts.flatMap(([count, word]) => (count === undefined ? [] : [`${formatCount(count)} ${word}`]))
  return words.length === 0 ? '-' : words.join(', ')
}
