import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { provideMariaDb } from './test-mariadb.ts'

beforeEach(() => {
  vi.stubEnv('MILLRACE_TEST_MYSQL_URL', undefined)
  vi.stubEnv('MILLRACE_TEST_MYSQL_PROBLEM', undefined)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it.each([
  ['is missing', { problem: 'MariaDB lacks mariadbd' }, /^MariaDB lacks mariadbd$/],
  ['does not set up its folder', { server: '/bin/false', install: '/bin/false' }, /^mariadb-install-db ended with 1:$/],
  ['does not start', { server: '/bin/false', install: '/bin/true' }, /^MariaDB does not start:$/],
])('a MariaDB that %s fails no run: the reason is kept for the tests that need it', async (_, found, reason) => {
  const end = await provideMariaDb(() => found)
  expect(process.env.MILLRACE_TEST_MYSQL_URL).toBeUndefined()
  expect(process.env.MILLRACE_TEST_MYSQL_PROBLEM).toMatch(reason)
  await end()
  expect(process.env.MILLRACE_TEST_MYSQL_PROBLEM).toBeUndefined()
})

it('a server that is named beforehand is used as it is', async () => {
  vi.stubEnv('MILLRACE_TEST_MYSQL_URL', 'mysql://somewhere/')
  await (await provideMariaDb(() => ({ problem: 'not asked for' })))()
  expect(process.env.MILLRACE_TEST_MYSQL_URL).toBe('mysql://somewhere/')
})
