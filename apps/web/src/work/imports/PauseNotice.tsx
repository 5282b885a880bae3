import type { ImportPause } from '@millrace/contract'
import { describePause } from '@millrace/contract/imports/pause.rule'
import { Notice } from '../../ui/Notice.tsx'

/** Why nothing begins at the moment, for whoever starts or plans an import. */
export const PauseNotice = ({ pause, className = '' }: { pause: ImportPause | null; className?: string }) =>
  pause === null ? null : (
    <Notice role="status" className={className}>
      {describePause(pause.reason)}
    </Notice>
  )
