import { Link } from '@tanstack/react-router'
import { PublicPage } from '../access/sessions/PublicPage.tsx'

/** NAV-025 */
export const NotFoundPage = () => (
  <PublicPage title="Wrong page...">
    <Link to="/">Home</Link>
  </PublicPage>
)
