import type { Import } from '@millrace/contract'
import type { ImportFigures } from '@millrace/contract/imports/import-states.rule'
import { formatCount, formatDuration } from '../../ui/format.ts'
import styles from './logbook.module.css'

/** Records in, out and left out under the state of a row; a dash where none are stored. */
export const RecordFigures = ({ figures }: { figures: ImportFigures | null }) => (
  <div className={styles.figures}>{figures === null ? '-' : recordWords(figures)}</div>
)

/** How long what has ended took; nothing before it ends, and a dash where it never began. */
export function DurationFigure({ startedAt, endAt }: Pick<Import, 'startedAt' | 'endAt'>) {
  if (endAt === null) return null
  return <div className={styles.figures}>{startedAt === null ? '-' : `took ${formatDuration(startedAt, endAt)}`}</div>
}

const recordWords = ({ in: read, out, leftOut }: ImportFigures): string =>
  `${formatCount(read)} in, ${formatCount(out)} out, ${formatCount(leftOut)} left out`
