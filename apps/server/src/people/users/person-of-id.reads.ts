import type { Connection } from '../../platform/database/database.ts'
import { type Caller, systemCaller } from '../../platform/http/caller.ts'

/**
 * Somebody by their id, for what is done in their name later; they hold no session. The product itself when they are gone.
 */
export async function personOfId(db: Connection, id: string): Promise<Caller> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'first_name', 'last_name', 'role', 'unrestricted_upload'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return systemCaller
  return {
    userId: row.id,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    badges: new Set(),
    unrestrictedUpload: row.unrestricted_upload,
    sessionId: '',
  }
}
