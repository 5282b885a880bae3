import type { DocKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { VersionRow } from './versions/versions.reads.ts'

/** A document in a list, with its newest version. Of the content only the kind of a component is read. */
export type ListRow = Omit<VersionRow, 'content' | 'parents' | 'updatedAt' | 'updatedBy' | 'sysVersion'> & {
  componentKind: string | null
}

/** Every document of the kind with its newest version, by name. */
export const newestOfEach = (db: Connection, kind: DocKind): Promise<ListRow[]> =>
  db
    .selectFrom('documents as d')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('document_versions')
          .select(['id', 'version', 'locked', 'content'])
          .whereRef('document_id', '=', 'd.id')
          .orderBy('version', 'desc')
          .limit(1)
          .as('v'),
      (on) => on.onTrue(),
    )
    .select([
      'v.id',
      'd.id as documentId',
      'd.kind',
      'd.folder_id as folderId',
      'd.name',
      'd.read_rule as readRule',
      'd.write_rule as writeRule',
      'd.is_form_definition as isFormDefinition',
      'd.is_ready_made as isReadyMade',
      'v.version',
      'v.locked',
      kind === 'component'
        ? sql<string | null>`v.content ->> 'kind'`.as('componentKind')
        : sql<string | null>`null::text`.as('componentKind'),
    ])
    .where('d.kind', '=', kind)
    .orderBy(sql`lower(d.name)`)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
