import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts'

/**
 * One PostgreSQL server for a whole test run, in a temporary folder, its superuser address in
 * MILLRACE_TEST_DATABASE_URL. Each test file makes a database of its own there. A server named beforehand is used
 * as it is. It is the product's own embedded server without its safety against crashes, which tests do not need.
 * @returns how to end it; vitest calls that after the last test file
 */
export default async function startTestDatabase(): Promise<() => Promise<void>> {
  if (process.env.MILLRACE_TEST_DATABASE_URL) return async () => {}
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-test-database-'))
  const server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  process.env.MILLRACE_TEST_DATABASE_URL = server.url('postgres')
  return async () => {
    delete process.env.MILLRACE_TEST_DATABASE_URL
    await server.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
