import type { DataSource, Rule } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { withOpenHeaders } from '../kernel/versions/sealed-headers.ts'
import { parsePipelineContent } from './pipeline.content.ts'

/** A pipeline with its two versions that lists may show, and what decides who sees it. No content is read. */
export type PipelineHead = {
  documentId: string
  folderId: string
  readRule: Rule
  /** Newest locked version, else newest draft (D-54). */
  chosenId: string
  chosenHidden: boolean
  /** Data kind of the chosen version. */
  datakind: string | null
  newestId: string
  newestHidden: boolean
  /** A draft newer than the chosen version. */
  hasNewerDraft: boolean
}

/** Heads of these pipelines, or of all. */
export async function pipelineHeads(db: Connection, documentIds: readonly string[] | null): Promise<PipelineHead[]> {
  const only = documentIds === null ? sql`` : sql`and d.id = any(${[...documentIds]}::text[])`
  const { rows } = await sql<PipelineHead>`
    select d.id as "documentId", d.folder_id as "folderId", d.read_rule as "readRule",
      c.id as "chosenId", c.is_hidden as "chosenHidden", k.name as datakind,
      n.id as "newestId", n.is_hidden as "newestHidden", n.version > c.version as "hasNewerDraft"
    from documents d
    join (
      select distinct on (v.document_id) v.document_id, v.id, v.version, p.is_hidden, p.datakind_id
      from document_versions v join pipeline_versions p on p.version_id = v.id
      ${documentIds === null ? sql`` : sql`where v.document_id = any(${[...documentIds]}::text[])`}
      order by v.document_id, v.locked desc, v.version desc
    ) c on c.document_id = d.id
    join (
      select distinct on (v.document_id) v.document_id, v.id, v.version, p.is_hidden
      from document_versions v join pipeline_versions p on p.version_id = v.id
      ${documentIds === null ? sql`` : sql`where v.document_id = any(${[...documentIds]}::text[])`}
      order by v.document_id, v.version desc
    ) n on n.document_id = d.id
    left join datakinds k on k.id = c.datakind_id
    where d.kind = 'pipeline' ${only}`.execute(db)
  return rows
}

/** The pipeline (document id) that a version belongs to, and that version's own data kind. */
export async function pipelineOfVersion(
  db: Connection,
  versionId: string,
): Promise<{ documentId: string; datakind: string | null } | undefined> {
  return db
    .selectFrom('document_versions as v')
    .innerJoin('pipeline_versions as p', 'p.version_id', 'v.id')
    .leftJoin('datakinds as k', 'k.id', 'p.datakind_id')
    .select(['v.document_id as documentId', 'k.name as datakind'])
    .where('v.id', '=', versionId)
    .executeTakeFirst()
}

/** The sources of a pipeline version with what they keep secret, for the one who fetches. */
export async function storedSources(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  versionId: string,
): Promise<DataSource[]> {
  const row = await db.selectFrom('document_versions').select('content').where('id', '=', versionId).executeTakeFirst()
  const sources = row === undefined ? [] : parsePipelineContent(row.content).dataSources
  return sources.map((source) =>
    source.config !== undefined && 'url' in source.config
      ? { ...source, config: withOpenHeaders(secrets, source.config) }
      : source,
  )
}

/** 'Folder/Folder/Name' of pipelines by version id; the root folder is left out: all pipelines lie in it. */
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
