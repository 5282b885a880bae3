import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type VersionRow, versionRows } from '../../kernel/versions/versions.reads.ts'

/** The newest version, draft or not, of each country pipeline that inherits in it from any version of the master; by name. */
export const newestOfCountries = (db: Connection, masterDocumentId: string): Promise<VersionRow[]> =>
  versionRows(db)
    .where(
      'v.id',
      'in',
      sql<string>`(
        with countries as (
          select distinct c.document_id from document_versions m
          join document_references r on r.to_version = m.id and r.role = 'master'
          join document_versions c on c.id = r.from_version
          where m.document_id = ${masterDocumentId}
        ), newest as (
          select distinct on (v.document_id) v.id from document_versions v
          where v.document_id in (select document_id from countries)
          order by v.document_id, v.version desc
        )
        select n.id from newest n
        join document_references r on r.from_version = n.id and r.role = 'master'
        join document_versions m on m.id = r.to_version and m.document_id = ${masterDocumentId})`,
    )
    .orderBy('d.name')
    .orderBy('v.id')
    .execute()
