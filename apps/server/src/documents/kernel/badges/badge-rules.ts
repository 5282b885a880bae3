import { type DocTags, invalid, validateRules, normalizeRule } from '@millrace/contract'
import { mustBeProjectBadges, type BadgeNaming } from '../../../people/badges/project-badges.ts'
import type { Connection } from '../../../platform/database/database.ts'

/**
 * Rules as they are stored, without a badge or group that is named twice. 40000 for an empty group, which would let
 * nobody pass (S3), for too many groups or badges, and 'Unknown tag' when one is unknown, administrative (D-43) or
 * not offered to who names it (D-44).
 */
export async function checkedRules(tx: Connection, tags: DocTags, naming: BadgeNaming | null = null): Promise<DocTags> {
  const problem = validateRules(tags)
  if (problem !== null) throw invalid(problem)
  await mustBeProjectBadges(tx, [...tags.read, ...tags.write].flat(), naming)
  return { read: normalizeRule(tags.read), write: normalizeRule(tags.write) }
}
