import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** What a product of the tests begins with: `embedded` is a data folder, `cluster` a PostgreSQL and a data folder. */
export type PreparedKind = 'embedded' | 'cluster'

/** Names the folder that holds what prepare-products.ts made. */
export const preparedVariable = 'MILLRACE_E2E_PREPARED'

/**
 * Copies what an earlier start left behind into `folder`, so that this start need not make PostgreSQL and the demo
 * workspace anew. Nothing happens where nothing was prepared.
 */
export function copyPrepared(kind: PreparedKind, folder: string): void {
  const prepared = process.env[preparedVariable]
  if (prepared === undefined) return
  // Node's own copy loses the permissions of folders, on which PostgreSQL insists.
  execFileSync('cp', ['-a', `${path.join(prepared, kind)}/.`, folder])
}
