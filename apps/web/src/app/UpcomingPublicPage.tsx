import { PublicPage } from '../access/sessions/PublicPage.tsx'
import { usePageEntry } from '../routing/page-entry.ts'

/** A public page that is specified and not there yet: only its title (NAV-026). */
export const UpcomingPublicPage = () => <PublicPage title={usePageEntry()?.title ?? ''} />
