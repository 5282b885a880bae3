import type { User } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { AfterDelete, AfterPasswordReset, AfterTfaReset } from './Consequences.tsx'
import { deletePerson, resetPassword, resetTfa } from './person-actions.ts'

type Props = {
  person: User
  own: boolean
  disabled: boolean
  onGone: () => void
  onLike?: ((id: string) => void) | undefined
}

/** What may be done to an existing account besides its fields (USR-017). Nobody deletes themselves (D-35). */
export function AccountActions({ person, own, disabled, onGone, onLike }: Props) {
  const [busy, setBusy] = useState(false)
  const run = async (
    action: (id: string, detail: ReactNode) => Promise<boolean>,
    After: (props: { person: User }) => ReactNode,
    then?: () => void,
  ) => {
    setBusy(true)
    const done = await action(person._id, <After person={person} />)
    setBusy(false)
    if (done) then?.()
  }
  const off = busy || disabled
  return (
    <>
      <Button
        disabled={off}
        title="Ends the person's sessions; a link lets them choose a new password"
        onClick={() => void run(resetPassword, AfterPasswordReset)}
      >
        Reset password
      </Button>
      <Button
        disabled={off}
        title="Forgets the person's authenticator and recovery codes; the next sign-in sets them up again"
        onClick={() => void run(resetTfa, AfterTfaReset)}
      >
        Reset TFA
      </Button>
      {onLike !== undefined && (
        <Button
          disabled={off}
          title="Opens a new user with the role, badges and pipelines of this one"
          onClick={() => onLike(person._id)}
        >
          Create like …
        </Button>
      )}
      {!own && (
        <Button tone="danger" disabled={off} onClick={() => void run(deletePerson, AfterDelete, onGone)}>
          Delete User
        </Button>
      )}
    </>
  )
}
