import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('MILLRACE_TEST_MYSQL_URL', undefined)
  vi.stubEnv('MILLRACE_TEST_MYSQL_PROBLEM', 'MariaDB lacks a program')
})
afterEach(() => void vi.unstubAllEnvs())

/** What `mysqlSuite` does with a suite here: the titles that run and those that are skipped. */
async function suites() {
  const { mysqlSuite } = await import('./mysql-for-test.ts')
  const run: string[] = []
  const skipped: string[] = []
  const describe = Object.assign((title: string) => run.push(title), { skip: (title: string) => skipped.push(title) })
  mysqlSuite(describe, 'a sink', () => {})
  return { run, skipped }
}

it('a suite is skipped with the reason where MariaDB is missing', async () => {
  vi.stubEnv('CI', undefined)
  expect(await suites()).toEqual({ run: [], skipped: ['a sink (skipped: MariaDB lacks a program)'] })
})

it('a suite runs with CI=true, and fails with the reason', async () => {
  vi.stubEnv('CI', 'true')
  expect(await suites()).toEqual({ run: ['a sink'], skipped: [] })
  const { createMysqlDatabase } = await import('./mysql-for-test.ts')
  await expect(createMysqlDatabase()).rejects.toThrow('MariaDB lacks a program')
})
