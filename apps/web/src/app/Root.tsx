import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router'
import { PublicPage } from '../access/sessions/PublicPage.tsx'
import { SessionOverDialog } from '../access/sessions/SessionOverDialog.tsx'
import { Dialogs } from '../ui/Dialogs.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Toasts } from '../ui/Toasts.tsx'

/** Around every page: what may appear over it. */
export const Root = () => (
  <>
    <Outlet />
    <Overlays />
  </>
)

const Overlays = () => (
  <>
    <Dialogs />
    <SessionOverDialog />
    <Toasts />
  </>
)

/** When not even the session could be asked for (no server), or a page broke: the reason and Retry. */
export function RootFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PublicPage title="Something unexpected happened.">
        <ErrorPanel error={error} onRetry={retry} />
      </PublicPage>
      <Overlays />
    </>
  )
}
