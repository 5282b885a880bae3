import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** A person for whom work is done after the call that asked for it, as they are now; undefined once they may not sign in. */
export async function findActingCaller(db: Connection, userId: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id as userId',
      'user_name as userName',
      'first_name as firstName',
      'last_name as lastName',
      'role',
      'unrestricted_upload as unrestrictedUpload',
    ])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const badges = await db
    .selectFrom('user_badges')
    .innerJoin('badges', 'badges.id', 'user_badges.badge_id')
    .select('badges.id')
    .where('user_id', '=', userId)
    .where('badges.type', '=', 'project')
    .execute()
  return { ...row, badges: new Set(badges.map(({ id }) => id)), sessionId: '' }
}
