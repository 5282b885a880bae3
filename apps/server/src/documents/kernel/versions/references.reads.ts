import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { versionRows, type VersionRow } from './versions.reads.ts'

export type ReferenceRole = 'schema' | 'instance' | 'component' | 'master'

/** One use of another version. */
export type Reference = { to: string; role: ReferenceRole }

export async function referencesOf(db: Connection, from: string): Promise<Reference[]> {
  const rows = await db
    .selectFrom('document_references')
    .select(['to_version as to', 'role'])
    .where('from_version', '=', from)
    .execute()
  return rows
}

/** Which versions use these, directly. */
export const referencesTo = (db: Connection, ids: readonly string[]): Promise<{ from: string; to: string }[]> =>
  db
    .selectFrom('document_references')
    .select(['from_version as from', 'to_version as to'])
    .where('to_version', 'in', [...ids])
    .execute()

/** Versions outside this list that use one inside it directly, by name, newest first. */
export async function usersOf(db: Connection, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return []
  return versionRows(db)
    .where('v.id', 'in', (users) =>
      users
        .selectFrom('document_references')
        .select('from_version')
        .where('to_version', 'in', [...ids]),
    )
    .where('v.id', 'not in', [...ids])
    .orderBy('d.name')
    .orderBy('v.version', 'desc')
    .execute()
}

/** Ids of everything these versions use, at any depth, themselves left out. One query however deep it goes. */
export async function reachableFrom(
  db: Connection,
  ids: readonly string[],
  roles: readonly ReferenceRole[] = ['schema', 'instance', 'component', 'master'],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with recursive reached(id) as (
      select r.to_version from document_references r
        where r.from_version = any(${[...ids]}::text[]) and r.role = any(${[...roles]}::text[])
      union
      select r.to_version from document_references r join reached on r.from_version = reached.id
        where r.role = any(${[...roles]}::text[])
    )
    select id from reached`.execute(db)
  return rows.map((row) => row.id).filter((id) => !ids.includes(id))
}

/** Ids of everything that uses one of these versions, at any depth. One query however deep it goes. */
export async function reachingTo(
  db: Connection,
  ids: readonly string[],
  roles: readonly ReferenceRole[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with recursive reaching(id) as (
      select r.from_version from document_references r
        where r.to_version = any(${[...ids]}::text[]) and r.role = any(${[...roles]}::text[])
      union
      select r.from_version from document_references r join reaching on r.to_version = reaching.id
        where r.role = any(${[...roles]}::text[])
    )
    select id from reaching`.execute(db)
  return rows.map((row) => row.id)
}
