import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts'
import { describeSchema } from './describe-schema.ts'
import { migrationsFolder } from './migrate.ts'

const path = `${migrationsFolder}/database.sql`
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('migrations/database.sql', () => {
  it('shows what the migrations make; with MILLRACE_WRITE_SCHEMA=1 this test writes it', async () => {
    const found = await describeSchema(database.url)
    if (process.env.MILLRACE_WRITE_SCHEMA === '1') writeFileSync(path, found)
    expect(found).toBe(await readFile(path, 'utf8'))
  })

  it('names every table, index, function and trigger once', async () => {
    const found = await describeSchema(database.url)
    expect(found).toContain('create table uploads (')
    expect(found).toContain('blocking boolean generated always as ((')
    expect(found.match(/CREATE UNIQUE INDEX imports_one_blocking/g)).toHaveLength(1)
    expect(found.match(/CREATE TRIGGER document_versions_locked/g)).toHaveLength(1)
    expect(found).not.toContain('pgboss')
  })
})
