import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser } from '../../test-support/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const description = 'x'.repeat(10_000)

it('API-092/api takes a schema of 5 MB over HTTP, and says of a larger one that it is too large', async () => {
  const sam = await makeUser(app.db, { role: 'super-admin' })
  const save = (fields: number) => {
    const properties = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, { description }]))
    return app.call('POST /schemas', { as: sam, body: { name: `Of ${fields}`, jsonSchema: { properties } } })
  }
  const saved = await save(500)
  expect([saved.code, saved.message]).toEqual([20000, 'ok'])
  expect(Object.keys(saved.data.jsonSchema.properties as object)).toHaveLength(500)
  // The audit keeps what changed of it, not all of it twice.
  const { _id, name, sys_version, jsonSchema } = saved.data
  const body = { _id, name, sys_version, jsonSchema: { ...jsonSchema, title: 'Large' } }
  expect((await app.call('POST /schemas', { as: sam, body })).code).toBe(20000)
  const { before, after } = await app.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('object_id', '=', _id)
    .where('action', '=', 'save')
    .executeTakeFirstOrThrow()
  expect(before).toEqual({ name })
  expect(after).toEqual({ name, jsonSchema: { title: 'Large' }, note: expect.stringMatching(/^The content is large/) })
  const refused = await save(600)
  expect([refused.code, refused.message]).toEqual([40000, 'The schema is not valid: it is larger than 6 MB'])
})
