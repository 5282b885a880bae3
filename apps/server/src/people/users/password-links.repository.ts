import type { Connection } from '../../platform/database/database.ts'

export async function insertLink(
  tx: Connection,
  link: { hash: string; user_id: string; expires_at: Date },
): Promise<void> {
  await tx.insertInto('password_links').values(link).execute()
}

/** All links of the person that were not used. */
export async function markLinksUsed(tx: Connection, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Once a password is chosen, every link of the person counts as used at that moment. */
export async function markAllLinksUsed(tx: Connection, userId: string, at: Date): Promise<void> {
  await tx.updateTable('password_links').set({ used_at: at }).where('user_id', '=', userId).execute()
}

/** Whose link it is, good or not. */
export const ownerOfLink = (db: Connection, hash: string) =>
  db.selectFrom('password_links').select('user_id as userId').where('hash', '=', hash).executeTakeFirst()

/** The link while it is good, held: of two uses at once the second waits here and finds it used. */
export const holdGoodLink = (tx: Connection, hash: string, now: Date) =>
  tx
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .where('password_links.hash', '=', hash)
    .where('password_links.used_at', 'is', null)
    .where('password_links.expires_at', '>', now)
    .select(['password_links.hash', 'users.id as userId', 'users.user_name as userName'])
    .forUpdate('password_links')
    .executeTakeFirst()

/** @returns how many it removed */
export async function removeLinksBefore(db: Connection, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('password_links').where('expires_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
