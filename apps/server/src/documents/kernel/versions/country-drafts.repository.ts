import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** The newest draft of each country pipeline whose newest draft inherits from any version of this master. */
export async function newestDraftsOfCountries(db: Connection, masterDocumentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with countries as (
      select distinct c.document_id from document_versions m
      join document_references r on r.to_version = m.id and r.role = 'master'
      join document_versions c on c.id = r.from_version
      where m.document_id = ${masterDocumentId}
    ), newest as (
      select distinct on (v.document_id) v.id from document_versions v
      where v.document_id in (select document_id from countries) and not v.locked
      order by v.document_id, v.version desc
    )
    select n.id from newest n
    join document_references r on r.from_version = n.id and r.role = 'master'
    join document_versions m on m.id = r.to_version and m.document_id = ${masterDocumentId}
    order by n.id`.execute(db)
  return rows.map((row) => row.id)
}
