import type { Connection } from '../../platform/database/database.ts'

/** The person as the app shows them, without what they hold. */
export const findSessionUser = (db: Connection, userId: string) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'first_name', 'last_name', 'user_name', 'email', 'avatar', 'role', 'unrestricted_upload'])
    .executeTakeFirst()

/** The badges a person holds, by name. */
export const badgesOfUser = (db: Connection, userId: string) =>
  db
    .selectFrom('user_badges as ub')
    .innerJoin('badges as b', 'b.id', 'ub.badge_id')
    .where('ub.user_id', '=', userId)
    .select(['b.id', 'b.name', 'b.type', 'b.color', 'b.is_hidden'])
    .orderBy('b.name')
    .execute()
