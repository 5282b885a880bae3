import type { DocTags } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { namesOfBadges } from './badges.reads.ts'

/** Names in place of badge ids, for the audit: its rows are read after a badge is renamed or gone. */
async function namesOf(db: Connection, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await namesOfBadges(db, [...new Set(ids)])
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return (id) => names.get(id) ?? id
}

/** Badge rules with names in place of ids. */
export async function rulesByName(db: Connection, { read, write }: DocTags): Promise<DocTags> {
  const nameOf = await namesOf(db, [...read, ...write].flat())
  const named = (rule: DocTags['read']) => rule.map((group) => group.map(nameOf))
  return { read: named(read), write: named(write) }
}
