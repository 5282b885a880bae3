import type { Import } from '@millrace/contract'
import { figuresOf } from '@millrace/contract/imports/import-states.rule'
import { formatCount, formatDuration } from '../../ui/format.ts'
import styles from './logbook.module.css'

/** Records in, out and left out under the state of an import; a dash where none are stored. */
export const RecordFigures = ({ imp }: { imp: Pick<Import, 'counts'> }) => (
  <div className={styles.figures}>{recordWords(imp)}</div>
)

/** How long an ended import took; nothing before it ends, and a dash where it never began. */
export function DurationFigure({ imp: { startedAt, endAt } }: { imp: Pick<Import, 'startedAt' | 'endAt'> }) {
  if (endAt === null) return null
  return <div className={styles.figures}>{startedAt === null ? '-' : `took ${formatDuration(startedAt, endAt)}`}</div>
}

function recordWords({ counts }: Pick<Import, 'counts'>): string {
  const figures = figuresOf(counts)
  if (figures === null) return '-'
  const { in: read, out, leftOut } = figures
  return `${formatCount(read)} in, ${formatCount(out)} out, ${formatCount(leftOut)} left out`
}
