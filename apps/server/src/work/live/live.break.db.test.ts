import { apiRoot, type ClientToServer, type Envelope, type ServerToClient } from '@millrace/contract'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, until } from '../imports/imports.fixtures.ts'

type Client = Socket<ServerToClient, ClientToServer>

let world: ImportWorld
let socket: Client
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  socket = io(world.url, { path: `${apiRoot}/socket`, transports: ['websocket'], forceNew: true })
})
afterAll(async () => {
  socket.disconnect()
  await world.close()
})

const follow = () =>
  new Promise<Envelope<null>>((resolve) =>
    socket.emit(
      'subscribe',
      { token: world.people.manager.token, model: 'documents', filter: { kind: 'pipeline' } },
      resolve,
    ),
  )
const rename = (from: string, to: string) =>
  sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(world.platform.db)

it('S8 G6 while nobody can tell whether it is still allowed, nothing is followed; the client comes back by itself and asks anew', async () => {
  const reasons: string[] = []
  socket.on('disconnect', (reason) => reasons.push(reason))
  await until('a connection', async () => socket.connected)
  expect(await follow()).toMatchObject({ code: 20000 })
  await rename('session_tokens', 'session_tokens_away')
  try {
    await until('the check that fails', async () => reasons.length > 0)
  } finally {
    await rename('session_tokens_away', 'session_tokens')
  }
  expect(reasons).not.toContain('io server disconnect')
  await until('the second connection', async () => socket.connected)
  expect(await follow()).toMatchObject({ code: 20000 })
})
