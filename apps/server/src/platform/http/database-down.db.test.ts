import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'
import { copyPreparedCluster } from '../../test-support/prepared-cluster.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-down-'))
const given = process.env.MILLRACE_TEST_DATABASE_URL
let server: EmbeddedPostgres
let app: TestApp
let manager: TestUser

beforeAll(async () => {
  // A server of its own: this test takes it away.
  copyPreparedCluster(dataFolder)
  server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  process.env.MILLRACE_TEST_DATABASE_URL = server.url('postgres')
  app = await startTestApp()
  manager = await makeUser(app.db, { role: 'manager' })
  await app.tokenOf(manager)
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true, force: true })
  if (given) process.env.MILLRACE_TEST_DATABASE_URL = given
})

const ask = () => app.call('GET /brands/list', { as: manager })
const health = async (path: string) => {
  const answer = await fetch(app.url + path)
  return [answer.status, await answer.json()]
}
const away = [503, { ok: false, problems: ['database'] }]

it('PostgreSQL down: a clear error within 5 s, no crash, and all is well by itself within 15 s of its return', async () => {
  expect((await ask()).code).toBe(20000)
  expect(await health('/readyz')).toEqual([200, { ok: true, problems: [] }])
  expect(await health('/healthz')).toEqual([200, { ok: true }])
  await server.stop()
  const start = performance.now()
  expect(await ask()).toMatchObject({
    code: 50000,
    status: 500,
    message: 'The database does not answer. Please try again in a moment.',
    data: null,
  })
  expect(performance.now() - start).toBeLessThan(5000)
  expect(await health('/readyz')).toEqual(away)
  expect(await health('/healthz')).toEqual(away)

  server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  const back = performance.now()
  while ((await ask()).code !== 20000) {
    expect(performance.now() - back).toBeLessThan(15_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await health('/healthz')).toEqual([200, { ok: true }])
  // Queued work goes on as well.
  const done = new Promise((resolve) => {
    void app.platform.queue.work('after-the-break', { concurrency: 1 }, async () => resolve(true))
  })
  await app.platform.queue.send('after-the-break', {})
  expect(await done).toBe(true)
  expect(performance.now() - back).toBeLessThan(15_000)
})
