import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { POSTGRES_MAJOR } from '../platform/embedded/cluster.ts'

/** Names the folder with the database files that scripts/test-database.ts made once for the run. */
export const preparedClusterVariable = 'MILLRACE_TEST_CLUSTER'

/**
 * Puts database files that initdb made earlier into a data folder that has none, so that a start there takes a second of
 * a processor less. Nothing happens where nothing was prepared: the start then makes them itself.
 */
export function copyPreparedCluster(dataFolder: string): void {
  const prepared = process.env[preparedClusterVariable]
  const home = join(dataFolder, 'postgres')
  if (prepared === undefined || existsSync(home)) return
  mkdirSync(home, { recursive: true, mode: 0o700 })
  // Node's own copy loses the permissions of folders, on which PostgreSQL insists.
  execFileSync('cp', ['-a', join(prepared, POSTGRES_MAJOR), home])
}
