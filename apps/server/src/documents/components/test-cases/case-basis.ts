import { createHash } from 'node:crypto'
import type { Connection } from '../../../platform/database/database.ts'
import { reachableFrom } from '../../kernel/versions/references.reads.ts'
import { findVersions } from '../../kernel/versions/versions.reads.ts'

/** Tells one state of a component version and of all that it contains from any other: it changes with every save of one. */
export async function caseBasis(db: Connection, versionId: string): Promise<string> {
  const rows = await findVersions(db, [versionId, ...(await reachableFrom(db, [versionId], ['instance']))])
  const saves = rows.map(({ id, sysVersion }) => `${id} ${sysVersion}`).toSorted()
  return createHash('sha256').update(saves.join('\n')).digest('hex')
}
