import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import { type DocumentWorld, makeComponent, makeDocumentWorld, makeSchema } from '../documents.fixtures.ts'
import { referencesOf } from './references.reads.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const sam = () => world.people['super-admin']
const byId = (id: string) => `importer://schema/id/${id}`
const schemaOver = (address: string) =>
  world.schemas.save(sam(), { name: freshName('Over'), jsonSchema: { type: 'array', items: { $ref: address } } })
const lock = (kind: 'schema' | 'component', id: string) => world.versions.lock(sam(), kind, { id, force: true })

/** A locked second version of a schema whose first one is locked too. */
async function newer(id: string) {
  const next = await world.versions.createNew(sam(), 'schema', { id })
  await lock('schema', next._id)
  return next._id
}
const usesOf = async (id: string) => (await referencesOf(world.platform.db, id)).map(({ to }) => to)

describe('previews', () => {
  it('API-098/api VER-012/api VER-027/api VER-028/api tells of each row what becomes of it, and changes nothing', async () => {
    const used = await makeSchema(world, sam())
    const middle = await schemaOver(byId(used._id))
    const root = await schemaOver(byId(middle._id))
    expect(await world.updates.compute(sam(), 'schema', root._id)).toMatchObject({
      old: { _id: root._id, type: 'schema', version: 1 },
      ...{ new: null, update: false, updated: false, child_update: false, components: [], pipelines: [] },
      ...{ pendings: { scheduled: [], repeatable: [] }, updatePendings: false },
      schemas: [{ old: { _id: middle._id }, update: false, schemas: [{ old: { _id: used._id }, updated: false }] }],
    })
    await lock('schema', middle._id)
    const second = await newer(used._id)
    const report = await world.updates.compute(sam(), 'schema', root._id)
    expect(report).toMatchObject({
      ...{ new: null, update: true },
      schemas: [
        {
          ...{ old: { _id: middle._id }, new: null, update: true, updated: false, child_update: false },
          schemas: [{ old: { _id: used._id }, new: { _id: second, version: 2 }, updated: true, schemas: [] }],
        },
      ],
    })
    expect(await usesOf(root._id)).toEqual([middle._id])
    expect(await world.versions.list(sam(), 'schema', middle._id)).toHaveLength(1)
  })

  it('VER-028/api a draft on the way is to change in place', async () => {
    const used = await makeSchema(world, sam())
    await lock('schema', used._id)
    const middle = await schemaOver(byId(used._id))
    const root = await schemaOver(byId(middle._id))
    await newer(used._id)
    expect((await world.updates.compute(sam(), 'schema', root._id)).schemas).toMatchObject([
      { old: { _id: middle._id }, new: { _id: middle._id }, update: false, child_update: true },
    ])
  })
})

