import type { User } from '@millrace/contract'
import { roles } from '@millrace/contract/roles'
import styles from './people.module.css'
import { type AccountState, accountStates, heldBadges, type PeopleFilter, tfaStates } from './people-filter.ts'

type Props = {
  people: readonly User[]
  filter: PeopleFilter
  onFilter: (changed: Partial<Record<keyof PeopleFilter, string | null>>) => void
}

const stateNames: Record<AccountState, string> = {
  active: 'Active',
  inactive: 'Not active',
  unseen: 'Never signed in',
  invited: 'Invited or reset',
  expired: 'Link expired',
}

const tfaNames: Record<User['tfa'], string> = {
  enrolled: 'Two-factor set up',
  required: 'Two-factor not set up yet',
  off: 'No two-factor',
}

/** Which people are listed: by role, account and badge. */
export function PeopleFilters({ people, filter, onFilter }: Props) {
  return (
    <div className={styles.filters}>
      <Choice
        label="Filter by role"
        all="All roles"
        value={filter.role}
        options={roles.map((role) => [role, role])}
        onChoose={(role) => onFilter({ role })}
      />
      <Choice
        label="Filter by account"
        all="All accounts"
        value={filter.state}
        options={accountStates.map((state) => [state, stateNames[state]])}
        onChoose={(state) => onFilter({ state })}
      />
      <Choice
        label="Filter by two-factor"
        all="Any two-factor"
        value={filter.tfa}
        options={tfaStates.map((tfa) => [tfa, tfaNames[tfa]])}
        onChoose={(tfa) => onFilter({ tfa })}
      />
      <Choice
        label="Filter by badge"
        all="All badges"
        value={filter.badge}
        options={heldBadges(people).map(({ _id, name }) => [_id, name])}
        onChoose={(badge) => onFilter({ badge })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  all: string
  value: string | null
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string | null) => void
}

function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
  return (
    <label>
      <span className="visually-hidden">{label}</span>
      <select className={styles.select} value={value ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{all}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
