import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser } from '../../test-support/factories.ts'

const metricsToken = 'a-token-of-the-tests'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    settings: { maxCallsPerMinute: 3, metricsToken, maxConnectionsPerAddress: 20 },
  })
})
afterAll(() => app.close())

it('a session makes so many calls a minute; another has its own', async () => {
  const [wild, calm] = [await makeUser(app.db), await makeUser(app.db)]
  const codes = []
  for (let n = 0; n < 5; n++) codes.push((await app.call('GET /brands/list', { as: wild })).code)
  expect(codes).toEqual([20000, 20000, 20000, 42900, 42900])
  expect((await app.call('GET /brands/list', { as: calm })).code).toBe(20000)
})

it('/metrics answers who sends its token', async () => {
  const ask = async (headers: Record<string, string>) => (await fetch(`${app.url}/metrics`, { headers })).status
  expect(await ask({})).toBe(404)
  expect(await ask({ authorization: 'Bearer something-else-long' })).toBe(404)
  expect(await ask({ authorization: `Bearer ${metricsToken}` })).toBe(200)
})

it('an address has so many connections', async () => {
  const sockets = Array.from({ length: 40 }, () => connect(Number(new URL(app.url).port), '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined)
  const closed = (some: Socket[]) => some.filter((socket) => socket.closed).length
  try {
    await expect.poll(() => closed(sockets.slice(-10))).toBe(10)
    // Calls of the tests before may hold some of the 20 places.
    expect(closed(sockets.slice(0, 10))).toBe(0)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
