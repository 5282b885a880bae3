import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentWorld, makeDocumentWorld, makeSchema } from '../../documents/kernel/documents.fixtures.ts'
import { freshName, makeUser } from '../../test-support/factories.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

describe('badges', () => {
  it('TAG-001/api TAG-002/api has a colour of its own kind and a name that is unique in both kinds', async () => {
    const { 'super-admin': caller } = world.people
    const name = freshName('Europe')
    const made = await world.badges.save(caller, { name, type: 'project' })
    expect(made).toEqual({
      _id: expect.any(String),
      name,
      type: 'project',
      color: '#409EFF',
      isUsed: false,
      isHidden: false,
    })
    expect(await world.badges.save(caller, { name: freshName('HQ'), type: 'admin' })).not.toHaveProperty('color')
    await expect(world.badges.save(caller, { name: ` ${name.toUpperCase()}`, type: 'admin' })).rejects.toMatchObject({
      code: 40900,
      message: 'This tag already exists',
    })
    await expect(world.badges.save(caller, { ...made, color: '#000000' })).resolves.toMatchObject({ color: '#000000' })
    expect(await world.badges.ensure(caller, { name, type: 'project' })).toMatchObject({ _id: made._id })
  })

  it('TAG-013/api knows which are used by a person, a rule or a connection, and keeps those', async () => {
    const { 'super-admin': caller } = world.people
    const make = (type: 'project' | 'admin' = 'project') =>
      world.badges.save(caller, { name: freshName('Badge'), type })
    const held = await make('admin')
    await makeUser(world.platform.db, { badges: [held._id] })
    // One badge for each rule, since one that two rules name is used by either.
    const [documentRead, documentWrite] = [await make(), await make()]
    const schema = await makeSchema(world, caller)
    const documentRules = { read: [[documentRead._id]], write: [[documentWrite._id]] }
    await world.documents.setRules(caller, 'schema', schema._id, documentRules)
    const folder = await world.folders.create(caller, { name: freshName('Folder'), kind: 'schema', parent: null })
    const [folderRead, folderWrite, besides] = [await make(), await make(), await make()]
    const folderRules = { read: [[folderRead._id, besides._id]], write: [[folderWrite._id]] }
    await world.folders.setRules(caller, folder.id, folderRules)
    const connected = await make()
    const cnxString = 'postgres://who:secret@db.example/warehouse'
    await world.connections.ensure(caller, {
      name: freshName('db'),
      type: 'postgresql',
      cnxString,
      tags: [connected._id],
    })
    const free = await make()
    const inRules = [documentRead, documentWrite, folderRead, besides, folderWrite]
    const used = [held, ...inRules, connected].map((badge) => badge._id)
    expect(await world.badges.remove(caller, [...used, free._id, 'unknown'])).toEqual({
      deletedTags: [free._id],
      undeletedTags: [...used, 'unknown'],
    })
  })

  it('refuses administrative badges and empty groups in document rules', async () => {
    const { 'super-admin': caller } = world.people
    const admin = await world.badges.save(caller, { name: freshName('Admin'), type: 'admin' })
    const schema = await makeSchema(world, caller)
    const set = (read: string[][]) => world.documents.setRules(caller, 'schema', schema._id, { read, write: [] })
    await expect(set([[admin._id]])).rejects.toMatchObject({ code: 40000, message: 'Unknown tag' })
    await expect(set([[]])).rejects.toMatchObject({ code: 40000 })
  })
})
