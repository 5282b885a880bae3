import type { Import } from '@millrace/contract'
import { isRunning } from '@millrace/contract/imports/import-states.rule'
import { useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { StopIcon } from '../../ui/glyphs.tsx'
import { stopImport } from './stop-import.ts'

type Props = {
  imp: Pick<Import, '_id' | 'pipeline' | 'state'>
  /** Only the icon, as in table rows; its name still says what is stopped. */
  iconOnly?: boolean
}

/** Stops an import; absent in states that do not run (IMP-044) and for those who may not. */
export function StopButton({ imp, iconOnly = false }: Props) {
  const [busy, setBusy] = useState(false)
  const may = useMay('POST /imports/abort')
  if (!may || !isRunning(imp.state)) return null
  const stop = async () => {
    setBusy(true)
    await stopImport(imp)
    setBusy(false)
  }
  return (
    <Button
      tone={iconOnly ? 'link' : 'plain'}
      disabled={busy}
      aria-label={`Stop the import of ${imp.pipeline.name}`}
      title={`Stop the import of ${imp.pipeline.name}`}
      onClick={(event) => {
        // In a table row the click must not pick the row as well.
        event.stopPropagation()
        void stop()
      }}
    >
      <StopIcon style={{ verticalAlign: '-3px' }} />
      {iconOnly ? null : ' Stop'}
    </Button>
  )
}
