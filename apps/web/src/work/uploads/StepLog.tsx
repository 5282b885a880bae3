import { formatClock } from '../../ui/format.ts'
import { LevelGlyph } from '../../ui/glyphs.tsx'
import styles from './uploads.module.css'

/** A line the screen itself writes, e.g. about files that could not be sent; `at` is an ISO text. */
export type StepLine = { at: string; level: 'error' | 'warn'; message: string }

export const stepLine = (level: StepLine['level'], message: string): StepLine => ({
  at: new Date().toISOString(),
  level,
  message,
})

/** What went wrong in this step, newest last; announced, because Next stays blocked (UPL-016). */
export function StepLog({ lines }: { lines: readonly StepLine[] }) {
  return (
    <div role="alert">
      {lines.length > 0 && (
        <ul className={styles.stepLog} aria-label="Messages of this step">
          {lines.map((line) => (
            <li key={`${line.at} ${line.message}`} data-tone={line.level}>
              <span>{formatClock(line.at)}</span>
              <LevelGlyph level={line.level} />
              <span>{line.message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
