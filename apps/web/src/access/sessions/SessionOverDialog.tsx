import { sessionOver } from '../../api/session-over.ts'
import { clearTokens } from '../../api/stored-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** 'Confirm logout', opened by any call that found the session over (SES-044, SES-045); mounted once at the root. */
export function SessionOverDialog({ reload = () => window.location.reload() }: { reload?: () => void }) {
  if (!sessionOver.useIsOpen()) return null
  const logInAgain = () => {
    // A token that another tab got meanwhile is good, and the reload takes it.
    if (sessionOver.isStillStored()) clearTokens()
    reload()
  }
  return (
    <Dialog
      title="Confirm logout"
      tone="warn"
      onCancel={sessionOver.close}
      footer={
        <>
          <Button onClick={sessionOver.close}>Cancel</Button>
          <Button tone="primary" data-first-focus onClick={logInAgain}>
            Re-Login
          </Button>
        </>
      }
    >
      You have been logged out, you can cancel to stay on this page, or log in again
    </Dialog>
  )
}
