import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

const migration = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` })
const first = migration('0001_first.sql', 'create table first (id text)')
const second = migration('0002_second.sql', 'create table second (id text)')

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  )
  await client.end()
  return rows.map(({ tablename }) => tablename)
}

describe('migrate', () => {
  it('applies what is missing in order, once, also when two processes start together', async () => {
    const [one, other] = await Promise.all([migrate(database.url, [first]), migrate(database.url, [first])])
    expect([one, other].flat()).toEqual(['0001_first.sql'])
    expect(await migrate(database.url, [first, second])).toEqual(['0002_second.sql'])
    expect(await migrate(database.url, [first, second])).toEqual([])
    expect(await tables()).toEqual(['first', 'migrations', 'second'])
  })

  it('leaves nothing of a migration that fails, and names it', async () => {
    const broken = migration('0003_broken.sql', 'create table third (id text); create table first (id text)')
    await expect(migrate(database.url, [first, second, broken])).rejects.toThrow(
      'The migration 0003_broken.sql failed: relation "first" already exists.',
    )
    expect(await tables()).not.toContain('third')
  })

  it('refuses a migration that was changed after it was applied', async () => {
    const changed = { ...first, hash: 'another' }
    await expect(migrate(database.url, [changed, second])).rejects.toThrow(
      'The migration 0001_first.sql was changed after it was applied to this database',
    )
  })

  it('refuses a database of a newer version', async () => {
    await expect(migrate(database.url, [first])).rejects.toThrow('changed by a newer Millrace (0002_second.sql)')
  })

  it('reads only numbered files', () => {
    const names = readMigrations().map(({ name }) => name)
    expect(names[0]).toBe('0001_first.sql')
    expect(names).not.toContain('database.sql')
  })
})
