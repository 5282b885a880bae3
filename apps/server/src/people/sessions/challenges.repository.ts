import type { Connection } from '../../platform/database/database.ts'

/** How often a code may be tried before the password is asked for again (D-05). */
const maxCodeAttempts = 5

/** Rows that others are at are left to them: nobody who signs in waits for somebody else's leftovers. */
export async function removeExpiredChallenges(tx: Connection, now: Date): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenges')
    .where('hash', 'in', (of) =>
      of
        .selectFrom('sign_in_challenges')
        .select('hash')
        .where('expires_at', '<=', now)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Whose challenge it is; asked before it is held, since the counts against guessing go by person. */
export async function ownerOfChallenge(db: Connection, hash: string) {
  return db
    .selectFrom('sign_in_challenges as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.hash', '=', hash)
    .select(['u.id as userId', 'u.user_name as userName'])
    .executeTakeFirst()
}

/** The challenge while it is good, held until the transaction ends. The person's row has to be held already. */
export async function holdChallenge(tx: Connection, hash: string, now: Date) {
  return tx
    .selectFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('attempts', '<', maxCodeAttempts)
    .select(['hash', 'secret'])
    .forUpdate()
    .executeTakeFirst()
}

export async function countCodeAttempt(tx: Connection, hash: string): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .execute()
}

export async function spendChallenge(tx: Connection, hash: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('hash', '=', hash).execute()
}

/** Nobody goes on with a sign-in that began before: new password, switched off, other second factor. */
export async function endChallengesOf(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function insertChallenge(
  tx: Connection,
  challenge: { hash: string; user_id: string; secret: string | null; expires_at: Date },
): Promise<void> {
  await tx.insertInto('sign_in_challenges').values(challenge).execute()
}
