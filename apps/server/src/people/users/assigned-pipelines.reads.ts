import type { Connection } from '../../platform/database/database.ts'

/** Pipelines (document ids) assigned to a person and switched on (PIC-006). */
export async function assignedPipelines(db: Connection, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_pipelines')
    .select('document_id')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.document_id))
}
