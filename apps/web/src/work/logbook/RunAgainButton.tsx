import type { Import } from '@millrace/contract'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { RunIcon } from '../../ui/glyphs.tsx'
import { startPlan } from '../imports/start-plan.ts'

type Props = { imp: Import; onStarted: (importId: string) => void }

/** Starts the pipeline of an ended import once more; absent before it ends and for those who may not start it. */
export function RunAgainButton({ imp, onStarted }: Props) {
  const [busy, setBusy] = useState(false)
  const may = useMay('POST /imports')
  if (!may || !isEnded(imp.state)) return null
  const run = async () => {
    if (!(await confirm(`Run ${imp.pipeline.name} again now?`, <WhatHappens imp={imp} />))) return
    setBusy(true)
    try {
      const [started] = await startPlan(imp.pipeline._id, { kind: 'immediate' }, null)
      if (started !== undefined) onStarted(started)
    } catch (error) {
      // Shown as a toast already.
      console.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={busy} onClick={() => void run()}>
      <RunIcon style={{ verticalAlign: '-3px' }} /> Run again
    </Button>
  )
}

/** What a new import reads and writes, and that the old one stays. */
function WhatHappens({ imp: { pipeline } }: { imp: Import }) {
  const sinks = pipeline.dataSinks.map(({ name }) => name).join(', ')
  return (
    <p className="note">
      {`A new import of version ${pipeline.version} begins at once. It reads the latest uploads, which may be newer than those of this import, and writes ${sinks === '' ? 'no destination' : `to ${sinks}`}. This import stays in the logbook.`}
    </p>
  )
}
