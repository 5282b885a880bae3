import { useLayoutEffect, useRef } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatClock, formatCount, usePlatformZone } from '../../../ui/format.ts'
import { LevelGlyph, toneOf } from '../../../ui/glyphs.tsx'
import { BenchPanel } from './BenchPanel.tsx'
import type { BenchRun } from './bench-run.ts'
import styles from './bench.module.css'

/** Rows that are drawn; of more lines the newest. */
const maxRows = 2000

/** What the code wrote, as it comes; the end stays in sight until somebody scrolls up. */
export function RunLogs({ run }: { run: BenchRun }) {
  const zone = usePlatformZone()
  const box = useRef<HTMLOListElement>(null)
  const follows = useRef(true)
  const logs = run.state === 'none' ? [] : run.logs
  const shown = logs.slice(-maxRows)
  useLayoutEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [logs.length])
  const scrolled = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    follows.current = scrollHeight - clientHeight - scrollTop < 24
  }
  return (
    <BenchPanel title="Logs" actions={<span className="quiet">{logs.length > 0 && formatCount(logs.length)}</span>}>
      {logs.length === 0 ? (
        <EmptyState text={run.state === 'done' ? 'The code wrote no logs.' : 'What the code logs is shown here.'} />
      ) : (
        <>
          {shown.length < logs.length && (
            <p className="quiet">
              The newest {formatCount(maxRows)} of {formatCount(logs.length)} lines are shown.
            </p>
          )}
          <ol ref={box} className={styles.logs} onScroll={scrolled} tabIndex={0} aria-label="Lines of the test">
            {shown.map(({ level, logDate, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end.
              <li key={logs.length - shown.length + index} data-tone={toneOf[level]} data-level={level}>
                <time dateTime={logDate}>{formatClock(logDate, zone)}</time>
                <span className={styles.level} role="img" aria-label={level}>
                  <LevelGlyph level={level} />
                </span>
                <span className={styles.message}>{message}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </BenchPanel>
  )
}
