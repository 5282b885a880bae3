import type { VersionRecord } from '@millrace/contract'
import { versionLabel } from '@millrace/contract/versions/version.rule'
import { useId, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatDate } from '../../ui/format.ts'
import { Bar } from '../../ui/Layout.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { type CompareCounts, compareJson, onlyDifferences } from './compare-json.ts'
import { CompareLines } from './CompareLines.tsx'
import styles from './compare.module.css'

type Props = {
  name: string
  /** Newest first, at least two. */
  versions: readonly VersionRecord[]
  /** The version on screen. */
  current: string
  /** Makes a new draft of a locked version; absent where this person may not. */
  onRestore?: ((version: VersionRecord) => void) | undefined
  onClose: () => void
}

/** Any two versions of a document by structure, side by side or inline; contents are asked for when it opens. */
export function CompareDialog({ name, versions, current, onRestore, onClose }: Props) {
  const [ids, setIds] = useState(() => firstPair(versions, current))
  const mobile = useMobile()
  const [inline, setInline] = useState(mobile)
  const [all, setAll] = useState(false)
  const older = useContent(ids.older)
  const newer = useContent(ids.newer)
  const [from, to] = [older.data, newer.data]
  const comparison = useMemo(
    () => (from === undefined || to === undefined ? undefined : compareJson(from.content, to.content)),
    [from, to],
  )
  const lines = useMemo(
    () => (all ? comparison?.lines : comparison && onlyDifferences(comparison.lines)) ?? [],
    [comparison, all],
  )
  const failed = [older, newer].find(({ error }) => error !== null)
  const restorable = versions.find(({ _id, vLocked }) => _id === ids.older && vLocked)
  const differ = comparison !== undefined && Object.values(comparison.counts).some((count) => count > 0)
  return (
    <Dialog
      title={`Compare versions of ${name}`}
      width={95}
      onCancel={onClose}
      footer={
        <>
          {onRestore !== undefined && restorable !== undefined && (
            <Button onClick={() => onRestore(restorable)}>Restore version {restorable.version} as new draft</Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Bar className={styles.controls}>
        <VersionSelect
          label="From"
          value={ids.older}
          versions={versions}
          onChange={(id) => setIds({ ...ids, older: id })}
        />
        <VersionSelect
          label="To"
          value={ids.newer}
          versions={versions}
          onChange={(id) => setIds({ ...ids, newer: id })}
        />
        <Button tone="link" onClick={() => setIds({ older: ids.newer, newer: ids.older })}>
          Swap
        </Button>
        <label className={styles.option}>
          <input type="checkbox" checked={inline} onChange={(event) => setInline(event.target.checked)} />
          Inline
        </label>
        <label className={styles.option}>
          <input type="checkbox" checked={!all} onChange={(event) => setAll(!event.target.checked)} />
          Only differences
        </label>
        {comparison !== undefined && (
          <span role="status" className={styles.counts}>
            {countWords(comparison.counts)}
          </span>
        )}
      </Bar>
      {comparison === undefined && failed === undefined && <SkeletonRows rows={8} />}
      {comparison === undefined && failed?.error && (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {comparison !== undefined && !differ && !all && (
        <EmptyState
          text={ids.older === ids.newer ? 'Choose two versions to compare.' : 'These versions hold the same.'}
        />
      )}
      {comparison !== undefined && (differ || all) && <CompareLines lines={lines} inline={inline} />}
    </Dialog>
  )
}

const useContent = (id: string) => useCall('GET /documents/content', { query: { id }, quiet: true }, { gcTime: 0 })

/** The version on screen with the one it was copied from, else with its neighbour in the list. */
function firstPair(versions: readonly VersionRecord[], current: string): { older: string; newer: string } {
  const at = Math.max(
    0,
    versions.findIndex(({ _id }) => _id === current),
  )
  const shown = versions[at]
  const parent = versions.find(({ _id }) => shown?.vParents.includes(_id))
  const other = parent ?? versions[at + 1]
  if (shown === undefined || other !== undefined) return { older: other?._id ?? current, newer: current }
  return { older: current, newer: versions[at - 1]?._id ?? current }
}

/** '2 added, 1 removed, 3 changed, 1 moved' */
function countWords(counts: CompareCounts): string {
  const words = (['added', 'removed', 'changed', 'moved'] as const).flatMap((state) =>
    counts[state] > 0 ? [`${counts[state]} ${state}`] : [],
  )
  return words.length === 0 ? 'No differences' : words.join(', ')
}

type SelectProps = {
  label: string
  value: string
  versions: readonly VersionRecord[]
  onChange: (id: string) => void
}

function VersionSelect({ label, value, versions, onChange }: SelectProps) {
  const id = useId()
  return (
    <span className={styles.select}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={styles.chosen} value={value} onChange={(event) => onChange(event.target.value)}>
        {versions.map(({ _id, version, vLocked, lastUpdateDate }) => (
          <option key={_id} value={_id}>
            {versionLabel(version, formatDate(lastUpdateDate))} ({vLocked ? 'Prod' : 'Draft'})
          </option>
        ))}
      </select>
    </span>
  )
}
