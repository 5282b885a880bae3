import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLookups, makeUserOfEachRole } from './factories.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

it('a test platform has people, lookups, a queue and files', async () => {
  const people = await makeUserOfEachRole(platform.db)
  expect(people.admin).toMatchObject({ role: 'admin', unrestrictedUpload: false })
  expect(await makeLookups(platform.db)).toEqual(await makeLookups(platform.db))
  const told = new Promise((resolve) => {
    void platform.queue.work('test', { concurrency: 1 }, async (job) => resolve(job.data))
  })
  await platform.queue.send('test', { n: 1 })
  expect(await told).toEqual({ n: 1 })
  expect(await platform.files.exists('no-such-file')).toBe(false)
})
