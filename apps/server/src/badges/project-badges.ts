import { invalid, texts } from '@millrace/contract'
import type { Connection } from '../database/database.ts'

/** 40000 'Unknown tag' when one of the ids is no project badge: only those restrict what people may use (D-43). */
export async function mustBeProjectBadges(tx: Connection, ids: readonly string[]): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const known = await tx
    .selectFrom('badges')
    .select('id')
    .where('id', 'in', distinct)
    .where('type', '=', 'project')
    .execute()
  if (known.length < distinct.length) throw invalid(texts.unknownTag)
}
