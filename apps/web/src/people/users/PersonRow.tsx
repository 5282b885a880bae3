import type { User } from '@millrace/contract'
import { type ChangeEvent, memo, useState } from 'react'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { cardArea } from '../../ui/Table.tsx'
import { Avatar } from './Avatar.tsx'
import { BadgeRow } from './BadgeRow.tsx'
import { InvitationTag } from './InvitationTag.tsx'
import { setActive } from './person-actions.ts'
import styles from './people.module.css'

const ownReason = 'Nobody switches off or deletes their own account'

type Props = {
  user: User
  /** Number of the row in the whole table, its heading being 1. */
  row: number
  own: boolean
  picked: boolean
  onPick: (row: number, event: ChangeEvent<HTMLInputElement>) => void
  onOpen: (id: string) => void
  opened: boolean
}

/** One person; a click anywhere but on the boxes opens the dialog (USR-011). Scrolling draws only the rows that come into view. */
export const PersonRow = memo(function PersonRow({ user, row, own, picked, onPick, onOpen, opened }: Props) {
  const [busy, setBusy] = useState(false)
  const toggle = async (on: boolean) => {
    setBusy(true)
    await setActive(user, on)
    setBusy(false)
  }
  return (
    <tr
      className={styles.row}
      aria-rowindex={row}
      data-picked={picked || opened}
      data-inactive={!user.isActive}
      onClick={(event) => {
        if ((event.target as Element).closest('[data-own]') === null) onOpen(user._id)
      }}
    >
      <td className={styles.check} data-own style={cardArea('1 / 1 / span 4')}>
        <input
          type="checkbox"
          aria-label={user.userName}
          checked={picked && !own}
          disabled={own}
          title={own ? ownReason : undefined}
          onChange={(event) => onPick(row, event)}
        />
      </td>
      <td data-column="userName" style={cardArea('1 / 2')}>
        <span className={styles.person}>
          <Avatar firstName={user.firstName} lastName={user.lastName} picture={user.avatar} />
          <button
            type="button"
            className={styles.name}
            title={`${user.firstName} ${user.lastName}`}
            aria-haspopup="dialog"
          >
            {user.userName}
          </button>
        </span>
      </td>
      <td data-quiet title={user.email} style={cardArea('2 / 2')}>
        {user.email}
      </td>
      <td data-quiet data-end style={cardArea('2 / 3')}>
        {user.role}
      </td>
      <td className={styles.badges} style={cardArea('3 / 2 / auto / -1')}>
        <BadgeRow badges={user.admin_tags} />
      </td>
      <td className={styles.badges} style={cardArea('4 / 2 / auto / -1')}>
        <BadgeRow badges={user.project_tags} />
      </td>
      <td data-wide>
        {user.invitation.state === 'accepted' ? <Timestamp at={user.lastSeenDate} /> : <InvitationTag person={user} />}
      </td>
      <td data-own data-end style={cardArea('1 / 3')}>
        <Switch
          aria-label={`${user.userName} is active`}
          title={own ? ownReason : undefined}
          checked={user.isActive}
          disabled={own}
          busy={busy}
          onChange={(on) => void toggle(on)}
        />
      </td>
    </tr>
  )
})
