import type { Connection } from '../../platform/database/database.ts'
import { versionRows, type VersionRow } from '../kernel/versions/versions.reads.ts'

/** One version of each schema of that name, oldest document first: its newest locked version, else its newest draft. */
export async function schemasNamed(db: Connection, name: string): Promise<VersionRow[]> {
  const rows = await versionRows(db)
    .where('d.kind', '=', 'schema')
    .where((where) =>
      where(where.fn<string>('lower', [where.fn<string>('btrim', ['d.name'])]), '=', name.trim().toLowerCase()),
    )
    .orderBy('d.created_at')
    .orderBy('v.document_id')
    .orderBy('v.locked', 'desc')
    .orderBy('v.version', 'desc')
    .execute()
  return rows.filter((row, index) => rows[index - 1]?.documentId !== row.documentId)
}
