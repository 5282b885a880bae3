import { forbidden, staysInScope, invalid, mayGiveAnyBadge, type ParsedBody, texts } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor } from './acting-person.ts'
import { holdBadgeTypes } from '../badges/badges.reads.ts'

type HeldBadges = { adminBadges: readonly string[]; projectBadges: readonly string[] }

/**
 * Badges as they are stored for what a caller sends (D-32, D-38); a list that is not sent stays as it was.
 * @throws ApiError 40300 when somebody else than a super-admin adds or removes a badge they do not hold, 40000
 * 'Unknown tag' for one that is not there or of the other type, and 40000 when the person would hold none of the acting
 * person's admin badges (USR-024)
 */
export async function badgesToStore(
  tx: Connection,
  actor: Actor,
  stored: HeldBadges,
  input: Pick<ParsedBody<'POST /users'>, 'admin_tags' | 'project_tags' | 'updateTags'>,
): Promise<HeldBadges> {
  const wanted =
    input.updateTags === true
      ? {
          adminBadges: [...new Set(input.admin_tags ?? stored.adminBadges)],
          projectBadges: [...new Set(input.project_tags ?? stored.projectBadges)],
        }
      : stored
  const added = {
    admin: without(wanted.adminBadges, stored.adminBadges),
    project: without(wanted.projectBadges, stored.projectBadges),
  }
  const changed = [
    ...added.admin,
    ...added.project,
    ...without(stored.adminBadges, wanted.adminBadges),
    ...without(stored.projectBadges, wanted.projectBadges),
  ]
  if (!mayGiveAnyBadge(actor.role) && changed.some((badge) => !actor.badges.has(badge))) throw forbidden()
  await mustExist(tx, added)
  if (!staysInScope(actor, wanted.adminBadges)) throw invalid(texts.needsAdminBadge)
  return wanted
}

const without = (badges: readonly string[], others: readonly string[]): string[] =>
  badges.filter((badge) => !others.includes(badge))

/** Held until the transaction ends: a badge that is deleted meanwhile waits and is then found in use. */
async function mustExist(tx: Connection, added: { admin: string[]; project: string[] }): Promise<void> {
  const ids = [...added.admin, ...added.project]
  if (ids.length === 0) return
  const rows = await holdBadgeTypes(tx, ids)
  const types = new Map(rows.map((row) => [row.id, row.type]))
  const right = (type: 'admin' | 'project') => added[type].every((id) => types.get(id) === type)
  if (!right('admin') || !right('project')) throw invalid(texts.unknownTag)
}
