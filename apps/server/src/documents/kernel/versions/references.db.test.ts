import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import { type DocumentWorld, makeComponent, makeDocumentWorld, makeFamily, makeSchema } from '../documents.fixtures.ts'
import { referencesOf } from './references.reads.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const referring = (address: string) => ({ type: 'array', items: { $ref: address } })
const byId = (id: string) => `importer://schema/id/${id}`

describe('references', () => {
  it('D-104/api of two transactions, one that adds a reference and one that deletes its target, one gives way', async () => {
    const { 'super-admin': caller } = world.people
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const target = await makeSchema(world, caller)
      const name = freshName('User')
      const remove =
        round % 2 === 0
          ? () => world.versions.deleteDocument(caller, 'schema', target._id)
          : () => world.versions.deleteVersion(caller, 'schema', { id: target._id })
      const component = round % 3 === 0
      const [saved, removed] = await Promise.allSettled([
        component
          ? makeComponent(world, caller, target._id, { name })
          : world.schemas.save(caller, { name, jsonSchema: referring(byId(target._id)) }),
        // Later each round, so that both orders come up.
        new Promise((done) => setTimeout(done, round * 15)).then<unknown>(remove),
      ])
      if (saved.status === 'fulfilled') {
        expect(removed).toMatchObject({ reason: { code: 40900, message: `Document is used by ${name}` } })
        expect(await referencesOf(world.platform.db, saved.value._id)).toEqual([{ to: target._id, role: 'schema' }])
      } else {
        expect(saved.reason).toMatchObject({ code: 40000, message: 'Schema not exist.' })
        expect(removed.status).toBe('fulfilled')
      }
      outcomes.add(saved.status)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  it('G9 schemas that refer to each other are saved at the same moment, and neither waits for ever', async () => {
    const { 'super-admin': caller } = world.people
    const [one, two] = [await makeSchema(world, caller), await makeSchema(world, caller)]
    const saves = await Promise.allSettled([
      world.schemas.save(caller, { ...one, jsonSchema: referring(byId(two._id)) }),
      world.schemas.save(caller, { ...two, jsonSchema: referring(byId(one._id)) }),
    ])
    expect(saves.map((save) => save.status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('are never to nothing: the database refuses a row that leads nowhere, and the end of what is referred to', async () => {
    const { 'super-admin': caller } = world.people
    const { component, schema } = await makeFamily(world, caller)
    const { db } = world.platform
    const row = { from_version: component._id, to_version: 'nothing', role: 'schema' as const }
    const refused = { code: '23503' }
    await expect(db.insertInto('document_references').values(row).execute()).rejects.toMatchObject(refused)
    await expect(db.deleteFrom('document_versions').where('id', '=', schema._id).execute()).rejects.toMatchObject(
      refused,
    )
  })

  it('SCH-008/api by name keep their meaning when the schema is renamed, also when another one takes the name', async () => {
    const { 'super-admin': caller } = world.people
    const name = freshName('Amount')
    const amount = await makeSchema(world, caller, name)
    const user = await world.schemas.save(caller, {
      name: freshName('Price'),
      jsonSchema: referring(`importer://schema/name/${name}`),
    })
    await world.documents.rename(caller, 'schema', amount._id, freshName('Renamed'))
    const uses = async () => (await referencesOf(world.platform.db, user._id)).map(({ to }) => to)
    expect(await uses()).toEqual([amount._id])
    const saved = await world.schemas.save(caller, { ...user, jsonSchema: { ...user.jsonSchema, title: 'Prices' } })
    expect(await uses()).toEqual([amount._id])
    await makeSchema(world, caller, name)
    await world.schemas.save(caller, { ...saved, jsonSchema: { ...user.jsonSchema, title: 'All prices' } })
    expect(await uses()).toEqual([amount._id])
  })
})

describe('refusals', () => {
  it('S3 name the users that the caller sees, and of the others how many there are', async () => {
    const { 'super-admin': superAdmin, manager } = world.people
    const schema = await makeSchema(world, manager)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Badge'), type: 'project' })
    const hidden = [
      await makeComponent(world, superAdmin, schema._id),
      await makeComponent(world, superAdmin, schema._id),
    ]
    for (const { _id } of hidden) {
      await world.documents.setRules(superAdmin, 'component', _id, { read: [[badge._id]], write: [] })
    }
    const seen = await makeComponent(world, manager, schema._id)
    await expect(world.versions.deleteDocument(manager, 'schema', schema._id)).rejects.toMatchObject({
      code: 40900,
      message: `Document is used by ${seen.name}, 2 documents you do not see`,
    })
    expect(await world.versions.usages(manager, schema._id)).toEqual({
      users: [
        {
          ...{ _id: seen._id, name: seen.name, version: 1, vLocked: false, type: 'component' },
          uses: [{ _id: schema._id, version: 1 }],
        },
      ],
      unseen: 2,
    })
    expect((await world.versions.usages(superAdmin, schema._id)).users).toHaveLength(3)
  })

  it('S3 to lock over a draft name it to who sees it alone', async () => {
    const { 'super-admin': superAdmin, manager } = world.people
    const schema = await makeSchema(world, superAdmin)
    const component = await makeComponent(world, manager, schema._id)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Badge'), type: 'project' })
    await world.documents.setRules(superAdmin, 'schema', schema._id, { read: [[badge._id]], write: [] })
    const lock = { id: component._id }
    await expect(world.versions.lock(superAdmin, 'component', lock)).rejects.toThrow(schema.name)
    await expect(world.versions.lock(manager, 'component', lock)).rejects.toMatchObject({
      code: 40900,
      message: 'Cannot lock: a document you do not see is not locked',
    })
  })
})
