import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'

/** NAV-023: where the guard leads when the role may not open a page. */
export const UnauthorizedPage = () => (
  <Page title="Unauthorize page">
    <EmptyState text="You are not allowed to open this page." />
  </Page>
)
