import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts'
import { writeTables } from '../../test-support/write-tables.ts'

const path = fileURLToPath(new URL('tables.ts', import.meta.url))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('tables.ts has the columns that the migrations make; with MILLRACE_WRITE_SCHEMA=1 this test writes it', async () => {
  const found = await writeTables(database.db)
  if (process.env.MILLRACE_WRITE_SCHEMA === '1') await writeFile(path, found)
  expect(found).toBe(await readFile(path, 'utf8'))
})

it('tells the words, shapes and nulls of columns apart', async () => {
  const found = await writeTables(database.db)
  for (const line of ['role: Role;', 'counts: ImportCountsColumn;', 'size: number;', 'started_at: Timestamp | null;']) {
    expect(found).toContain(`  ${line}\n`)
  }
  expect(found).not.toContain('pgboss')
  expect(found.match(/^ {2}uploads: Uploads;$/gm)).toHaveLength(1)
})
