import { createHash } from 'node:crypto'
import type { DocKind } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { reachableFrom, type ReferenceRole } from '../versions/references.reads.ts'
import { findVersions } from '../versions/versions.reads.ts'

/** What decides how a version does in its cases, besides itself. */
const roles: Record<DocKind, readonly ReferenceRole[]> = {
  schema: ['schema'],
  component: ['instance'],
  pipeline: ['component', 'instance', 'schema'],
}

/** Tells one state of a version and of all that it is made of from any other: it changes with every save of one. */
export async function caseBasis(db: Connection, { id, kind }: { id: string; kind: DocKind }): Promise<string> {
  const rows = await findVersions(db, [id, ...(await reachableFrom(db, [id], roles[kind]))])
  const saves = rows.map((row) => `${row.id} ${row.sysVersion}`).toSorted()
  return createHash('sha256').update(saves.join('\n')).digest('hex')
}
