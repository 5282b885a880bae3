import { invalid, seesHiddenBadges, texts } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { holdBadgeTypes } from './badges.reads.ts'

/** Who names badges, and which of them stand there already. */
export type BadgeNaming = { caller: Caller; kept: readonly string[] }

/**
 * 40000 'Unknown tag' when one of the ids is no project badge: only those restrict what people may use (D-43). Hidden
 * ones are newly named by super-admins alone and stay where they are (D-44); `naming` asks for that.
 *
 * In a transaction the badges stay until it ends: one that is being deleted is waited for and then unknown, and who
 * deletes waits and then finds it used.
 */
export async function mustBeProjectBadges(
  tx: Connection,
  ids: readonly string[],
  naming: BadgeNaming | null = null,
): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const known = (await holdBadgeTypes(tx, distinct)).filter(({ type }) => type === 'project')
  const kept = new Set(naming?.kept)
  const offered = known.filter(
    ({ id, isHidden }) => !isHidden || naming === null || seesHiddenBadges(naming.caller.role) || kept.has(id),
  )
  if (offered.length < distinct.length) throw invalid(texts.unknownTag)
}
