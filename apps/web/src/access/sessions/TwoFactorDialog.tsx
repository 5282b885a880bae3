import { RecoveryCodes } from './RecoveryCodes.tsx'
import { tfa } from './tfa-state.ts'
import { TwoFactorForm } from './TwoFactorForm.tsx'

type Props = {
  /** The person is in: tokens are stored, and recovery codes, if any, were taken care of. */
  onSignedIn: () => void
  /** The challenge is over; the text says why. */
  onExpired: (text: string) => void
  /** Fetches the code of the pages inside. */
  prefetch: () => void
}

/** Over the login page: a code, and after an enrolment the recovery codes (SES-008, SES-013). */
export function TwoFactorDialog({ onSignedIn, onExpired, prefetch }: Props) {
  const { recoveryCodes } = tfa.use()
  const done = () => {
    tfa.dismiss()
    onSignedIn()
  }
  if (recoveryCodes.length > 0) return <RecoveryCodes codes={recoveryCodes} onStored={done} />
  return <TwoFactorForm onSignedIn={done} onExpired={onExpired} prefetch={prefetch} />
}
