import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** 'Folder/Folder/Name' of pipelines by version id; the root folder is left out (settled point 27). */
export async function pipelinePaths(db: Connection, versionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    with recursive paths as (
      select id, '' as path from folders where kind = 'pipeline' and parent_id is null
      union all
      select f.id, p.path || f.name || '/' from folders f join paths p on f.parent_id = p.id
    )
    select v.id, p.path || d.name as path
    from document_versions v join documents d on d.id = v.document_id join paths p on p.id = d.folder_id
    where v.id = any(${[...versionIds]}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.path]))
}
