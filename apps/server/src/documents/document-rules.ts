import { type DocTags, invalid } from '@millrace/contract'
import { mustBeProjectBadges } from '../badges/project-badges.ts'
import type { Connection } from '../database/database.ts'

/**
 * Rules as they may be stored: 40000 'Unknown tag' when one names an unknown or an administrative badge (D-43), and an
 * empty group is refused, since it would let nobody pass (S3).
 */
export async function checkedRules(tx: Connection, tags: DocTags): Promise<DocTags> {
  const groups = [...tags.read, ...tags.write]
  if (groups.some((group) => group.length === 0)) throw invalid('A group of badges must not be empty')
  await mustBeProjectBadges(tx, groups.flat())
  return tags
}
