import type { DeployedListener } from '@millrace/contract'
import { stateWords } from './listener-state.ts'
import styles from './listeners.module.css'

/** Dot and word. */
export function ListenerState({ listener }: { listener: Pick<DeployedListener, 'state' | 'paused'> }) {
  const { word, tone } = stateWords(listener)
  return (
    <span className={styles.state} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {word}
    </span>
  )
}
