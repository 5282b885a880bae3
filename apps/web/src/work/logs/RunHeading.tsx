import { formatDate } from '../../ui/format.ts'
import styles from './live-logs.module.css'

/** What an upload or import is called, and its time (ISO text); without one, its first line tells it. */
export type NameRun = (id: string) => { name: string; at?: string }

export type Heading = { name: string; at: string }

type Props = { heading: Heading | null; zone: string }

/** The line that sets the lines of an upload or import apart from those before. `top`: its place in px. */
export const RunHeading = ({ heading, top, zone }: Props & { top: number }) => (
  <h3 className={`${styles.heading} ${styles.place}`} style={{ transform: `translateY(${top}px)` }}>
    <Words heading={heading} zone={zone} />
  </h3>
)

/** The same on top of the list, while what begins the run is scrolled out of sight. */
export const PinnedHeading = ({ heading, zone }: Props) => (
  <div className={styles.pin} aria-hidden="true">
    <div className={styles.heading}>
      <Words heading={heading} zone={zone} />
    </div>
  </div>
)

const Words = ({ heading, zone }: Props) =>
  heading !== null && (
    <>
      <span className={styles.headingName}>{heading.name}</span>
      <time dateTime={heading.at} title={`${zone} (${heading.at})`}>
        {formatDate(heading.at, zone)}
      </time>
    </>
  )
