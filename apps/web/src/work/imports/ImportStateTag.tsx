import type { Import } from '@millrace/contract'
import { isRunning, countLeftOut } from '@millrace/contract/imports/import-states.rule'
import { formatCount } from '../../ui/format.ts'
import { StopIcon } from '../../ui/glyphs.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/**
 * State of an import as icon and word. A completed run that left records out is amber and says how many: it never
 * looks plainly green, so that nobody overlooks the missing records.
 */
export function ImportStateTag({ imp: { state, counts } }: { imp: Pick<Import, 'state' | 'counts'> }) {
  const missing = state === 'completed' ? countLeftOut(counts) : 0
  if (missing > 0) return <StatusTag tone="warn">{`Completed, ${formatCount(missing)} left out`}</StatusTag>
  if (state === 'completed') return <StatusTag tone="ok">completed</StatusTag>
  if (state === 'failed') return <StatusTag tone="error">failed</StatusTag>
  if (state === 'aborted') {
    return (
      <StatusTag tone="warn" icon={StopIcon}>
        aborted
      </StatusTag>
    )
  }
  return <StatusTag tone={isRunning(state) ? 'busy' : 'quiet'}>{state}</StatusTag>
}
