import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { demoUserNames } from '../../people/users/demo-password.ts'

/** The setting that says that the demo workspace is complete. */
const doneKey = 'demo'

/** Whether a demo workspace was made here before, to its end. */
export async function isDemoComplete(db: Connection): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', doneKey).executeTakeFirst()
  return row !== undefined
}

/** From now on the demo is kept as people change it; its first imports are still to come. */
export async function markDemoComplete(db: Connection, at: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: doneKey, value: JSON.stringify({ madeAt: at.toISOString(), awaitsImports: true }) })
    .onConflict((any) => any.doNothing())
    .execute()
}

/** Whether the demo was made and its first imports were not; false for a demo of a version that had none. */
export async function awaitsDemoImports(db: Connection): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', doneKey).executeTakeFirst()
  return (row?.value as { awaitsImports?: boolean } | undefined)?.awaitsImports === true
}

export async function markDemoImportsStarted(db: Connection): Promise<void> {
  await db.updateTable('settings').set({ value: sql`value - 'awaitsImports'` }).where('key', '=', doneKey).execute()
}

/** Ids of the demo people who are there, by user name. */
export async function demoUserIds(db: Connection): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'user_name'])
    .where('user_name', 'in', demoUserNames)
    .execute()
  return new Map(rows.map((row) => [row.user_name, row.id]))
}

/** Password hashes of the demo people who may sign in, with their user names. */
export async function activeDemoPasswords(db: Connection): Promise<{ userName: string; hash: string | null }[]> {
  return db
    .selectFrom('users')
    .select(['user_name as userName', 'password_hash as hash'])
    .where('user_name', 'in', demoUserNames)
    .where('is_active', '=', true)
    .execute()
}

/** Somebody of the demo by the fields of a caller; null when they were removed. */
export async function findDemoPerson(
  db: Connection,
  userName: (typeof demoUserNames)[number],
): Promise<{ userId: string; userName: string; firstName: string; lastName: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .where('user_name', '=', userName)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the demo planned or ran this version before: as a plan, or as a chain of a master. */
export async function hasDemoJob(db: Connection, versionId: string, kind: 'repeat' | 'sequential'): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('version_id', '=', versionId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}
