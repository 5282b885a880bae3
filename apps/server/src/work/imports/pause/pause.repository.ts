import type { Connection } from '../../../platform/database/database.ts'

/** Pauses imports; paused already, they stay so since then, for another reason. */
export async function savePause(
  db: Connection,
  { at, reason, userName }: { at: Date; reason: string; userName: string },
): Promise<void> {
  await db
    .insertInto('import_pause')
    .values({ since: at, reason, user_name: userName })
    .onConflict((same) => same.column('only_one').doUpdateSet({ reason, user_name: userName }))
    .execute()
}

/** @returns whether they were paused */
export async function removePause(db: Connection): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('import_pause').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
