import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callServer } from './cli/client.ts'
import { migrate, readMigrations } from '../platform/database/migrate.ts'
import { createEmptyDatabase } from '../test-support/database.ts'
import { makeUser, testPassword } from '../test-support/factories.ts'
import { openDatabase } from '../platform/database/database.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'))
const settings = { filesFolder: join(folder, 'files') }
const newest = readMigrations()
/** What an earlier version knew. */
const older = newest.filter(({ name }) => name < '0005')

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client
const running: ProductProcess[] = []
beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  for (const each of running) await each.kill()
  await client?.end()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const applied = async () => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}
const people = async () => (await client.query('select id, user_name, email, created_at from users order by id')).rows

describe('a database that an earlier version made', () => {
  it('is brought up to date once by two servers that start at once, its rows kept', async () => {
    await migrate(database.url, older)
    expect(await applied()).toEqual(older.map(({ name }) => name))
    const db = openDatabase(database.url)
    const anna = await makeUser(db, { role: 'super-admin' })
    await db.destroy()
    const before = await people()
    expect(before).toHaveLength(1)

    const target = { databaseUrl: database.url, settings }
    running.push(...(await Promise.all([startProcess('api', target), startProcess('api', target)])))
    expect(await applied()).toEqual(newest.map(({ name }) => name))
    expect(await people()).toEqual(before)
    for (const { url, output } of running) {
      const body = { username: anna.userName, password: testPassword }
      const signed = await callServer(url, 'POST /users/login', { body })
      if (!('token' in signed)) throw new Error('a second factor is asked for')
      const info = await callServer(url, 'GET /users/info', {}, signed.token.value)
      expect(info.user.userName).toBe(anna.userName)
      // There is somebody already: nobody else is made.
      expect(output()).not.toContain('super.admin')
    }
    for (const each of running.splice(0)) expect((await each.terminate()).code).toBe(0)
  })

  it('of a newer version is refused by this one with a sentence, and left as it is', async () => {
    await client.query(`insert into migrations (name, hash) values ('9999_newer.sql', 'of a newer version')`)
    const before = [await applied(), await people()]
    const sentence = 'The database was changed by a newer Millrace (9999_newer.sql); start that version instead.'
    for (const role of ['api', 'worker'] as const) {
      await expect(startProcess(role, { databaseUrl: database.url, settings })).rejects.toThrow(sentence)
    }
    expect([await applied(), await people()]).toEqual(before)
  })
})
