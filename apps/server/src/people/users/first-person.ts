import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { createUser } from './create-user.ts'
import { createPasswordLink } from './password-links.ts'
import { findWithoutPassword, hasAnyUser } from './users.repository.ts'

/** Whether the product starts for the first time: there is nobody yet. */
export const isFirstStart = async (db: Connection): Promise<boolean> => !(await hasAnyUser(db))

/**
 * Where there is no demo, the first person is the super-admin `super.admin`, let in by a create-password link. It is
 * made anew at each start until they have chosen a password: the first one may have scrolled away or run out.
 * @returns the link to print, null once it was used
 */
export async function firstPersonLink(platform: Platform): Promise<string | null> {
  return platform.db.transaction().execute(async (tx) => {
    if (await isFirstStart(tx)) {
      const email = platform.settings.adminEmail ?? 'super.admin@localhost'
      const user = { firstName: 'Super', lastName: 'Admin', email, role: 'super-admin' } as const
      return createPasswordLink(platform, tx, await createUser(tx, systemCaller, user))
    }
    const waiting = await findWithoutPassword(tx, 'super.admin')
    return waiting ? createPasswordLink(platform, tx, waiting) : null
  })
}
