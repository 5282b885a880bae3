import type { Invitation } from '@millrace/contract'
import { formatDate, usePlatformZone } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** How far a person is with their first password: 'Invited', with the moment as its title, 'Link expired' or 'Accepted'. */
export function InvitationTag({ invitation: { state, at } }: { invitation: Invitation }) {
  const zone = usePlatformZone()
  if (state === 'accepted') return <StatusTag tone="ok">Accepted</StatusTag>
  const title = at === null ? 'No link is left' : `The newest link is of ${formatDate(at, zone)} (${zone})`
  return (
    <StatusTag tone={state === 'open' ? 'quiet' : 'warn'} title={title}>
      {state === 'open' ? 'Invited' : 'Link expired'}
    </StatusTag>
  )
}
