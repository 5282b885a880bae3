import {
  apiRoot,
  type ClientToServer,
  type LiveChange,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ComponentWorld, makeComponentWorld } from '../../documents/components/components.fixtures.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'

type Client = Socket<ServerToClient, ClientToServer>

let world: ComponentWorld
const open = new Set<Client>()
beforeAll(async () => {
  world = await makeComponentWorld()
})
afterEach(() => {
  for (const socket of open) socket.disconnect()
  open.clear()
})
afterAll(() => world.close())

/** Follows the run of this name and keeps the messages it logs. */
async function follow(person: TestUser, run: string): Promise<string[]> {
  const { app } = world
  const socket: Client = io(app.url, { path: `${apiRoot}/socket`, transports: ['websocket'], forceNew: true })
  open.add(socket)
  const told: string[] = []
  socket.on('change', (change: LiveChange) => {
    if (change.model === 'testRuns') told.push(...change.data.logs.map(({ message }) => message))
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const subscription: Subscription = { token: await app.tokenOf(person), model: 'testRuns', filter: { run: [run] } }
  await new Promise((resolve) => socket.emit('subscribe', subscription, resolve))
  return told
}

it('a test run tells its own person what it logs before it ends, and nobody else', async () => {
  const { app, people, leaf } = world
  const mine = await follow(people.manager, 'run 1')
  const anotherRun = await follow(people.manager, 'run 2')
  const anotherPerson = await follow(await makeUser(app.db, { role: 'manager' }), 'run 1')
  const { _id } = await leaf(`ctx.log.info('begun')\nctx.log.warn('x'.repeat(3000))\nfor (;;) {}`)
  const stop = new AbortController()
  const running = app.services.testRuns
    .execute(people.manager, _id, { payload: { rows: [] }, run: 'run 1' }, stop.signal)
    .catch(() => 'stopped')
  await expect.poll(() => mine, { timeout: 10_000 }).toEqual(['begun', `${'x'.repeat(1000)}…`])
  stop.abort()
  expect(await running).toBe('stopped')
  expect([anotherRun, anotherPerson]).toEqual([[], []])
})
