import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentWorld, makeDocumentWorld } from '../documents/documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

describe('connections', () => {
  it('DBC-003/api S6 stores the address encrypted and shows it masked', async () => {
    const { 'super-admin': caller } = world.people
    const cnxString = 'postgres://loader:very%20secret@db.example:5432/warehouse?sslpassword=hidden'
    const made = await world.connections.ensure(caller, { name: 'warehouse', type: 'postgresql', cnxString })
    expect(made).toEqual({
      _id: expect.any(String),
      name: 'warehouse',
      type: 'postgresql',
      cnxString: 'postgres://loader:***@db.example:5432/warehouse?sslpassword=***',
      options: {},
      tags: [],
    })
    expect(await world.connections.list(caller)).toEqual([made])
    const { db } = world.platform
    const everything = JSON.stringify([
      await db.selectFrom('connections').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    expect(everything).not.toMatch(/very|hidden/)
    expect(await world.connections.openConnectionString(made._id)).toBe(cnxString)
    await expect(world.connections.openConnectionString('none')).rejects.toMatchObject({ code: 40400 })
  })

  it('follows an address that changed, and writes nothing when it did not', async () => {
    const { 'super-admin': caller } = world.people
    const input = { name: 'moving', type: 'postgresql' as const, cnxString: 'postgres://a:b@localhost:1/x' }
    const first = await world.connections.ensure(caller, input)
    await world.connections.ensure(caller, input)
    const moved = await world.connections.ensure(caller, { ...input, cnxString: 'postgres://a:b@localhost:2/x' })
    expect(moved).toMatchObject({ _id: first._id, cnxString: 'postgres://a:***@localhost:2/x' })
    const audited = await world.platform.db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', first._id)
      .orderBy('at')
      .execute()
    expect(audited.map((row) => row.action)).toEqual(['create', 'save'])
  })
})
