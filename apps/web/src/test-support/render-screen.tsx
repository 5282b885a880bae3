import type { Role } from '@millrace/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../api/use-call.ts'
import { parseSearch, stringifySearch } from '../routing/address.ts'
import { startSession } from '../access/sessions/session.ts'
import { sessionInfo } from './sessions.ts'
import { Dialogs } from '../ui/Dialogs.tsx'
import { toast } from '../state/toasts.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { fakeLive } from './fake-live.ts'

type Options = { at: string; as?: Role; socket?: 'live' | 'lost' }

/**
 * Draws a screen for tests, at an address such as '/import/upload?step=2', for a person of the role, with dialogs and
 * toasts but without the frame. `address()` is where the person is now; other pages are blank.
 */
export function renderScreen(Screen: () => ReactNode, { at, as = 'manager', socket = 'live' }: Options) {
  queryClient.clear()
  toast.closeAll()
  fakeLive.begin(socket)
  startSession(sessionInfo(as))
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <Dialogs />
        <Toasts />
      </QueryClientProvider>
    ),
  })
  const path = at.split('?')[0] as string
  const page = createRoute({ getParentRoute: () => root, path, component: Screen })
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>another page</p> })
  const router = createRouter({
    routeTree: root.addChildren([page, other]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
  const drawn = render(<RouterProvider router={router as never} />)
  return {
    ...drawn,
    address: () => router.history.location.href,
    back: () => router.history.back(),
    /** As an entry of the menu does. */
    leaveFor: (to: string) => void router.navigate({ to: to as never }),
  }
}
