import { PublicPage } from '../sessions/PublicPage.tsx'
import { Page } from '../ui/Page.tsx'
import { usePageEntry } from './page-entry.ts'

/** A page that is specified and not there yet: only its title (NAV-026). */
export const UpcomingPage = () => <Page title={usePageEntry()?.title ?? ''}>{null}</Page>

/** The same without the frame. */
export const UpcomingPublicPage = () => <PublicPage title={usePageEntry()?.title ?? ''} />
