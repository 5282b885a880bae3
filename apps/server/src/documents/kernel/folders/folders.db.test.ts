import type { TreeNode } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentWorld, makeDocumentWorld, makeFamily, makeSchema } from '../documents.fixtures.ts'
import { freshName, assignPipeline, makeUser } from '../../../test-support/factories.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const labels = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [node.label, ...labels(node.children ?? [])])
const find = (nodes: readonly TreeNode[], label: string): TreeNode | undefined =>
  nodes.flatMap((node) => (node.label === label ? [node] : [find(node.children ?? [], label) ?? []].flat()))[0]

describe('folders', () => {
  it('FLD-001/api FLD-002/api have one root per kind, however many ask for it first', async () => {
    const fresh = await makeDocumentWorld()
    try {
      const roots = await Promise.all(Array.from({ length: 6 }, () => fresh.folders.root('component')))
      expect(new Set(roots.map((root) => root.id)).size).toBe(1)
      expect(roots[0]).toMatchObject({ kind: 'component', parent: null })
      expect((await fresh.folders.root('schema')).id).not.toBe(roots[0]?.id)
    } finally {
      await fresh.platform.close()
    }
  })

  it('FLD-013/api FLD-017/api FLD-018/api are moved with a number on a clash, never below themselves, never the root', async () => {
    const { manager } = world.people
    const create = (name: string, parent: string | null) =>
      world.folders.create(manager, { name, kind: 'schema', parent })
    const outer = await create(freshName('Outer'), null)
    const inner = await create('Same', outer.id)
    const other = await create(freshName('Other'), null)
    await create('Same', other.id)
    const nowhere = { code: 40000, message: 'The folder cannot be moved there' }
    await expect(world.folders.reparent(manager, outer.id, inner.id)).rejects.toMatchObject(nowhere)
    await expect(world.folders.reparent(manager, outer.id, outer.id)).rejects.toMatchObject(nowhere)
    await expect(world.folders.reparent(manager, inner.id, outer.id)).rejects.toMatchObject(nowhere)
    expect(await world.folders.reparent(manager, inner.id, other.id)).toMatchObject({ name: 'Same (1)' })
    const root = await world.folders.root('schema')
    await expect(world.folders.rename(manager, root.id, 'New')).rejects.toMatchObject({ code: 40300 })
    await expect(world.folders.remove(manager, { id: root.id, kind: 'schema' })).rejects.toMatchObject({ code: 40300 })
    await expect(world.folders.create(manager, { name: ' ', kind: 'schema', parent: null })).rejects.toMatchObject({
      message: 'Please input name',
    })
    await expect(create(outer.name.toUpperCase(), null)).rejects.toMatchObject({
      message: 'This name already exists in the folder',
    })
  })

  it('FLD-016/api move documents with the same rules, and number a clash', async () => {
    const { manager } = world.people
    const folder = await world.folders.create(manager, { name: freshName('Target'), kind: 'schema', parent: null })
    const schema = await makeSchema(world, manager)
    await world.schemas.save(manager, { name: schema.name, folder: folder.id })
    expect(await world.documents.reparent(manager, 'schema', schema._id, folder.id)).toMatchObject({
      name: `${schema.name} (1)`,
      folder: folder.id,
    })
    const badge = await world.badges.ensure(world.people['super-admin'], { name: freshName('B'), type: 'project' })
    const closed = await world.folders.create(manager, { name: freshName('Closed'), kind: 'schema', parent: null })
    await world.folders.setRules(manager, closed.id, { read: [], write: [[badge._id]] })
    await expect(world.documents.reparent(manager, 'schema', schema._id, closed.id)).rejects.toMatchObject({
      code: 40300,
    })
  })

  it('are removed with what is in them when asked, all or nothing (D-115)', async () => {
    const { 'super-admin': caller } = world.people
    const outer = await world.folders.create(caller, { name: freshName('Full'), kind: 'schema', parent: null })
    const inner = await world.folders.create(caller, { name: 'Inner', kind: 'schema', parent: outer.id })
    const used = await world.schemas.save(caller, { name: freshName('Used'), folder: inner.id })
    const user = await world.schemas.save(caller, {
      name: freshName('User'),
      folder: outer.id,
      jsonSchema: { $ref: `importer://schema/id/${used._id}` },
    })
    const outside = await world.schemas.save(caller, {
      name: freshName('Outside'),
      jsonSchema: { $ref: `importer://schema/id/${user._id}` },
    })
    const remove = (more: object) => world.folders.remove(caller, { id: outer.id, kind: 'schema', ...more })
    const full = { code: 40900, message: 'Folder is not empty' }
    await expect(remove({})).rejects.toMatchObject(full)
    await expect(remove({ withFolders: true })).rejects.toMatchObject(full)
    await expect(remove({ withDocuments: true })).rejects.toMatchObject(full)
    await expect(remove({ withFolders: true, withDocuments: true })).rejects.toMatchObject({
      message: `Document is used by ${outside.name}`,
    })
    // Who does not see what uses it learns that something does, and not its name.
    const badge = await world.badges.ensure(caller, { name: freshName('Unseen'), type: 'project' })
    await world.documents.setRules(caller, 'schema', outside._id, { read: [[badge._id]], write: [] })
    const all = { id: outer.id, kind: 'schema' as const, withFolders: true, withDocuments: true }
    await expect(world.folders.remove(world.people.manager, all)).rejects.toMatchObject({
      code: 40900,
      message: 'Document is used by a document you do not see',
    })
    expect((await world.schemas.find(caller, used._id)).folder).toBe(inner.id)
    await world.versions.deleteDocument(caller, 'schema', outside._id)
    const removed = await remove({ withFolders: true, withDocuments: true })
    expect(new Set(removed.folders)).toEqual(new Set([outer.id, inner.id]))
    expect(new Set(removed.documents)).toEqual(new Set([used._id, user._id]))
  })
})

