import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** The person of that user name, upper and lower case alike. */
export function findPersonByName(db: Connection, userName: string) {
  return db
    .selectFrom('users')
    .where(sql<string>`lower(user_name)`, '=', userName.trim().toLowerCase())
    .select(['id as userId', 'user_name as userName', 'tfa', 'is_active as isActive'])
    .executeTakeFirst()
}
