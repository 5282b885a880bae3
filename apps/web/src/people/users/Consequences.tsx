import type { TfaState, User } from '@millrace/contract'
import { useSession } from '../../access/sessions/use-session.ts'
import styles from './people.module.css'
import type { BulkAction } from './person-actions.ts'

type Person = Pick<User, 'firstName' | 'lastName' | 'userName'>

/** People named in a question; of more only how many. */
const maxNamed = 8

const Who = ({ person: { firstName, lastName, userName } }: { person: Person }) => (
  <strong>
    {firstName} {lastName} ({userName})
  </strong>
)

/** What 'Reset password' does, and how the link reaches the person. */
export function AfterPasswordReset({ person }: { person: User }) {
  const { sendsMail } = useSession()
  return (
    <p className={styles.consequences}>
      <Who person={person} /> is signed out everywhere, and the present password stops working.{' '}
      {sendsMail ? (
        <>
          A link to choose a new one, good once and for 24 hours, is mailed to <strong>{person.email}</strong>.
        </>
      ) : (
        'No mail server is set up here: copy a link to choose a new one afterwards, in this dialog, and hand it over.'
      )}
    </p>
  )
}

const tfaWords: Record<TfaState, string> = {
  off: 'signs in with the password alone: there is nothing to set up anew.',
  required: 'has not set it up yet and is asked to at the next sign-in.',
  enrolled:
    'sets it up anew at the next sign-in: the authenticator and the recovery codes of today stop working. Open sessions go on.',
}

/** What 'Reset TFA' does. */
export const AfterTfaReset = ({ person }: { person: User }) => (
  <p className={styles.consequences}>
    <Who person={person} /> {tfaWords[person.tfa]}
  </p>
)

/** Who is deleted, and what stays. */
export const AfterDelete = ({ person }: { person: User }) => (
  <p className={styles.consequences}>
    <Who person={person} /> is signed out everywhere and cannot come back. History keeps the name, and plans they made
    go on running.
  </p>
)

const bulkWords: Record<BulkAction, string> = {
  activate: 'They may sign in again.',
  'de-activate': 'They are signed out everywhere and cannot sign in.',
  delete:
    'They are signed out everywhere and cannot come back. History keeps their names, and their plans go on running.',
}

/** Whom a change of many concerns, and what follows. */
export function AfterBulk({ action, people }: { action: BulkAction; people: readonly Person[] }) {
  const named = people.slice(0, maxNamed).map(({ userName }) => userName)
  const more = people.length - named.length
  return (
    <p className={styles.consequences}>
      <strong>
        {people.length.toLocaleString('en')} users: {named.join(', ')}
        {more > 0 && ` and ${more.toLocaleString('en')} more`}.
      </strong>{' '}
      {bulkWords[action]}
    </p>
  )
}
