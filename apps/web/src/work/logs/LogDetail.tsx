import type { Log } from '@millrace/contract'
import { Button } from '../../ui/Button.tsx'
import { formatClock, formatDay } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/glyphs.tsx'
import styles from './live-logs.module.css'

/** One line whole, with its line ends: what a row has no room for. */
export function LogDetail({ line, zone, onClose }: { line: Log; zone: string; onClose: () => void }) {
  return (
    <section className={styles.detail} aria-label="The whole line">
      <div className={styles.detailHead}>
        <span className={styles.time}>
          {formatDay(line.logDate, zone)} {formatClock(line.logDate, zone)}
        </span>
        <span>{line.level}</span>
        <span className={styles.detailSource}>{line.dataSubKind}</span>
        <Button tone="bare" aria-label="Close the line" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <p className={styles.detailText} tabIndex={0}>
        {line.message}
      </p>
    </section>
  )
}
