import { invalid, notFound, texts } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Reference } from './references.reads.ts'
import { holdTargets } from './versions.reads.ts'

/**
 * Makes the rows of what a version uses anew: done at each save, so that they are never older than the content. What was
 * removed since it was looked up is refused like what never was.
 * @throws ApiError 40000 'Schema not exist.', 40400
 */
export async function replaceReferences(db: Connection, from: string, references: readonly Reference[]): Promise<void> {
  await db.deleteFrom('document_references').where('from_version', '=', from).execute()
  const distinct = new Map(references.map((reference) => [`${reference.role} ${reference.to}`, reference]))
  if (distinct.size === 0) return
  const there = await holdTargets(
    db,
    references.map(({ to }) => to),
  )
  const gone = references.find(({ to }) => !there.has(to))
  if (gone !== undefined) throw gone.role === 'schema' ? invalid(texts.schemaNotExist) : notFound()
  await db
    .insertInto('document_references')
    .values([...distinct.values()].map(({ to, role }) => ({ from_version: from, to_version: to, role })))
    .execute()
}
