import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { usePlatformZone } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { weekdayOf } from './plan-days.ts'
import styles from './schedules.module.css'

const shownAtFirst = 3

type Props = {
  sentence: string
  /** ISO instants; undefined while they are not known. */
  runs: readonly string[] | undefined
  /** Nothing runs by a time: only the sentence is shown. */
  timeless?: boolean
  /** Beside the runs: what their times are counted in. */
  note: ReactNode
}

/** The plan as a sentence, with its next three runs unfolding to ten. */
export function PlanPreview({ sentence, runs, timeless = false, note }: Props) {
  const [open, setOpen] = useState(false)
  const zone = usePlatformZone()
  const shown = runs?.slice(0, open ? undefined : shownAtFirst)
  return (
    <div className={styles.preview}>
      <p className={styles.sentence}>{sentence}</p>
      {!timeless && (
        <div className={styles.runs}>
          <span className="quiet">{runs?.length === 1 ? 'Runs' : 'Next runs'}</span>
          {shown !== undefined && (
            <ol aria-label="Next runs">
              {shown.map((at) => (
                <li key={at}>
                  {weekdayOf(at, zone)} <Timestamp at={at} />
                </li>
              ))}
            </ol>
          )}
          {runs !== undefined && runs.length > shownAtFirst && (
            <Button tone="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Show three' : `Show ${runs.length}`}
            </Button>
          )}
          <span className="quiet">{note}</span>
        </div>
      )}
    </div>
  )
}