describe('updates', () => {
  it('API-099/api VER-013/api D-98 make new drafts of the root and of what is locked, and repoint drafts', async () => {
    const used = await makeSchema(world, sam())
    const named = await schemaOver(`importer://schema/name/${used.name}#/properties/key`)
    const middle = await schemaOver(byId(named._id))
    await lock('schema', named._id)
    const root = await schemaOver(byId(middle._id))
    const second = await newer(used._id)
    const preview = await world.updates.compute(sam(), 'schema', root._id)
    const done = await world.updates.update(sam(), 'schema', preview)
    expect(done).toMatchObject({ old: { _id: root._id }, new: { version: 2, vLocked: false } })
    const made = await world.schemas.find(sam(), done.new?._id ?? '')
    expect(made).toMatchObject({ jsonSchema: root.jsonSchema, versions: [{ vParents: [root._id] }, { version: 1 }] })
    const [kept] = done.schemas
    expect(kept).toMatchObject({ old: { _id: middle._id }, new: { _id: middle._id }, child_update: true })
    const fresh = kept?.schemas[0]?.new?._id ?? ''
    expect((await world.schemas.find(sam(), middle._id)).jsonSchema.items).toEqual({ $ref: byId(fresh) })
    // A reference by name stays as it is written and means the newer version.
    expect((await world.schemas.find(sam(), fresh)).jsonSchema).toEqual(named.jsonSchema)
    expect(await usesOf(fresh)).toEqual([second])
    expect(await usesOf(named._id)).toEqual([used._id])
    expect((await world.updates.compute(sam(), 'schema', done.new?._id ?? '')).update).toBe(false)
  })

  it('API-067/api API-068/api of components take newer schemas and components, and their links with them', async () => {
    const row = await makeSchema(world, sam())
    const inner = await makeComponent(world, sam(), row._id)
    const outer = await world.components.save(sam(), {
      name: freshName('Outer'),
      kind: 'workflow',
      inputs: inner.inputs,
      outputs: inner.outputs,
      instances: [{ name: 'copy', instanceOf: inner._id }],
      links: [{ name: 'in', fromInstance: '', fromPort: 'rows', toInstance: 'copy', toPort: 'rows', jsCode: '' }],
    })
    await lock('component', inner._id)
    const second = await newer(row._id)
    const done = await world.updates.update(
      sam(),
      'component',
      await world.updates.compute(sam(), 'component', outer._id),
    )
    const fresh = done.components[0]?.new?._id ?? ''
    const made = await world.components.find(sam(), done.new?._id ?? '')
    const rows = { type: 'array', items: { $ref: byId(second) } }
    expect(made.instances).toEqual([{ name: 'copy', instanceOf: fresh }])
    expect(made.inputs).toEqual([{ name: 'rows', inputSchema: rows }])
    expect(made.links).toMatchObject([{ inputSchema: rows, outputSchema: rows }])
    expect((await usesOf(made._id)).toSorted()).toEqual([fresh, second].toSorted())
    expect((await world.components.find(sam(), fresh)).inputs[0]?.inputSchema).toEqual(rows)
  })

  it('D-98 of schemas that refer to each other in a circle lead round in the new circle', async () => {
    const used = await makeSchema(world, sam())
    const one = await makeSchema(world, sam())
    const two = await world.schemas.save(sam(), {
      name: freshName('Two'),
      jsonSchema: { properties: { one: { $ref: byId(one._id) } } },
    })
    await world.schemas.save(sam(), {
      ...one,
      jsonSchema: { properties: { two: { $ref: byId(two._id) }, used: { $ref: byId(used._id) } } },
    })
    await lock('schema', one._id)
    const second = await newer(used._id)
    const done = await world.updates.update(sam(), 'schema', await world.updates.compute(sam(), 'schema', one._id))
    const root = done.new?._id ?? ''
    const other = done.schemas.find(({ old }) => old._id === two._id)?.new?._id ?? ''
    expect((await usesOf(root)).toSorted()).toEqual([other, second].toSorted())
    expect(await usesOf(other)).toEqual([root])
  })

  it('D-99 are refused when the preview is out of date, and when there is nothing to update', async () => {
    const used = await makeSchema(world, sam())
    await lock('schema', used._id)
    const root = await schemaOver(byId(used._id))
    const idle = await world.updates.compute(sam(), 'schema', root._id)
    await expect(world.updates.update(sam(), 'schema', idle)).rejects.toMatchObject({
      code: 40000,
      message: 'Nothing to update',
    })
    await newer(used._id)
    const outdated = { code: 40900, message: 'The preview is out of date, please compute it again' }
    await expect(world.updates.update(sam(), 'schema', idle)).rejects.toMatchObject(outdated)
    const preview = await world.updates.compute(sam(), 'schema', root._id)
    await newer(used._id)
    await expect(world.updates.update(sam(), 'schema', preview)).rejects.toMatchObject(outdated)
    expect(await world.versions.list(sam(), 'schema', root._id)).toHaveLength(1)
  })

  it('D-102 need the right to write the document and all that must change', async () => {
    const { manager } = world.people
    const used = await makeSchema(world, sam())
    await lock('schema', used._id)
    const middle = await schemaOver(byId(used._id))
    const root = await schemaOver(byId(middle._id))
    await newer(used._id)
    const badge = await world.badges.ensure(sam(), { name: freshName('Badge'), type: 'project' })
    await world.documents.setRules(sam(), 'schema', middle._id, { read: [], write: [[badge._id]] })
    const preview = await world.updates.compute(manager, 'schema', root._id)
    await expect(world.updates.update(manager, 'schema', preview)).rejects.toMatchObject({ code: 40300 })
    await world.documents.setRules(sam(), 'schema', root._id, { read: [], write: [[badge._id]] })
    await expect(world.updates.compute(manager, 'schema', root._id)).rejects.toMatchObject({ code: 40300 })
    expect(await world.versions.list(sam(), 'schema', root._id)).toHaveLength(1)
  })

  it('S3 leave alone and do not tell what the caller does not see', async () => {
    const { manager } = world.people
    const used = await makeSchema(world, sam())
    await lock('schema', used._id)
    const middle = await schemaOver(byId(used._id))
    const root = await schemaOver(byId(middle._id))
    await newer(used._id)
    const badge = await world.badges.ensure(sam(), { name: freshName('Badge'), type: 'project' })
    await world.documents.setRules(sam(), 'schema', middle._id, { read: [[badge._id]], write: [] })
    expect(await world.updates.compute(manager, 'schema', root._id)).toMatchObject({ update: false, schemas: [] })
  })

  it('are refused whole when a newer version does not fit', async () => {
    const used = await makeSchema(world, sam())
    await lock('schema', used._id)
    const root = await schemaOver(`${byId(used._id)}#/properties/key`)
    const next = await world.versions.createNew(sam(), 'schema', { id: used._id })
    const draft = await world.schemas.find(sam(), next._id)
    await world.schemas.save(sam(), { ...draft, jsonSchema: { type: 'object' } })
    await lock('schema', next._id)
    const preview = await world.updates.compute(sam(), 'schema', root._id)
    await expect(world.updates.update(sam(), 'schema', preview)).rejects.toThrow(
      new RegExp(`^${root.name} cannot be updated\\. The schema is not valid: can't resolve reference`),
    )
    expect(await world.versions.list(sam(), 'schema', root._id)).toHaveLength(1)
  })
})
