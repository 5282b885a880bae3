import type { JsonSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../test-support/factories.ts'
import { type DocumentWorld, makeCountry, makeDocumentWorld, makeFamily } from '../kernel/documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const sam = () => world.people['super-admin']
const compute = (id: string, caller = sam()) => world.updates.compute(caller, 'pipeline', id)
const update = (sent: Parameters<DocumentWorld['updates']['update']>[2], caller = sam()) =>
  world.updates.update(caller, 'pipeline', sent)
const versionsOf = (id: string) => world.versions.list(sam(), 'pipeline', id)
const row = (more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: { key: { type: 'string' }, ...more },
  required: ['key'],
})

/** A family locked throughout, and a newer locked version of its row schema. */
async function lockedFamily(jsonSchema: JsonSchema = row({ colour: { type: 'string' } })) {
  const family = await makeFamily(world, sam())
  await world.versions.lock(sam(), 'pipeline', { id: family.master._id, force: true, country: true })
  return { ...family, newer: await newerSchema(family.schema._id, jsonSchema) }
}

async function newerSchema(id: string, jsonSchema: JsonSchema): Promise<string> {
  const next = await world.versions.createNew(sam(), 'schema', { id })
  await world.schemas.save(sam(), { ...(await world.schemas.find(sam(), next._id)), jsonSchema })
  await world.versions.lock(sam(), 'schema', { id: next._id })
  return next._id
}

describe('previews of pipelines', () => {
  it('API-079/api VER-027/api VER-028/api VER-032/api go from the master to its component, schemas and countries', async () => {
    const { schema, component, master, country, newer } = await lockedFamily()
    const report = await compute(master._id)
    expect(report).toMatchObject({
      ...{ old: { _id: master._id, type: 'pipeline', version: 1 }, new: null, update: true, updatePendings: false },
      schemas: [],
      components: [
        {
          ...{ old: { _id: component._id }, update: true, updated: false },
          schemas: [{ old: { _id: schema._id }, updated: true, new: { _id: newer, version: 2 } }],
        },
      ],
      pipelines: [{ old: { _id: country._id }, new: null, update: true, components: [], pipelines: [] }],
    })
    expect(await versionsOf(master._id)).toHaveLength(1)
  })

  it('say which field changes, from which version to which, and whether that breaks anything', async () => {
    const { master, schema } = await lockedFamily(row({ size: { type: 'number' } }))
    const safe = await compute(master._id)
    expect(safe.why).toMatchObject({
      references: [{ field: 'component', type: 'component', from: 1, to: null }],
      ...{ effect: 'safe', writable: true },
    })
    expect(safe.components[0]?.why?.references).toEqual([
      { field: 'inputs.rows[]', type: 'schema', name: schema.name, from: 1, to: 2 },
    ])
    const changes = [{ path: 'size', text: 'property added', effect: 'safe' }]
    expect(safe.components[0]?.schemas[0]?.why).toMatchObject({ changes, effect: 'safe' })
    expect(safe.pipelines[0]?.why?.references).toMatchObject([
      { field: 'masterPipeline', type: 'pipeline', name: master.name, from: 1, to: null },
      { field: 'component', type: 'component', from: 1, to: null },
    ])
    await newerSchema(schema._id, { ...row(), required: ['key', 'size'] })
    const breaking = await compute(master._id)
    for (const part of [breaking, breaking.components[0], breaking.pipelines[0]]) {
      expect(part?.why?.effect).toBe('breaking')
    }
  })

  it('S3 neither name nor touch countries and data models that the caller does not see', async () => {
    const { manager } = world.people
    const family = await makeFamily(world, sam())
    const badge = await world.badges.ensure(sam(), { name: freshName('Badge'), type: 'project' })
    await world.versions.lock(sam(), 'schema', { id: family.schema._id })
    await newerSchema(family.schema._id, row({ secret: { type: 'string' } }))
    expect((await compute(family.master._id, manager)).pipelines).toHaveLength(1)
    await world.documents.setRules(sam(), 'pipeline', family.country._id, { read: [[badge._id]], write: [] })
    const preview = await compute(family.master._id, manager)
    expect(preview).toMatchObject({ update: true, pipelines: [] })
    expect(JSON.stringify(preview)).not.toContain(family.country.name)
    await update(preview, manager)
    expect((await world.pipelines.find(sam(), family.country._id)).masterPipeline).toBe(family.master._id)
    await world.documents.setRules(sam(), 'schema', family.schema._id, { read: [[badge._id]], write: [] })
    const blind = JSON.stringify(await compute(family.master._id, manager))
    expect(blind).not.toContain('secret')
    expect(blind).not.toContain(family.schema.name)
  })
})

