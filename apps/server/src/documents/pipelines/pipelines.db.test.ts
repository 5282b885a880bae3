import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../test-support/factories.ts'
import {
  type DocumentWorld,
  makeComponent,
  makeCountry,
  makeDocumentWorld,
  makeFamily,
  makeMaster,
  makeSchema,
} from '../kernel/documents.fixtures.ts'
import { referencesOf } from '../kernel/versions/references.reads.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

describe('saving a pipeline', () => {
  it('PIP-016/api PIP-017/api PIP-018/api keeps the save rules', async () => {
    const { manager } = world.people
    const { master, country } = await makeFamily(world, manager)
    const refused = (input: Parameters<typeof world.pipelines.save>[1], message: string) =>
      expect(world.pipelines.save(manager, input)).rejects.toMatchObject({ code: 40000, message })
    await refused({ ...country, masterPipeline: '' }, 'Country Pipeline must inherit from a master pipeline')
    await refused({ ...country, masterPipeline: country._id }, 'Country Pipeline cannot inherit from itself')
    const another = await makeCountry(world, manager, master._id)
    await refused({ ...country, masterPipeline: another._id }, 'Country Pipeline must inherit from a master pipeline')
    await refused({ ...master, component: null }, 'Master pipeline must invoke a component')
    await refused({ name: ' ', isMaster: false }, 'Please input name')
    const [source] = master.dataSources
    if (source === undefined) throw new Error('no source')
    await refused({ ...master, dataSources: [source, source] }, 'Two data sources have the same name')
    await expect(world.pipelines.save(manager, { ...country, masterPipeline: 'none' })).rejects.toMatchObject({
      code: 40400,
    })
    await expect(world.pipelines.save(manager, { ...country, brand: 'none' })).rejects.toMatchObject({ code: 40400 })
    await expect(
      world.pipelines.save(manager, { name: freshName('New'), isMaster: false, masterPipeline: '' }),
    ).resolves.toMatchObject({ masterPipeline: null, component: null, isMaster: false })
  })

  it('PIP-002/api PIP-003/api PIP-004/api PIP-005/api derives the schemas of a master from its component', async () => {
    const { manager } = world.people
    const { schema, component, master, country } = await makeFamily(world, manager)
    const list = { type: 'array', items: { $ref: `importer://schema/id/${schema._id}` } }
    expect(await world.pipelines.find(manager, master._id)).toMatchObject({
      id: master._id,
      component: component._id,
      pipelineSchema: {},
      inputSchema: { type: 'object', properties: { rows: list } },
      outputSchema: { type: 'object', properties: { out: list } },
      sys_version: 1,
      read_only: false,
      isHidden: false,
      versions: [{ _id: master._id, version: 1 }],
      countryPipelines: [{ _id: country._id, name: country.name, version: 1, vLocked: false }],
      endpoints: [],
      listeners: [],
    })
  })

  it('PIP-002/api PIP-003/api PIP-004/api PIP-005/api answers what was saved, field by field', async () => {
    const { manager } = world.people
    const { component, master } = await makeFamily(world, manager)
    const folder = await world.folders.create(manager, { name: freshName('Folder'), kind: 'pipeline', parent: null })
    const source = { dataSubKind: 'rows', connectorType: 'real-time', contentType: 'json' } as const
    const fields = {
      ...{ folder: folder.id, isHidden: true, pipelineSchema: { title: 'Settings' } },
      dataSources: [{ ...source, dataFromMaster: true, enabled: false, tolerance: 0.5 }],
      dataSinks: [{ name: 'out', format: 'xml' as const, tolerance: 0.25 }],
      endpoints: [{ route: '/stock', description: 'Stock levels', keyRequired: true }],
      listeners: [{ name: 'prices', source: 'rows', kind: 'mqtt' as const, topic: 'prices/fr' }],
    }
    const made = await makeCountry(world, manager, master._id, fields)
    await world.pipelines.save(manager, made)
    const { classed } = world
    const { _id, name } = made
    expect(await world.pipelines.find(manager, _id)).toEqual({
      ...{ ...fields, _id, id: _id, name, isMaster: false, masterPipeline: master._id, component: component._id },
      ...{ version: 1, sys_version: 2, vLocked: false, read_only: false },
      ...{ inputSchema: master.inputSchema, outputSchema: master.outputSchema },
      brand: { _id: classed.brand, name: 'Adventure Works' },
      locale: { _id: classed.locale, name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' },
      productLine: { _id: classed.productLine, name: 'bikes', label: 'Bikes' },
      datakind: { _id: classed.datakind, name: 'product' },
      versions: [{ _id, version: 1, vLocked: false, vParents: [], lastUpdateDate: expect.stringMatching(/Z$/) }],
    })
  })

  it('gives a country the component and schemas of its master version at each save, whatever is sent', async () => {
    const { manager } = world.people
    const { schema, component, master, country } = await makeFamily(world, manager)
    const other = await makeComponent(world, manager, schema._id)
    const sent = await world.pipelines.save(manager, {
      ...country,
      component: other._id,
      inputSchema: {},
      outputSchema: {},
    })
    expect(sent).toMatchObject({ component: component._id, inputSchema: master.inputSchema })
    await world.pipelines.save(manager, { ...master, component: other._id })
    expect((await world.pipelines.find(manager, country._id)).component).toBe(component._id)
    expect((await world.pipelines.save(manager, sent)).component).toBe(other._id)
    expect(new Set(await referencesOf(world.platform.db, country._id))).toEqual(
      new Set([
        { to: master._id, role: 'master' },
        { to: other._id, role: 'component' },
      ]),
    )
  })

  it('keeps a master that countries inherit from a master', async () => {
    const { manager } = world.people
    const { master } = await makeFamily(world, manager)
    const { master: above } = await makeFamily(world, manager)
    await expect(
      world.pipelines.save(manager, { ...master, isMaster: false, masterPipeline: above._id }),
    ).rejects.toMatchObject({ code: 40900 })
  })
})

describe('what a run needs', () => {
  it('resolves graphs, row schemas and the schemas behind them', async () => {
    const { manager } = world.people
    const { schema, component, master, country } = await makeFamily(world, manager)
    const wrapper = await makeComponent(world, manager, schema._id, {
      kind: 'workflow',
      instances: [{ name: 'copy', instanceOf: component._id }],
    })
    await world.pipelines.save(manager, { ...master, component: wrapper._id })
    await world.pipelines.save(manager, country)
    const run = await world.definitions.forRun(country._id)
    const masterId = (await world.access.seen(manager, master._id)).pipelineId
    expect(run).toMatchObject({
      pipelineId: (await world.access.seen(manager, country._id)).pipelineId,
      pipeline: { _id: country._id, type: 'pipeline' },
      component: { _id: wrapper._id, type: 'component' },
      masterId,
      sysVersion: 2,
      root: wrapper._id,
    })
    expect(run.graphs.map((graph) => graph._id).toSorted()).toEqual([component._id, wrapper._id].toSorted())
    const address = `importer://schema/id/${schema._id}`
    expect(run.sources).toMatchObject([{ source: { dataSubKind: 'rows' }, rowSchema: { $ref: address } }])
    expect(run.sinks).toMatchObject([{ sink: { name: 'out' }, rowSchema: { $ref: address } }])
    expect(run.schemas).toEqual({ [address]: schema.jsonSchema })
  })

  it('names the source that is no input, and leaves disabled ones alone', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const component = await makeComponent(world, manager, schema._id)
    const stranger = { dataSubKind: 'stranger', connectorType: 'manual' as const, contentType: 'csv' as const }
    const master = await makeMaster(world, manager, component._id, { dataSources: [stranger] })
    await expect(world.definitions.forRun(master._id)).rejects.toMatchObject({
      code: 40000,
      message: `The data source 'stranger' is no input of ${component.name} (rows)`,
    })
    await world.pipelines.save(manager, { ...master, dataSources: [{ ...stranger, enabled: false }] })
    await expect(world.definitions.forRun(master._id)).resolves.toMatchObject({ masterId: null })
    await expect(world.definitions.forRun(schema._id)).rejects.toMatchObject({ code: 40400 })
  })
})
