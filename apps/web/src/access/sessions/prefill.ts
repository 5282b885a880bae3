import { useRouterState } from '@tanstack/react-router'

// The username goes from one page to the next in the history entry, which a reload keeps and no address shows.

declare module '@tanstack/react-router' {
  interface HistoryState {
    userName?: string
  }
}

/** State of the entry of the login page that begins with a username. */
export const toPrefill = (userName: string): { userName?: string } => (userName === '' ? {} : { userName })

/** The username to prefill the form with, '' for none. */
export const usePrefilledUserName = (): string =>
  useRouterState({ select: ({ location }) => location.state.userName ?? '' })
