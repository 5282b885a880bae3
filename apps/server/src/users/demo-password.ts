import type { Connection } from '../database/database.ts'
import { passwordMatches } from '../sessions/password-hash.ts'

/** The people of the demo workspace, and the password that all of them have and everybody knows. */
export const demoUserNames = ['dana.dealer', 'marc.manager', 'ada.admin', 'sam.super'] as const
export const demoPassword = 'Try-this-1now'

/** Whether a demo person can still sign in with the well-known password. */
export async function demoPasswordIsLeft(db: Connection): Promise<boolean> {
  const people = await db
    .selectFrom('users')
    .where('user_name', 'in', demoUserNames)
    .where('is_active', '=', true)
    .select('password_hash')
    .execute()
  const matches = await Promise.all(people.map(({ password_hash }) => passwordMatches(demoPassword, password_hash)))
  return matches.includes(true)
}
