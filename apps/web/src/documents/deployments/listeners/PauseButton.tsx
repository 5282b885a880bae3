import type { DeployedListener } from '@millrace/contract'
import { useState } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { call } from '../../../api/call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { refreshDeployments } from '../un-publish.ts'

/** Takes no further messages until it goes on; what was sent meanwhile waits where it is. */
export function PauseButton({ listener: { _id, paused, pipelineId } }: { listener: DeployedListener }) {
  const [busy, setBusy] = useState(false)
  if (!useMay('POST /pipelines/deployed-listener/{id}/pause') || pipelineId === null) return null
  const toggle = async () => {
    setBusy(true)
    await call('POST /pipelines/deployed-listener/{id}/pause', { params: { id: _id }, body: { paused: !paused } }).then(
      () => toast.success(paused ? 'The listener goes on' : 'The listener is paused'),
      () => undefined,
    )
    await refreshDeployments('listener')
    setBusy(false)
  }
  return (
    <Button disabled={busy} onClick={() => void toggle()}>
      {paused ? 'Go on' : 'Pause'}
    </Button>
  )
}