describe('plans that keep a pipeline', () => {
  it('are named only to who sees them', async () => {
    const { manager, 'super-admin': caller } = world.people
    const { component, master } = await makeFamily(world, caller)
    const folder = await world.folders.create(caller, { name: freshName('Planned'), kind: 'pipeline', parent: null })
    const input = { name: freshName('Kept'), folder: folder.id, isMaster: true, component: component._id }
    const kept = await world.pipelines.save(caller, input)
    const planning = await world.access.seen(caller, master._id)
    await world.platform.db
      .insertInto('jobs')
      .values({
        ...{ id: freshName('job'), kind: 'repeat', pipeline_id: planning.pipelineId, version_id: master._id },
        ...{ list_pipelines: [kept._id], user_id: null, user_name: 'sam', time_zone: 'UTC' },
      })
      .execute()
    const all = { id: folder.id, kind: 'pipeline' as const, withDocuments: true }
    const refused = (what: string) => ({ code: 40900, message: `Document is used by ${what}` })
    const named = refused(`a planned import of ${master.name}`)
    await expect(world.folders.remove(manager, all)).rejects.toMatchObject(named)
    const badge = await world.badges.ensure(caller, { name: freshName('Plan'), type: 'project' })
    await world.documents.setRules(caller, 'pipeline', master._id, { read: [[badge._id]], write: [] })
    await expect(world.folders.remove(manager, all)).rejects.toMatchObject(
      refused('a planned import that you do not see'),
    )
    await expect(world.folders.remove(caller, all)).rejects.toMatchObject(named)
  })
})

