import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName, makeBadge, makeUser } from '../../test-support/factories.ts'
import { type DocumentWorld, makeDocumentWorld, makeSchema } from './documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const manager = () => world.people.manager
const folder = (kind: 'schema' | 'component' = 'schema') =>
  world.folders.create(world.people['super-admin'], { name: freshName('Folder'), kind, parent: null })
const move = (id: string, parentId: string, caller = manager()) =>
  world.documents.reparent(caller, 'schema', id, parentId)

describe('moving a document', () => {
  it('FLD-017/api goes into another folder of its kind, under a free name', async () => {
    const [schema, target] = [await makeSchema(world, manager()), await folder()]
    await world.schemas.save(manager(), { name: schema.name, folder: target.id })
    expect(await move(schema._id, target.id)).toEqual({
      _id: schema._id,
      name: `${schema.name} (1)`,
      folder: target.id,
    })
  })

  it('FLD-013/api is refused where it lies already and in a folder of another kind', async () => {
    const schema = await makeSchema(world, manager())
    const nowhere = { code: 40000, message: 'The document cannot be moved there' }
    const root = await world.folders.root('schema')
    await expect(move(schema._id, root.id)).rejects.toMatchObject(nowhere)
    await expect(move(schema._id, (await folder('component')).id)).rejects.toMatchObject(nowhere)
    expect(await world.schemas.find(manager(), schema._id)).toMatchObject({ name: schema.name, folder: root.id })
  })

  it('FLD-016/api needs to write both, and a folder that is not seen does not exist', async () => {
    const superAdmin = world.people['super-admin']
    const { db } = world.platform
    const [schema, target, needed] = [await makeSchema(world, manager()), await folder(), await makeBadge(db)]
    const holder = await makeUser(db, { role: 'manager', badges: [needed] })
    const rules = { none: { read: [], write: [] }, write: { read: [], write: [[needed]] } }
    const refused = { code: 40300 }

    await world.folders.setRules(superAdmin, target.id, rules.write)
    await expect(move(schema._id, target.id)).rejects.toMatchObject(refused)
    await world.folders.setRules(superAdmin, target.id, { read: [[needed]], write: [] })
    await expect(move(schema._id, target.id)).rejects.toMatchObject({ code: 40400, message: 'Document not found' })
    await expect(move(schema._id, 'nowhere')).rejects.toMatchObject({ code: 40400, message: 'Document not found' })
    await world.folders.setRules(superAdmin, target.id, rules.none)
    await world.documents.setRules(superAdmin, 'schema', schema._id, rules.write)
    await expect(move(schema._id, target.id)).rejects.toMatchObject(refused)
    expect(await move(schema._id, target.id, holder)).toMatchObject({ folder: target.id })
  })
})
