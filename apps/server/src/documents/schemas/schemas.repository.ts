import type { Connection } from '../../platform/database/database.ts'
import { versionRows, type VersionRow } from '../kernel/versions/versions.reads.ts'

const named = (db: Connection, name: string) =>
  versionRows(db)
    .where('d.kind', '=', 'schema')
    .where((where) =>
      where(where.fn<string>('lower', [where.fn<string>('btrim', ['d.name'])]), '=', name.trim().toLowerCase()),
    )

/** The form definition of that name, its newest locked version. */
export const formDefinitionNamed = (db: Connection, name: string): Promise<VersionRow | undefined> =>
  named(db, name)
    .where('d.is_form_definition', '=', true)
    .where('v.locked', '=', true)
    .orderBy('v.version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** One version of each schema of that name, oldest document first: its newest locked version, else its newest draft. */
export async function schemasNamed(db: Connection, name: string): Promise<VersionRow[]> {
  const rows = await named(db, name)
    .orderBy('d.created_at')
    .orderBy('v.document_id')
    .orderBy('v.locked', 'desc')
    .orderBy('v.version', 'desc')
    .execute()
  return rows.filter((row, index) => rows[index - 1]?.documentId !== row.documentId)
}
