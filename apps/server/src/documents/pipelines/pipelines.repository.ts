import type { DocKind, Rule } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** Columns of a pipeline version, with the names of what it is classed by. */
export type PipelineColumns = {
  isMaster: boolean
  isHidden: boolean
  brandId: string | null
  localeId: string | null
  productLineId: string | null
  datakindId: string | null
}

export type ItemRow = {
  id: string
  documentId: string
  name: string
  version: number
  locked: boolean
  isMaster: boolean
  isHidden: boolean
  content: Record<string, unknown>
  brand: { _id: string; name: string } | null
  locale: { _id: string; name: string; language: string; country: string } | null
  productLine: { _id: string; name: string; label: string } | null
  datakind: { _id: string; name: string } | null
}

/** List rows of these versions, in no order. One query, whatever the number. */
export async function itemRows(db: Connection, versionIds: readonly string[]): Promise<ItemRow[]> {
  if (versionIds.length === 0) return []
  const { rows } = await sql<ItemRow>`
    select v.id, v.document_id as "documentId", d.name, v.version, v.locked,
      p.is_master as "isMaster", p.is_hidden as "isHidden", v.content,
      case when b.id is not null then jsonb_build_object('_id', b.id, 'name', b.name) end as brand,
      case when l.id is not null then
        jsonb_build_object('_id', l.id, 'name', l.name, 'language', l.language, 'country', l.country) end as locale,
      case when pl.id is not null then
        jsonb_build_object('_id', pl.id, 'name', pl.name, 'label', pl.label) end as "productLine",
      case when k.id is not null then jsonb_build_object('_id', k.id, 'name', k.name) end as datakind
    from document_versions v
    join documents d on d.id = v.document_id
    join pipeline_versions p on p.version_id = v.id
    left join brands b on b.id = p.brand_id
    left join locales l on l.id = p.locale_id
    left join product_lines pl on pl.id = p.product_line_id
    left join datakinds k on k.id = p.datakind_id
    where v.id = any(${[...versionIds]}::text[])`.execute(db)
  return rows
}

export type CountryRow = {
  masterDocumentId: string
  documentId: string
  id: string
  name: string
  version: number
  locked: boolean
}

/**
 * Country pipelines of these masters (document ids), each with its newest locked version or else its newest draft, if
 * that version inherits from any version of the master; by name.
 */
export async function countryRows(db: Connection, masterDocumentIds: readonly string[]): Promise<CountryRow[]> {
  if (masterDocumentIds.length === 0) return []
  const { rows } = await sql<CountryRow>`
    with candidates as (
      select distinct c.document_id from document_versions m
      join document_references r on r.to_version = m.id and r.role = 'master'
      join document_versions c on c.id = r.from_version
      where m.document_id = any(${[...masterDocumentIds]}::text[])
    ), chosen as (
      select distinct on (v.document_id) v.document_id, v.id, v.version, v.locked from document_versions v
      join candidates c on c.document_id = v.document_id
      order by v.document_id, v.locked desc, v.version desc
    )
    select m.document_id as "masterDocumentId", c.document_id as "documentId", c.id, d.name, c.version, c.locked
    from chosen c
    join documents d on d.id = c.document_id
    join document_references r on r.from_version = c.id and r.role = 'master'
    join document_versions m on m.id = r.to_version and m.document_id = any(${[...masterDocumentIds]}::text[])
    order by d.name, c.id`.execute(db)
  return rows
}

/** Parents and read rules of all folders of a kind, to work out who sees what below them. */
export async function folderRules(
  db: Connection,
  kind: DocKind,
): Promise<Map<string, { parentId: string | null; readRule: Rule }>> {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'read_rule as readRule'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function pipelineColumns(db: Connection, versionId: string): Promise<PipelineColumns | undefined> {
  return db
    .selectFrom('pipeline_versions')
    .select([
      'is_master as isMaster',
      'is_hidden as isHidden',
      'brand_id as brandId',
      'locale_id as localeId',
      'product_line_id as productLineId',
      'datakind_id as datakindId',
    ])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

export async function storeColumns(db: Connection, versionId: string, columns: PipelineColumns): Promise<void> {
  const values = {
    is_master: columns.isMaster,
    is_hidden: columns.isHidden,
    brand_id: columns.brandId,
    locale_id: columns.localeId,
    product_line_id: columns.productLineId,
    datakind_id: columns.datakindId,
  }
  await db
    .insertInto('pipeline_versions')
    .values({ version_id: versionId, ...values })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(values))
    .execute()
}

const lookups = {
  brandId: 'brands',
  localeId: 'locales',
  productLineId: 'product_lines',
  datakindId: 'datakinds',
} as const

/** Whether every lookup that the columns name is there. */
export async function lookupsExist(db: Connection, columns: PipelineColumns): Promise<boolean> {
  for (const [column, table] of Object.entries(lookups) as [keyof typeof lookups, 'brands'][]) {
    const id = columns[column]
    if (id === null) continue
    const found = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (found === undefined) return false
  }
  return true
}

/** What a pipeline is classed by, with names in place of ids, as the audit keeps it. */
export async function columnsByName(db: Connection, columns: PipelineColumns): Promise<object> {
  const { isMaster, isHidden } = columns
  const named: Record<string, unknown> = { isMaster, isHidden }
  for (const [column, table] of Object.entries(lookups) as [keyof typeof lookups, 'brands'][]) {
    const id = columns[column]
    const found =
      id === null ? undefined : await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
    named[column.replace(/Id$/, '')] = found?.name ?? null
  }
  return named
}

/** Whether a country pipeline inherits from this version. */
export async function isInherited(db: Connection, versionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_references')
    .select('from_version')
    .where('to_version', '=', versionId)
    .where('role', '=', 'master')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
