import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { migrate, readMigrations } from './migrate.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(
    database.url,
    readMigrations().filter(({ name }) => name < '0009'),
  )
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into folders (id, kind, name) values ('f', 'schema', 'Root');
    insert into documents (id, kind, folder_id, name) values ('d', 'schema', 'f', 'Old');
    insert into document_versions (id, document_id, version, locked, content)
      values ('v', 'd', 1, true, '{"name": 1, "zz": {"long name": 1, "b": 2}, "a": 3}')`)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const contentOf = async (id: string): Promise<string> =>
  JSON.stringify((await client.query('select content from document_versions where id = $1', [id])).rows[0]?.content)

it('the order of keys: what was stored before keeps the one in which it was read, what comes after its author’s', async () => {
  const before = await contentOf('v')
  expect(before).toBe('{"a":3,"zz":{"b":2,"long name":1},"name":1}')
  expect(await migrate(database.url)).toContain('0009_key_order.sql')
  expect(await contentOf('v')).toBe(before)
  const written = '{"zz":1,"name":{"b":2,"a":1},"b":null}'
  const insert = (id: string, version: number, content: string) =>
    client.query("insert into document_versions (id, document_id, version, content) values ($1, 'd', $2, $3)", [
      id,
      version,
      content,
    ])
  await insert('w', 2, written)
  expect(await contentOf('w')).toBe(written)
  // As before: no content that PostgreSQL could not read out again, and none of a locked version in another order.
  await expect(insert('x', 3, '{"a":"\\u0000"}')).rejects.toMatchObject({ code: '22P05' })
  const reordered = `update document_versions set content = '{"name":1,"zz":{"b":2,"long name":1},"a":3}' where id = 'v'`
  await expect(client.query(reordered)).rejects.toMatchObject({ code: 'MR001' })
  await client.query(`update document_versions set updated_by = 'x' where id = 'v'`)
})
