import type { User } from '@millrace/contract'
import { type ChangeEvent, memo, useState } from 'react'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Avatar } from './Avatar.tsx'
import { BadgeRow } from './BadgeRow.tsx'
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
      <td className={styles.check} data-own>
        <input
          type="checkbox"
          aria-label={user.userName}
          checked={picked && !own}
          disabled={own}
          title={own ? ownReason : undefined}
          onChange={(event) => onPick(row, event)}
        />
      </td>
      <td data-column="userName">
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
      <td data-column="email" title={user.email}>
        {user.email}
      </td>
      <td data-column="role">{user.role}</td>
      <td data-column="admin">
        <BadgeRow badges={user.admin_tags} />
      </td>
      <td data-column="project">
        <BadgeRow badges={user.project_tags} />
      </td>
      <td data-column="lastSeen">
        <Timestamp at={user.lastSeenDate} />
      </td>
      <td data-column="active" data-own>
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