describe('the tree', () => {
  it('FLD-003/api shows folders first, then by name, and leaves out what is not seen', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Tree'), type: 'project' })
    const folder = await world.folders.create(superAdmin, { name: freshName('Zoo'), kind: 'schema', parent: null })
    const hidden = await world.folders.create(superAdmin, { name: 'Hidden', kind: 'schema', parent: folder.id })
    await world.schemas.save(superAdmin, { name: 'Below hidden', folder: hidden.id })
    const leaf = await world.schemas.save(superAdmin, { name: 'Aardvark', folder: folder.id })
    const sibling = await world.folders.create(superAdmin, { name: 'Beasts', kind: 'schema', parent: folder.id })
    await world.folders.setRules(superAdmin, hidden.id, { read: [[badge._id]], write: [] })
    const own = find(await world.folders.tree(manager, 'schema'), folder.name)
    expect(own?.children?.map((node) => node.label)).toEqual(['Beasts', 'Aardvark'])
    expect(own).toMatchObject({ value: folder.id, type: 'folder', editable: true, draggable: true, droppable: true })
    expect(find(own?.children ?? [], 'Aardvark')).toMatchObject({
      value: leaf._id,
      type: 'leaf',
      droppable: false,
      tags: { read: [], write: [] },
      inheritTags: [],
      versions: [{ _id: leaf._id, version: 1 }],
    })
    const all = find(await world.folders.tree(superAdmin, 'schema'), folder.name)
    expect(all?.children?.map((node) => node.label)).toEqual(['Beasts', 'Hidden', 'Aardvark'])
    expect(find(all?.children ?? [], 'Below hidden')?.inheritTags).toContainEqual({ read: [[badge._id]], write: [] })
    expect(find(all?.children ?? [], 'Hidden')?.tags).toEqual({ read: [[badge._id]], write: [] })
    expect(sibling.parent).toBe(folder.id)
  })

  it('FLD-003/api each node has what it is, its rules and those above, nearest first, and its versions', async () => {
    const { 'super-admin': superAdmin } = world.people
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Node'), type: 'project' })
    const [none, read] = [
      { read: [], write: [] },
      { read: [[badge._id]], write: [] },
    ]
    const outer = await world.folders.create(superAdmin, { name: freshName('Outer'), kind: 'schema', parent: null })
    const inner = await world.folders.create(superAdmin, { name: 'Inner', kind: 'schema', parent: outer.id })
    const schema = await world.schemas.save(superAdmin, { name: freshName('Leaf'), folder: inner.id })
    await world.folders.setRules(superAdmin, inner.id, read)
    const write = { read: [], write: [[badge._id]] }
    await world.documents.setRules(superAdmin, 'schema', schema._id, write)
    await world.versions.lock(superAdmin, 'schema', { id: schema._id })
    const draft = await world.versions.createNew(superAdmin, 'schema', { id: schema._id })

    const node = find(await world.folders.tree(superAdmin, 'schema'), outer.name)
    const rights = { editable: true, draggable: true }
    const lastUpdateDate = expect.stringMatching(/^20\d\d-.*Z$/)
    const leaf = {
      ...{ value: draft._id, label: schema.name, type: 'leaf', tags: write, inheritTags: [read, none, none] },
      versions: [
        { _id: draft._id, version: 2, vLocked: false, vParents: [schema._id], lastUpdateDate },
        { _id: schema._id, version: 1, vLocked: true, vParents: [], lastUpdateDate },
      ],
      ...{ ...rights, droppable: false },
    }
    const folder = { type: 'folder', ...rights, droppable: true }
    expect(node).toEqual({
      ...{ ...folder, value: outer.id, label: outer.name, tags: none, inheritTags: [none] },
      children: [
        { ...folder, value: inner.id, label: 'Inner', tags: read, inheritTags: [none, none], children: [leaf] },
      ],
    })
  })

  it('shows role user the way to its own pipelines and nothing else', async () => {
    const { 'super-admin': superAdmin } = world.people
    const user = await makeUser(world.platform.db, { role: 'user', unrestrictedUpload: true })
    const { master, country } = await makeFamily(world, superAdmin)
    const { pipelineId } = await world.access.seen(superAdmin, master._id)
    await assignPipeline(world.platform.db, user.userId, pipelineId)
    const tree = await world.folders.tree(user, 'pipeline')
    expect(labels(tree)).toEqual(['Pipelines', master.name])
    expect(find(tree, master.name)).toMatchObject({ isMaster: true, editable: false, draggable: false })
    expect(country.isMaster).toBe(false)
    await expect(world.folders.tree(user, 'schema')).rejects.toMatchObject({ code: 40300 })
  })
})
