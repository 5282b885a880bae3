import type { TfaState, User } from '@millrace/contract'
import { useId } from 'react'
import { Switch } from '../../ui/Switch.tsx'
import { needsPipelines } from './person-draft.ts'
import styles from './person.module.css'
import type { PersonForm } from './use-person-form.ts'

type Props = { form: PersonForm; person: User | null; own: boolean }

const tfaHints: Record<TfaState, string> = {
  off: 'Signs in with the password alone',
  required: 'Sets it up at the next sign-in',
  enrolled: 'Set up: signs in with a code',
}

/** What is on or off of an account; 'Only dealers upload' for role user alone (USR-015, D-40). */
export function PersonSwitches({ form, person, own }: Props) {
  const { draft, change } = form
  const stored = person?.tfa ?? 'off'
  const tfa: TfaState = !draft.tfa ? 'off' : stored === 'enrolled' ? 'enrolled' : 'required'
  return (
    <div className={styles.switches}>
      <OneSwitch
        label="Active"
        on={draft.isActive}
        disabled={own}
        hint={
          own
            ? 'Nobody switches off their own account'
            : draft.isActive
              ? 'May sign in'
              : 'Cannot sign in; sessions end at once'
        }
        onChange={(isActive) => change({ ...draft, isActive })}
      />
      {needsPipelines(draft) && (
        <OneSwitch
          label="Only dealers upload"
          on={!draft.unrestrictedUpload}
          hint={draft.unrestrictedUpload ? 'Pipelines of every data kind' : 'Pipelines of the data kind dealer only'}
          onChange={(only) => change({ ...draft, unrestrictedUpload: !only })}
        />
      )}
      <OneSwitch
        label="Two-factor"
        on={draft.tfa}
        hint={tfaHints[tfa]}
        onChange={(on) => change({ ...draft, tfa: on })}
      />
    </div>
  )
}

type SwitchProps = { label: string; on: boolean; disabled?: boolean; hint: string; onChange: (on: boolean) => void }

function OneSwitch({ label, on, disabled = false, hint, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={on} disabled={disabled} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
      </span>
    </div>
  )
}
