import { texts } from '@millrace/contract/errors'
import { Stack } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { CrossCircleIcon, WarnIcon } from '../../ui/glyphs.tsx'
import styles from './wizard.module.css'

type Props = {
  running: boolean
  refused: string | null
  /** Leads to the import that runs. */
  onShow?: () => void
}

/** Why no import can be started now (IMP-040), and what the server said to the last try. */
export function RunningAlert({ running, refused, onShow }: Props) {
  return (
    <Stack role="alert" className={styles.alerts}>
      {running && (
        <p className={styles.alert}>
          <WarnIcon />
          <span>{texts.importRunning}</span>
          {onShow !== undefined && (
            <Button tone="link" onClick={onShow}>
              Show it
            </Button>
          )}
        </p>
      )}
      {refused !== null && !(running && refused === texts.importRunning) && (
        <p className={`${styles.alert} ${styles.alertError}`}>
          <CrossCircleIcon />
          {refused}
        </p>
      )}
    </Stack>
  )
}
