import { startTestDatabase } from './test-database.ts'
import { provideMariaDb } from './test-mariadb.ts'

/**
 * Vitest calls this before the tests: PostgreSQL and MariaDB start beside each other, as each waits for processes of its
 * own. One that does not start fails nothing here; the tests that need it say why.
 * @returns how to end both; vitest calls that after the last test file
 */
export async function setup(): Promise<() => Promise<void>> {
  const ends = await Promise.all([startTestDatabase(), provideMariaDb()])
  return async () => void (await Promise.all(ends.map((end) => end())))
}
