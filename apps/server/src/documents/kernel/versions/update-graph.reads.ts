import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Reference } from './references.reads.ts'
import { type VersionRow, versionRows } from './versions.reads.ts'

/** What these versions use directly, by their id. */
export async function referencesFrom(db: Connection, ids: readonly string[]): Promise<Map<string, Reference[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_references')
    .select(['from_version as from', 'to_version as to', 'role'])
    .where('from_version', 'in', [...ids])
    .orderBy('to_version')
    .execute()
  return Map.groupBy(rows, (row) => row.from)
}

/** The newest locked version of each of these documents, by document. */
export async function newestLocked(db: Connection, documentIds: readonly string[]): Promise<Map<string, VersionRow>> {
  if (documentIds.length === 0) return new Map()
  const rows = await versionRows(db)
    .where(
      'v.id',
      'in',
      sql<string>`(select distinct on (document_id) id from document_versions
        where locked and document_id = any(${[...documentIds]}::text[]) order by document_id, version desc)`,
    )
    .execute()
  return new Map(rows.map((row) => [row.documentId, row]))
}

/** A country pipeline by its newest version, and the version of the master that this one inherits from. */
type CountryOfMaster = { id: string; masterVersionId: string; masterVersion: number }

/** Country pipelines whose newest version inherits from any version of this master, by name. */
export async function countriesOfMaster(db: Connection, masterDocumentId: string): Promise<CountryOfMaster[]> {
  const { rows } = await sql<CountryOfMaster>`
    with candidates as (
      select distinct c.document_id from document_versions m
      join document_references r on r.to_version = m.id and r.role = 'master'
      join document_versions c on c.id = r.from_version
      where m.document_id = ${masterDocumentId}
    ), newest as (
      select distinct on (v.document_id) v.document_id, v.id from document_versions v
      join candidates c on c.document_id = v.document_id
      order by v.document_id, v.version desc
    )
    select n.id, m.id as "masterVersionId", m.version as "masterVersion" from newest n
    join documents d on d.id = n.document_id
    join document_references r on r.from_version = n.id and r.role = 'master'
    join document_versions m on m.id = r.to_version and m.document_id = ${masterDocumentId}
    order by d.name, n.id`.execute(db)
  return rows
}

/** Versions of these pipelines up to a number, by pipeline: what plans may still be tied to when it moves on. */
export async function olderVersions(
  db: Connection,
  upTo: ReadonlyMap<string, number>,
): Promise<{ id: string; documentId: string }[]> {
  if (upTo.size === 0) return []
  const { rows } = await sql<{ id: string; documentId: string }>`
    select v.id, v.document_id as "documentId" from document_versions v
    join unnest(${[...upTo.keys()]}::text[], ${[...upTo.values()]}::int[]) as wanted(document_id, version)
      on wanted.document_id = v.document_id and v.version <= wanted.version`.execute(db)
  return rows
}
