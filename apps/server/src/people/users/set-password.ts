import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { hashPassword } from '../sessions/password-hash.ts'
import { updateUser } from './users.repository.ts'

/** Stores a new password; sessions opened with the old one end (D-16, S5). */
export async function setPassword(
  tx: Connection,
  caller: Caller,
  user: { userId: string; userName: string },
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await updateUser(tx, user.userId, { password_hash: passwordHash })
  await endSessionsOf(tx, user.userId)
  await recordAudit(tx, caller, {
    kind: 'user',
    objectId: user.userId,
    name: user.userName,
    action: 'set password',
    before: null,
    after: null,
  })
}
