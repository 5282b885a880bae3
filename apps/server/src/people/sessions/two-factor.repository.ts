import { notFound, type TfaState } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'

export async function holdUser(tx: Connection, userId: string) {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['user_name as userName', 'tfa'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw notFound()
  return user
}

/** Removes secret and recovery codes, and stores what holds of the second factor from now on. */
export async function removeFactor(tx: Connection, userId: string, state: TfaState): Promise<void> {
  await tx.updateTable('users').set({ tfa: state }).where('id', '=', userId).execute()
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** The person while they are active, held until the transaction ends. */
export const holdActiveUser = (tx: Connection, userId: string) =>
  tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .select(['id', 'user_name as userName'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The sealed secret of an enrolled person, and the time step of the code they used last. */
export const findFactor = (tx: Connection, userId: string) =>
  tx
    .selectFrom('two_factor')
    .where('user_id', '=', userId)
    .select(['secret', 'last_step as lastStep'])
    .executeTakeFirst()

export async function storeLastStep(tx: Connection, userId: string, step: number): Promise<void> {
  await tx.updateTable('two_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
}

export async function insertFactor(
  tx: Connection,
  factor: { user_id: string; secret: string; last_step: number; enrolled_at: Date },
): Promise<void> {
  await tx.insertInto('two_factor').values(factor).execute()
  await tx.updateTable('users').set({ tfa: 'enrolled' }).where('id', '=', factor.user_id).execute()
}

/** Puts these hashes in place of all recovery codes the person had. */
export async function replaceCodeHashes(tx: Connection, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, user_id: userId })))
    .execute()
}

/** Uses a recovery code up. @returns whether it was one of the person's and not used before */
export async function takeCodeHash(tx: Connection, userId: string, hash: string, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
