import type { Role } from './roles.ts'

/** Landing page after login (PRM-019, SES-016). */
export const landingPage = (role: Role): string => (role === 'admin' ? '/manage' : '/import')
