import type { DocKind, TaggedType } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export async function keyOf(
  db: Connection,
  type: TaggedType,
  id: string,
): Promise<{ key: string; kind: DocKind } | undefined> {
  if (type === 'folder') {
    return db.selectFrom('folders').select(['id as key', 'kind']).where('id', '=', id).executeTakeFirst()
  }
  const version = await db
    .selectFrom('document_versions')
    .select('document_id as key')
    .where('id', '=', id)
    .executeTakeFirst()
  return version === undefined ? undefined : { key: version.key, kind: type }
}

export async function newestVersions(
  db: Connection,
  kind: DocKind,
): Promise<Map<string, { id: string; anyLocked: boolean }>> {
  const { rows } = await sql<{ documentId: string; id: string; anyLocked: boolean }>`
    select v.document_id as "documentId", (array_agg(v.id order by v.version desc))[1] as id,
      bool_or(v.locked) as "anyLocked"
    from document_versions v join documents d on d.id = v.document_id
    where d.kind = ${kind} group by v.document_id`.execute(db)
  return new Map(rows.map((row) => [row.documentId, row]))
}
