import { randomInt } from 'node:crypto'
import { recoveryCodeCount, maxTfaCodeLength } from '@millrace/contract'
import type { Secrets } from '../../platform/config/secrets.ts'
import { replaceCodeHashes, takeCodeHash } from './two-factor.repository.ts'
import type { Connection } from '../../platform/database/database.ts'

/** Without what is taken for one another in handwriting: 0 and o, 1 and l and i. Ten of them are 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new codes in place of all the person had; they are told now or never (D-17). */
export async function replaceRecoveryCodes(secrets: Secrets, tx: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await replaceCodeHashes(
    tx,
    userId,
    codes.map((code) => hashOf(secrets, userId, code)),
  )
  return codes
}

/** Uses the code up. @returns whether it was one of the person's and not used before */
export async function takeRecoveryCode(
  secrets: Secrets,
  tx: Connection,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  return takeCodeHash(tx, userId, hashOf(secrets, userId, code), now)
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
