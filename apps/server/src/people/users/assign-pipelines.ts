import { notFound } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { userForAudit } from './user-audit.reads.ts'
import { insertAssignment } from './users.repository.ts'

/**
 * Assigns these pipelines (document ids) to a person of role user, with an audit row where that changes anything.
 * @throws ApiError 40400 for a person who is not there
 */
export async function assignPipelines(
  tx: Connection,
  caller: Caller,
  userId: string,
  documentIds: readonly string[],
): Promise<void> {
  const before = await userForAudit(tx, userId)
  if (before === null) throw notFound()
  let assigned = false
  for (const id of documentIds) assigned = (await insertAssignment(tx, userId, id)) || assigned
  if (!assigned) return
  const after = await userForAudit(tx, userId)
  const name = String(before.userName)
  await recordAudit(tx, caller, { kind: 'user', objectId: userId, name, action: 'save', before, after })
}
