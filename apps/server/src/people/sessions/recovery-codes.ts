import { randomInt } from 'node:crypto'
import { recoveryCodeCount, maxTfaCodeLength } from '@millrace/contract'
import type { Secrets } from '../../platform/config/secrets.ts'
import type { Connection } from '../../platform/database/database.ts'

/** Without what is taken for one another in handwriting: 0 and o, 1 and l and i. Ten of them are 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new codes in place of all the person had; they are told now or never (D-17). */
export async function replaceRecoveryCodes(secrets: Secrets, tx: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ hash: hashOf(secrets, userId, code), user_id: userId })))
    .execute()
  return codes
}

/** Uses the code up. @returns whether it was one of the person's and not used before */
export async function takeRecoveryCode(
  secrets: Secrets,
  tx: Connection,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('hash', '=', hashOf(secrets, userId, code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Always with a letter among them, so that none is taken for a one-time code by its reader. */
function newCode(): string {
  for (;;) {
    const code = Array.from({ length: maxTfaCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (/[a-z]/.test(code)) return code
  }
}

const hashOf = (secrets: Secrets, userId: string, code: string): string =>
  secrets.hash(`recovery ${userId} ${code.toLowerCase()}`)
