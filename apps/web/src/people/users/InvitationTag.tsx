import type { User } from '@millrace/contract'
import { formatDate, usePlatformZone } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Props = { person: Pick<User, 'invitation' | 'lastSeenDate'> }

/**
 * How far a person is with choosing a password: 'Invited', or 'Password reset' for who had one, with the moment as its
 * title; 'Link expired'; 'Accepted'.
 */
export function InvitationTag({ person: { invitation, lastSeenDate } }: Props) {
  const { state, at } = invitation
  const zone = usePlatformZone()
  if (state === 'accepted') return <StatusTag tone="ok">Accepted</StatusTag>
  const title = at === null ? 'No link is left' : `The newest link is of ${formatDate(at, zone)} (${zone})`
  return (
    <StatusTag tone={state === 'open' ? 'quiet' : 'warn'} title={title}>
      {state === 'expired' ? 'Link expired' : lastSeenDate === null ? 'Invited' : 'Password reset'}
    </StatusTag>
  )
}
