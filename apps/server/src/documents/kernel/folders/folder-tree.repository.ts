import type { DocKind } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'

/** A version in the tree; `isMaster` is null for schemas and components. */
export type TreeVersion = {
  id: string
  documentId: string
  version: number
  locked: boolean
  parents: string[]
  updatedAt: Date
  isMaster: boolean | null
}

/** Versions of all documents of a kind without their content, newest first. */
export const treeVersions = (db: Connection, kind: DocKind): Promise<TreeVersion[]> =>
  db
    .selectFrom('document_versions as v')
    .innerJoin('documents as d', 'd.id', 'v.document_id')
    .leftJoin('pipeline_versions as p', 'p.version_id', 'v.id')
    .select([
      'v.id',
      'v.document_id as documentId',
      'v.version',
      'v.locked',
      'v.parents',
      'v.updated_at as updatedAt',
      'p.is_master as isMaster',
    ])
    .where('d.kind', '=', kind)
    .orderBy('v.version', 'desc')
    .execute()
