import {
  apiRoot,
  type ClientToServer,
  type Envelope,
  type LivePresence,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, type Person } from '../imports/imports.fixtures.ts'
import { freshName, makeBadge } from '../../test-support/factories.ts'

type Client = Socket<ServerToClient, ClientToServer>

let world: ImportWorld
const open = new Set<Client>()
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterEach(() => {
  for (const socket of open) socket.disconnect()
  open.clear()
})
afterAll(() => world.close())

const sam = () => world.people['super-admin']
const schema = () => world.schemas.save(sam(), { name: freshName('Row'), jsonSchema: { type: 'object' } })

/** Opens the version as an editor does, and hears who else has it open. */
async function openEditor(person: Person, id: string) {
  const socket: Client = io(world.url, { path: `${apiRoot}/socket`, transports: ['websocket'], forceNew: true })
  open.add(socket)
  const told: LivePresence[] = []
  socket.on('init', ({ data }) => told.push(...(data as LivePresence[])))
  socket.on('change', ({ data }) => told.push(data as LivePresence))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const subscription = { token: person.token, model: 'presence', filter: { _id: [id] } } satisfies Subscription
  const answer = await new Promise<Envelope<null>>((resolve) => socket.emit('subscribe', subscription, resolve))
  return {
    code: answer.code,
    told,
    others: () => told.at(-1)?.people.map(({ name, self }) => [name, self]),
    saved: () => [told.at(-1)?.sys_version, told.at(-1)?.savedBy],
    leave: () => socket.disconnect(),
    unsubscribe: () => socket.emit('unsubscribe', subscription),
  }
}
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

describe('who has a document open', () => {
  it('is told to everybody who has it open, when somebody comes and goes', async () => {
    const { _id } = await schema()
    const { manager } = world.people
    const first = await openEditor(sam(), _id)
    expect([first.code, first.others()]).toEqual([20000, []])
    const second = await openEditor(manager, _id)
    expect(second.others()).toEqual([[nameOf(sam()), false]])
    await expect.poll(first.others).toEqual([[nameOf(manager), false]])
    const tab = await openEditor(sam(), _id)
    expect(tab.others()).toEqual([
      [nameOf(sam()), true],
      [nameOf(manager), false],
    ])
    second.leave()
    await expect.poll(first.others).toEqual([[nameOf(sam()), true]])
    tab.unsubscribe()
    await expect.poll(first.others).toEqual([])
  })

  it('tells of no other version, and of each save with who saved it', async () => {
    const [one, other] = [await schema(), await schema()]
    const watching = await openEditor(world.people.manager, one._id)
    await openEditor(sam(), other._id)
    expect(watching.saved()).toEqual([one.sys_version, nameOf(sam())])
    const { name, sys_version } = one
    await world.schemas.save(sam(), { _id: one._id, name, sys_version, jsonSchema: { type: 'string' } })
    await expect.poll(watching.saved).toEqual([sys_version + 1, nameOf(sam())])
    expect(watching.told.every(({ people }) => people.length === 0)).toBe(true)
  })

  it('forgets an editor that was not renewed for half a minute, as of a killed process', async () => {
    const { _id } = await schema()
    const first = await openEditor(sam(), _id)
    await openEditor(world.people.manager, _id)
    await expect.poll(first.others).toHaveLength(1)
    const longAgo = new Date(Date.now() - 31_000)
    await world.platform.db
      .updateTable('open_documents')
      .set({ seen_at: longAgo })
      .where('user_id', '=', world.people.manager.userId)
      .execute()
    const tab = await openEditor(sam(), _id)
    expect(tab.others()).toEqual([[nameOf(sam()), true]])
    await expect.poll(first.others).toEqual([[nameOf(sam()), true]])
  })

  it('is not told to who may not see the document, and ends when the document goes', async () => {
    const badge = await makeBadge(world.platform.db)
    const hidden = await schema()
    await world.documents.setRules(sam(), 'schema', hidden._id, { read: [[badge]], write: [] })
    expect((await openEditor(world.people.manager, hidden._id)).code).toBe(40400)
    expect((await openEditor(world.people.manager, 'missing')).code).toBe(40400)
    const { code, told } = await openEditor(sam(), hidden._id)
    expect([code, told.length]).toEqual([20000, 1])
    await world.versions.deleteDocument(sam(), 'schema', hidden._id)
    expect(
      await world.platform.db.selectFrom('open_documents').select('id').where('version_id', '=', hidden._id).execute(),
    ).toEqual([])
  })
})
