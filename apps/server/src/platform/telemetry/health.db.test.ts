import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { healthProblems } from './health.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

it('a process that stood still for longer than an answer may take does not blame the database or the files', async () => {
  expect(await healthProblems(platform)).toEqual([])
  const problems = healthProblems(platform)
  // Timers and answers are due at once when the loop goes on.
  const end = performance.now() + 2300
  while (performance.now() < end);
  expect(await problems).toEqual([])
})

it('a database that takes the call and says nothing is a problem within seconds', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const db = openDatabase(`postgres://nobody@127.0.0.1:${port}/nothing`)
  expect(await healthProblems({ ...platform, db })).toEqual(['database'])
  await db.destroy()
  silent.close()
})
