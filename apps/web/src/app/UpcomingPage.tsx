import { Page } from '../ui/Page.tsx'
import { usePageEntry } from '../routing/page-entry.ts'

/** A page that is specified and not there yet: only its title (NAV-026). */
export const UpcomingPage = () => <Page title={usePageEntry()?.title ?? ''}>{null}</Page>
