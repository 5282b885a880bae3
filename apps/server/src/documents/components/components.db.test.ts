import { listOfSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../test-support/factories.ts'
import { type DocumentWorld, makeComponent, makeDocumentWorld, makeSchema } from '../kernel/documents.fixtures.ts'
import { referencesOf } from '../kernel/versions/references.reads.ts'
import { loadGraphs } from './component-graphs.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const link = (from: [string, string], to: [string, string], jsCode = '') => ({
  name: `${from.join('.')} to ${to.join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode,
})

describe('saving a component', () => {
  it('CMP-002/api CMP-006/api CMP-020/api CMP-027/api CMP-028/api completes what was left out', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const inner = await makeComponent(world, manager, schema._id)
    const list = listOfSchema(schema._id)
    const saved = await makeComponent(world, manager, schema._id, {
      kind: 'workflow',
      testPayload: ' ',
      instances: [{ name: 'copy', instanceOf: inner._id }],
      links: [link(['', 'rows'], ['copy', 'rows']), link(['copy', 'out'], ['', 'out'], 'ctx.output = []')],
    })
    expect(saved).toMatchObject({
      description: '',
      folder: (await world.folders.root('component')).id,
      version: 1,
      sys_version: 1,
      vLocked: false,
      read_only: false,
      kind: 'workflow',
      testPayload: '{}',
      testContext: '{}',
      isDB: false,
      isIO: false,
      inputs: [{ name: 'rows', inputSchema: list }],
      outputs: [{ name: 'out', outputSchema: list }],
      instances: [{ name: 'copy', instanceOf: inner._id }],
    })
    expect(await world.components.find(manager, saved._id)).toEqual(saved)
    expect(saved.links).toEqual([
      { ...link(['', 'rows'], ['copy', 'rows'], 'ctx.output = ctx.input;'), inputSchema: list, outputSchema: list },
      { ...link(['copy', 'out'], ['', 'out'], 'ctx.output = []'), inputSchema: list, outputSchema: list },
    ])
  })

  it('CMP-002/api answers what was saved, field by field', async () => {
    const { manager } = world.people
    const list = listOfSchema((await makeSchema(world, manager))._id)
    const folder = await world.folders.create(manager, { name: freshName('Folder'), kind: 'component', parent: null })
    const fields = {
      ...{ name: freshName('Copy'), kind: 'instruction' as const, folder: folder.id },
      ...{ description: 'Hands rows on', testPayload: '{"rows":[]}', testContext: '{"locale":"fr"}', isIO: true },
      inputs: [{ name: 'rows', inputSchema: list }],
      outputs: [{ name: 'out', outputSchema: list }],
      jsCode: 'ctx.output = { out: ctx.input.rows }',
    }
    const { _id } = await world.components.save(manager, fields)
    expect(await world.components.find(manager, _id)).toEqual({
      ...{ ...fields, _id, isDB: false, instances: [], links: [] },
      ...{ version: 1, sys_version: 1, vLocked: false, read_only: false },
      versions: [{ _id, version: 1, vLocked: false, vParents: [], lastUpdateDate: expect.stringMatching(/Z$/) }],
    })
  })

  it('gives links inside a forEach the schema of one item', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const item = { $ref: `importer://schema/id/${schema._id}` }
    const leaf = await world.components.save(manager, {
      name: freshName('Leaf'),
      kind: 'instruction',
      inputs: [{ name: 'row', inputSchema: item }],
      outputs: [{ name: 'product', outputSchema: item }],
    })
    const saved = await makeComponent(world, manager, schema._id, {
      kind: 'forEach',
      instances: [{ name: 'leaf', instanceOf: leaf._id }],
      links: [link(['', 'rows'], ['leaf', 'row']), link(['leaf', 'product'], ['', 'out'])],
    })
    expect(saved.links.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema])).toEqual([
      [item, item],
      [item, item],
    ])
  })

  it('refuses a component that contains itself, at any depth', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const inner = await makeComponent(world, manager, schema._id)
    const middle = await makeComponent(world, manager, schema._id, {
      kind: 'workflow',
      instances: [{ name: 'inner', instanceOf: inner._id }],
    })
    for (const instanceOf of [inner._id, middle._id]) {
      await expect(
        world.components.save(manager, { ...inner, instances: [{ name: 'self', instanceOf }] }),
      ).rejects.toMatchObject({ code: 40000, message: 'The component contains itself' })
    }
  })

  it('does not let two saves at once make two components contain each other', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const one = await makeComponent(world, manager, schema._id)
    const two = await makeComponent(world, manager, schema._id)
    const saves = await Promise.allSettled([
      world.components.save(manager, { ...one, instances: [{ name: 'x', instanceOf: two._id }] }),
      world.components.save(manager, { ...two, instances: [{ name: 'x', instanceOf: one._id }] }),
    ])
    expect(saves.map((save) => save.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('CMP-005/api answers 40400 for an instance of something unknown, unseen or no component', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const schema = await makeSchema(world, manager)
    const hidden = await makeComponent(world, superAdmin, schema._id)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Secret'), type: 'project' })
    await world.documents.setRules(superAdmin, 'component', hidden._id, { read: [[badge._id]], write: [] })
    const folder = await world.folders.create(superAdmin, { name: freshName('Vault'), kind: 'component', parent: null })
    await world.folders.setRules(superAdmin, folder.id, { read: [[badge._id]], write: [] })
    const below = await world.folders.create(superAdmin, { name: 'Below', kind: 'component', parent: folder.id })
    const inFolder = await makeComponent(world, superAdmin, schema._id, { folder: below.id })
    for (const instanceOf of ['nothing', schema._id, hidden._id, inFolder._id]) {
      await expect(
        makeComponent(world, manager, schema._id, { instances: [{ name: 'x', instanceOf }] }),
      ).rejects.toMatchObject({ code: 40400, message: 'Document not found' })
    }
  })

  it('stores a draft with diagram errors, and refuses a port whose schema is unknown', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    await expect(
      makeComponent(world, manager, schema._id, { links: [link(['gone', 'a'], ['', 'b'])] }),
    ).resolves.toMatchObject({ links: [{ inputSchema: {}, outputSchema: {} }] })
    await expect(makeComponent(world, manager, 'unknown')).rejects.toMatchObject({
      code: 40000,
      message: 'Schema not exist.',
      detail: { address: 'importer://schema/id/unknown' },
    })
  })

  it('keeps references as rows, made anew at each save', async () => {
    const { manager } = world.people
    const { db } = world.platform
    const schema = await makeSchema(world, manager)
    const inner = await makeComponent(world, manager, schema._id)
    const outer = await makeComponent(world, manager, schema._id, {
      instances: [
        { name: 'a', instanceOf: inner._id },
        { name: 'b', instanceOf: inner._id },
      ],
    })
    expect(new Set(await referencesOf(db, outer._id))).toEqual(
      new Set([
        { to: inner._id, role: 'instance' },
        { to: schema._id, role: 'schema' },
      ]),
    )
    expect((await loadGraphs(db, outer._id)).map((graph) => graph._id).toSorted()).toEqual(
      [inner._id, outer._id].toSorted(),
    )
    expect(await world.versions.usages(manager, inner._id)).toMatchObject({ users: [{ _id: outer._id }], unseen: 0 })
    await world.components.save(manager, { ...outer, instances: [], inputs: [], outputs: [] })
    expect(await referencesOf(db, outer._id)).toEqual([])
    expect(await world.versions.usages(manager, inner._id)).toEqual({ users: [], unseen: 0 })
  })
})
