import type { Role, User } from '@millrace/contract'
import type { PersonField } from '@millrace/contract/users/user.rule'
import { userNameOf } from '@millrace/contract/users/username.rule'
import { useId } from 'react'
import { Field } from '../../ui/Field.tsx'
import { type PersonDraft, withRole } from './person-draft.ts'
import { PersonInvitation } from './PersonInvitation.tsx'
import { PersonSwitches } from './PersonSwitches.tsx'
import styles from './person.module.css'
import { PictureField } from './PictureField.tsx'
import type { PersonForm } from './use-person-form.ts'

type Props = { form: PersonForm; person: User | null; own: boolean }

const ownRole = 'Nobody changes their own role'

/** First name, last name, email, username, role, service, picture and switches (USR-014, USR-015). */
export function PersonFields({ form, person, own }: Props) {
  const id = useId()
  const { draft, mistakes, change, decideNavigation } = form
  const set = (part: Partial<PersonDraft>) => change({ ...draft, ...part })
  const userName = person?.userName ?? shownUserName(draft)
  const roles: readonly Role[] =
    draft.role === null || form.roles.includes(draft.role) ? form.roles : [draft.role, ...form.roles]

  const text = (
    field: Exclude<PersonField, 'role'>,
    label: string,
    more: { type?: string; first?: boolean; wide?: boolean } = {},
  ) => (
    <Field
      id={`${id}-${field}`}
      label={label}
      required
      mistake={mistakes[field]}
      className={more.wide ? styles.wide : undefined}
    >
      <input
        id={`${id}-${field}`}
        type={more.type ?? 'text'}
        className={styles.input}
        data-field={field}
        {...(more.first && person === null ? { 'data-first-focus': true } : {})}
        value={draft[field]}
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={mistakes[field] !== undefined}
        aria-describedby={`${id}-${field}-mistake`}
        onChange={(event) => set({ [field]: event.target.value })}
        onBlur={() => decideNavigation(field)}
      />
    </Field>
  )

  return (
    <fieldset className={styles.person} aria-label="Person">
      {text('firstName', 'First name', { first: true })}
      {text('lastName', 'Last name')}
      {text('email', 'Email', { type: 'email', wide: true })}
      <Field
        id={`${id}-username`}
        label="Username"
        className={styles.wide}
        hint={person === null ? 'A number follows if it is taken' : undefined}
      >
        <input id={`${id}-username`} className={styles.input} value={userName} readOnly tabIndex={-1} />
      </Field>
      <Field id={`${id}-role`} label="Role" required mistake={mistakes.role} hint={own ? ownRole : undefined}>
        <select
          id={`${id}-role`}
          className={styles.input}
          data-field="role"
          value={draft.role ?? ''}
          disabled={own}
          required
          aria-invalid={mistakes.role !== undefined}
          aria-describedby={`${id}-role-mistake`}
          onChange={(event) => change(withRole(draft, event.target.value as Role))}
          onBlur={() => decideNavigation('role')}
        >
          {draft.role === null && <option value="">Select a role</option>}
          {roles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
      </Field>
      <Field id={`${id}-service`} label="Service">
        <input
          id={`${id}-service`}
          className={styles.input}
          value={draft.service}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => set({ service: event.target.value })}
        />
      </Field>
      {person !== null && <PersonInvitation person={person} />}
      <PersonSwitches form={form} person={person} own={own} />
      <PictureField form={form} />
    </fieldset>
  )
}

/** The user name while it is being typed; the dot alone would look like one. */
const shownUserName = ({ firstName, lastName }: PersonDraft): string =>
  firstName.trim() === '' && lastName.trim() === '' ? '' : userNameOf(firstName, lastName)
