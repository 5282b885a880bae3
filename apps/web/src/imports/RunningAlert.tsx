import { texts } from '@millrace/contract/errors'
import { CrossCircleIcon, WarnIcon } from '../ui/glyphs.tsx'
import styles from './wizard.module.css'

/** Why no import can be started now (IMP-040), and what the server said to the last try. */
export function RunningAlert({ blocked, refused }: { blocked: boolean; refused: string | null }) {
  return (
    <div role="alert" className={styles.alerts}>
      {blocked && (
        <p className={styles.alert}>
          <WarnIcon />
          {texts.importRunning}
        </p>
      )}
      {refused !== null && !(blocked && refused === texts.importRunning) && (
        <p className={`${styles.alert} ${styles.alertError}`}>
          <CrossCircleIcon />
          {refused}
        </p>
      )}
    </div>
  )
}
