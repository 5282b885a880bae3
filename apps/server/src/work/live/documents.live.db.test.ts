import {
  apiRoot,
  type ClientToServer,
  type DocKind,
  type Envelope,
  type LiveDocument,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, type Person, until } from '../imports/imports.fixtures.ts'
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
async function follow(person: Person, kind: DocKind) {
  const socket: Client = io(world.url, { path: `${apiRoot}/socket`, transports: ['websocket'], forceNew: true })
  open.add(socket)
  const told: [operation: string, item: LiveDocument][] = []
  socket.on('init', ({ data }) =>
    told.push(...data.map((item): [string, LiveDocument] => ['init', item as LiveDocument])),
  )
  socket.on('change', ({ operationType, data }) => told.push([operationType, data as LiveDocument]))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const subscription = { token: person.token, model: 'documents', filter: { kind } } satisfies Subscription
  const answer = await new Promise<Envelope<null>>((resolve) => socket.emit('subscribe', subscription, resolve))
  const operations = (id: string) => told.filter(([, item]) => item._id === id).map(([operation]) => operation)
  return { answer, told, operations, last: (id: string) => told.findLast(([, item]) => item._id === id)?.[1] }
}
const folder = (parent: string | null = null) =>
  world.folders.create(sam(), { name: freshName('Folder'), kind: 'schema', parent })
const schema = (folderId: string) =>
  world.schemas.save(sam(), { name: freshName('Row'), jsonSchema: { type: 'object' }, folder: folderId })

describe('live documents', () => {
  it('begin with the tree as the person sees it and tell what appears, changes and goes', async () => {
    const outer = await folder()
    const there = await schema(outer.id)
    const { answer, operations, last } = await follow(world.people.manager, 'schema')
    expect(answer.code).toBe(20000)
    expect(last(there._id)).toEqual({
      _id: there._id,
      name: there.name,
      version: 1,
      vLocked: false,
      type: 'schema',
      folder: outer.id,
    })
    expect(last(outer.id)).toMatchObject({ type: 'folder', name: outer.name, version: 0 })
    const made = await schema(outer.id)
    await until('insert', async () => operations(made._id).includes('insert'))
    await world.documents.rename(sam(), 'schema', made._id, 'Renamed live')
    await until('rename', async () => last(made._id)?.name === 'Renamed live')
    const inner = await folder(outer.id)
    await world.documents.reparent(sam(), 'schema', made._id, inner.id)
    await until('move', async () => last(made._id)?.folder === inner.id)
    await world.versions.lock(sam(), 'schema', { id: made._id })
    await until('lock', async () => last(made._id)?.vLocked === true)
    await world.versions.deleteDocument(sam(), 'schema', made._id)
    await until('delete', async () => operations(made._id).includes('delete'))
    expect(operations(made._id)).toEqual(['insert', 'update', 'update', 'update', 'delete'])
    // What stayed as it was is told once, at the beginning.
    expect(operations(there._id)).toEqual(['init'])
  })

  it('S8 end for whom a badge rule shuts out, of a folder above too, and come back with the badge', async () => {
    const badge = await makeBadge(world.platform.db)
    const outer = await folder()
    const made = await schema(outer.id)
    const manager = await follow(world.people.manager, 'schema')
    const boss = await follow(sam(), 'schema')
    await world.folders.setRules(sam(), outer.id, { read: [[badge]], write: [] })
    await until('shut out', async () => manager.operations(made._id).includes('delete'))
    expect(manager.operations(outer.id)).toEqual(['init', 'delete'])
    // Who still sees it is told that its rule is another.
    await until('told', async () => boss.operations(outer.id).includes('update'))
    expect(boss.operations(made._id)).toEqual(['init', 'update'])
    const { userId } = world.people.manager
    await world.platform.db.insertInto('user_badges').values({ user_id: userId, badge_id: badge }).execute()
    await until('let in', async () => manager.operations(made._id).includes('insert'), 30_000)
    await world.platform.db.deleteFrom('user_badges').where('user_id', '=', userId).execute()
    await until('out again', async () => manager.operations(made._id).at(-1) === 'delete', 30_000)
  })

  it('tell nothing of other kinds, and follow the roles of the tree', async () => {
    const components = await follow(world.people.admin, 'component')
    const schemas = await follow(world.people.admin, 'schema')
    const made = await folder()
    await until('insert', async () => schemas.operations(made.id).includes('insert'))
    expect(components.told.map(([operation]) => operation)).not.toContain('insert')
    expect((await follow(world.people.user, 'pipeline')).answer.code).toBe(20000)
    for (const kind of ['schema', 'component'] as const) {
      const { answer, told } = await follow(world.people.user, kind)
      expect([answer.code, told]).toEqual([40300, []])
    }
    expect((await follow(sam(), 'folder' as DocKind)).answer.code).toBe(40000)
  })
})
