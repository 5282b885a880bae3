import { texts } from '@millrace/contract/errors'
import { Notice } from '../../ui/Notice.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'

type Props = {
  running: boolean
  refused: string | null
  /** Leads to the import that runs. */
  onShow?: () => void
}

/** Why no import can be started now (IMP-040), and what the server said to the last try. */
export function RunningAlert({ running, refused, onShow }: Props) {
  return (
    <Stack role="alert">
      {running && (
        <Notice>
          <span>{texts.importRunning}</span>
          {onShow !== undefined && (
            <Button tone="link" onClick={onShow}>
              Show it
            </Button>
          )}
        </Notice>
      )}
      {refused !== null && !(running && refused === texts.importRunning) && <Notice tone="error">{refused}</Notice>}
    </Stack>
  )
}
