import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** One count: attempts under `key` within `seconds` of the first, and how many are too many. */
export type Limit = { key: string; max: number; seconds: number }

/** Whether one of the limits is reached already. */
export async function isReached(db: Connection, limits: readonly Limit[], now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('attempt_counts')
    .where(
      'key',
      'in',
      limits.map(({ key }) => key),
    )
    .where('expires_at', '>', now)
    .select(['key', 'count'])
    .execute()
  return rows.some(({ key, count }) => limits.some((limit) => limit.key === key && count >= limit.max))
}

/**
 * Counts one attempt under each limit; at once for every process, however many attempts come together.
 * @returns whether one of the limits is passed with this attempt
 */
export async function countAttempt(db: Connection, limits: readonly Limit[], now: Date): Promise<boolean> {
  const values = limits
    .map(({ key, seconds }) => ({ key, count: 1, expires_at: new Date(now.getTime() + seconds * 1000) }))
    // In one order, else two attempts could wait for each other's rows.
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db
    .insertInto('attempt_counts')
    .values(values)
    .onConflict((row) =>
      row.column('key').doUpdateSet({
        count: sql`case when attempt_counts.expires_at <= ${now} then 1 else attempt_counts.count + 1 end`,
        expires_at: sql`case when attempt_counts.expires_at <= ${now} then excluded.expires_at
          else attempt_counts.expires_at end`,
      }),
    )
    .returning(['key', 'count'])
    .execute()
  await removeExpired(db, now)
  return rows.some(({ key, count }) => limits.some((limit) => limit.key === key && count > limit.max))
}

/** Rows that others are at are left to them. */
async function removeExpired(db: Connection, now: Date): Promise<void> {
  await db
    .deleteFrom('attempt_counts')
    .where('key', 'in', (of) =>
      of.selectFrom('attempt_counts').select('key').where('expires_at', '<=', now).limit(100).forUpdate().skipLocked(),
    )
    .execute()
}

/** Takes one attempt under each of the keys back: it was no failure. */
export async function takeBackAttempt(db: Connection, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('attempt_counts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', 'in', heldCounts(db, keys).where('count', '>', 0))
    .execute()
}

export async function forgetAttempts(db: Connection, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('attempt_counts').where('key', 'in', heldCounts(db, keys)).execute()
}

/** Taken in the order in which they are counted, else two attempts could wait for each other's rows. */
const heldCounts = (db: Connection, keys: readonly string[]) =>
  db.selectFrom('attempt_counts').select('key').where('key', 'in', keys).orderBy('key').forUpdate()
