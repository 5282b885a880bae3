import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts'

/**
 * One PostgreSQL server for a whole test run, in a temporary folder, its superuser address in
 * MILLRACE_TEST_DATABASE_URL. Each test file makes a database of its own there. A server named beforehand is used
 * as it is. It is the product's own embedded server without its safety against crashes, which tests do not need. Where
 * it does not start, MILLRACE_TEST_DATABASE_PROBLEM says why, the tests that ask for a database fail with that reason,
 * and all others run.
 * @returns how to end it; vitest calls that after the last test file
 */
export default async function startTestDatabase(): Promise<() => Promise<void>> {
  if (process.env.MILLRACE_TEST_DATABASE_URL) return async () => {}
  const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-test-database-'))
  const remove = () => rmSync(dataFolder, { recursive: true, force: true })
  let server: EmbeddedPostgres
  try {
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
    await server.stop()
    remove()
  }
}