describe('updates of pipelines', () => {
  it('API-080/api VER-013/api VER-029/api make drafts of master and countries; a country takes all it inherits from its master', async () => {
    const { master, country, newer } = await lockedFamily()
    const done = await update(await compute(master._id))
    expect(done.new).toMatchObject({ version: 2, vLocked: false })
    const made = await world.pipelines.find(sam(), done.new?._id ?? '')
    const rows = { type: 'array', items: { $ref: `importer://schema/id/${newer}` } }
    expect(made.component).toBe(done.components[0]?.new?._id)
    expect(made.inputSchema).toMatchObject({ properties: { rows } })
    const follower = await world.pipelines.find(sam(), done.pipelines[0]?.new?._id ?? '')
    expect(follower).toMatchObject({
      ...{ name: country.name, version: 2, vLocked: false, masterPipeline: made._id, component: made.component },
      ...{ inputSchema: made.inputSchema, outputSchema: made.outputSchema },
      ...{
        dataSources: country.dataSources,
        dataSinks: country.dataSinks,
        brand: country.brand,
        locale: country.locale,
      },
    })
    expect(await compute(made._id)).toMatchObject({
      update: false,
      pipelines: [{ update: false, child_update: false }],
    })
  })

  it('VER-032/api D-99 leave the countries alone when none are sent', async () => {
    const { master, country } = await lockedFamily()
    const done = await update({ ...(await compute(master._id)), pipelines: [] })
    expect(done).toMatchObject({ new: { version: 2 }, pipelines: [] })
    expect(await versionsOf(country._id)).toHaveLength(1)
    await world.versions.lock(sam(), 'pipeline', { id: done.new?._id ?? '', force: true })
    // Once the master is locked the country is behind it, and shows so.
    expect(await compute(done.new?._id ?? '')).toMatchObject({ update: true, pipelines: [{ update: true }] })
  })

  it('VER-028/api a draft of a country is changed in place', async () => {
    const { master, newer } = await lockedFamily()
    const draft = await makeCountry(world, sam(), master._id)
    const preview = await compute(master._id)
    const shown = preview.pipelines.find(({ old }) => old._id === draft._id)
    expect(shown).toMatchObject({ child_update: true, update: false, new: { _id: draft._id } })
    const done = await update(preview)
    expect(await world.pipelines.find(sam(), draft._id)).toMatchObject({
      ...{ version: 1, masterPipeline: done.new?._id },
      inputSchema: { properties: { rows: { items: { $ref: `importer://schema/id/${newer}` } } } },
    })
  })

  it('take a country alone to the newest locked version of its master, and its component with it', async () => {
    const { master, country } = await lockedFamily()
    const done = await update({ ...(await compute(master._id)), pipelines: [] })
    await world.versions.lock(sam(), 'pipeline', { id: done.new?._id ?? '', force: true })
    const preview = await compute(country._id)
    expect(preview).toMatchObject({ update: true, components: [], pipelines: [{ updated: true, new: done.new && {} }] })
    const alone = await update(preview)
    const newest = await world.pipelines.find(sam(), done.new?._id ?? '')
    expect(await world.pipelines.find(sam(), alone.new?._id ?? '')).toMatchObject({
      ...{ masterPipeline: newest._id, component: newest.component, inputSchema: newest.inputSchema },
    })
  })

  it('VER-013/api are refused when the preview is stale: a newer data model, another country, a changed row', async () => {
    const outdated = { code: 40900, message: 'The preview is out of date, please compute it again' }
    const { master, schema } = await lockedFamily()
    const preview = await compute(master._id)
    await makeCountry(world, sam(), master._id)
    await expect(update(preview)).rejects.toMatchObject(outdated)
    const second = await compute(master._id)
    await newerSchema(schema._id, row())
    await expect(update(second)).rejects.toMatchObject(outdated)
    await expect(update({ old: { _id: master._id }, update: false })).rejects.toMatchObject(outdated)
    expect(await versionsOf(master._id)).toHaveLength(1)
  })

  it('are refused whole when one country may not be written, and go through without the countries', async () => {
    const { manager } = world.people
    const { schema, master, country } = await makeFamily(world, sam())
    await world.versions.lock(sam(), 'schema', { id: schema._id })
    await newerSchema(schema._id, row({ colour: { type: 'string' } }))
    const badge = await world.badges.ensure(sam(), { name: freshName('Badge'), type: 'project' })
    await world.documents.setRules(sam(), 'pipeline', country._id, { read: [], write: [[badge._id]] })
    const preview = await compute(master._id, manager)
    expect(preview.pipelines[0]?.why?.writable).toBe(false)
    await expect(update(preview, manager)).rejects.toMatchObject({ code: 40300 })
    expect(await versionsOf(master._id)).toHaveLength(1)
    expect((await update({ ...preview, pipelines: [] }, manager)).new).toMatchObject({ version: 2 })
    expect((await world.pipelines.find(sam(), country._id)).masterPipeline).toBe(master._id)
  })

  it('VER-029/api nothing to update is refused', async () => {
    const { master } = await makeFamily(world, sam())
    await expect(update(await compute(master._id))).rejects.toMatchObject({
      ...{ code: 40000, message: 'Nothing to update' },
    })
  })

  it('PRM-023/api D-102 need write access: of a locked one that is super-admin alone', async () => {
    const { manager, admin } = world.people
    const { master } = await lockedFamily()
    await expect(compute(master._id, manager)).rejects.toMatchObject({ code: 40300 })
    await expect(compute(master._id, admin)).rejects.toMatchObject({ code: 40300 })
    await expect(update({ old: { _id: master._id } }, manager)).rejects.toMatchObject({ code: 40300 })
    await expect(compute('nothing')).rejects.toMatchObject({ code: 40400 })
  })
})
