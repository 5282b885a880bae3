import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POSTGRES_MAJOR } from '../apps/server/src/platform/embedded/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts'
import { preparedClusterVariable } from '../apps/server/src/test-support/prepared-cluster.ts'

/**
 * One PostgreSQL server for a whole test run, in a temporary folder, its superuser address in
 * MILLRACE_TEST_DATABASE_URL. Each test file makes a database of its own there. A server named beforehand is used
 * as it is. What initdb made stays as a copy, its folder in MILLRACE_TEST_CLUSTER, for tests that start servers of their
 * own (prepared-cluster.ts). It is the product's own embedded server without its safety against crashes, which tests do not need. Where
 * it does not start, MILLRACE_TEST_DATABASE_PROBLEM says why, the tests that ask for a database fail with that reason,
 * and all others run.
 * @returns how to end it
 */
export async function startTestDatabase(): Promise<() => Promise<void>> {
  if (process.env.MILLRACE_TEST_DATABASE_URL) return async () => {}
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-test-database-'))
  const remove = () => rmSync(dataFolder, { recursive: true, force: true })
  let server: EmbeddedPostgres
  try {
    process.env[preparedClusterVariable] = await prepareCluster(dataFolder)
    server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`PostgreSQL does not start: ${reason}`)
    process.env.MILLRACE_TEST_DATABASE_PROBLEM = reason
    remove()
    return async () => void delete process.env.MILLRACE_TEST_DATABASE_PROBLEM
  }
  process.env.MILLRACE_TEST_DATABASE_URL = server.url('postgres')
  return async () => {
    delete process.env.MILLRACE_TEST_DATABASE_URL
    delete process.env[preparedClusterVariable]
    await server.stop()
    remove()
  }
}

/** Makes the database files in `dataFolder`. @returns a folder beside them with a copy, which no server has ever used since */
async function prepareCluster(dataFolder: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  await server.stop()
  const prepared = join(dataFolder, 'prepared')
  mkdirSync(prepared)
  const cluster = join(prepared, POSTGRES_MAJOR)
  execFileSync('cp', ['-a', join(dataFolder, 'postgres', POSTGRES_MAJOR), cluster])
  // Servers on the copies run at once, each on a port of its own.
  const access = join(cluster, 'millrace-access.json')
  const { password } = JSON.parse(readFileSync(access, 'utf8')) as { password: string }
  writeFileSync(access, JSON.stringify({ password }))
  return prepared
}
