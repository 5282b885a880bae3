import { countLines } from '@millrace/contract/documents/line-diff.rule'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './data-stream.module.css'
import { DiffLines } from './DiffLines.tsx'
import { foldUnchanged } from './model/diff-rows.ts'

/**
 * How the newest draft of a pipeline (staging) differs from its newest locked version (production), with the component:
 * the lines of both, coloured and signed, and how many came and went (PIP-011, D-107).
 */
export function DataStreamDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(
    'POST /pipelines/compareDataStream',
    { body: { id }, quiet: true },
    { staleTime: 0, gcTime: 0 },
  )
  const [all, setAll] = useState(false)
  const counts = useMemo(() => data && countLines(data), [data])
  const rows = useMemo(() => (data === undefined ? [] : foldUnchanged(data, all)), [data, all])
  const isSame = counts !== undefined && counts.added + counts.removed === 0
  return (
    <Dialog
      title="Difference between DataStream production and staging"
      width="full"
      hasCloseIcon
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data === undefined && error === null && <SkeletonRows rows={12} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && counts !== undefined && (
        <div className={styles.comparison}>
          <Bar className={styles.controls ?? ''}>
            <span role="status">{wordsOf(data, counts)}</span>
            {!isSame && (
              <label className={styles.option}>
                <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
                Show all lines
              </label>
            )}
          </Bar>
          {isSame ? <EmptyState text="Production and staging are the same." /> : <DiffLines rows={rows} />}
        </div>
      )}
    </Dialog>
  )
}

function wordsOf(lines: readonly string[], { added, removed }: { added: number; removed: number }): string {
  if (added === lines.length && added > 0) return `Nothing is in production yet: ${plural(added)} of staging`
  if (removed === lines.length && removed > 0) return `There is no draft: ${plural(removed)} of production`
  return `${plural(added)} added, ${plural(removed)} removed`
}

const plural = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`
