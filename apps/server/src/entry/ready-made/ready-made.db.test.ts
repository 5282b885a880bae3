import { blocks } from '@millrace/engine/blocks/blocks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadGraphs } from '../../documents/components/component-graphs.ts'
import { freshName } from '../../test-support/factories.ts'
import {
  type DocumentWorld,
  makeComponent,
  makeDocumentWorld,
  makeSchema,
} from '../../documents/kernel/documents.fixtures.ts'
import { ensureReadyMade, readyMadeFolder } from './ensure-ready-made.ts'

let world: DocumentWorld
let ids: Map<string, string>
const idOf = (name: string): string => ids.get(name) ?? ''
beforeAll(async () => {
  world = await makeDocumentWorld()
  ids = await ensureReadyMade(world.platform)
})
afterAll(() => world.platform.close())

const rows = async (table: 'documents' | 'document_versions' | 'folders' | 'audit') =>
  (await world.platform.db.selectFrom(table).select('id').execute()).length
const folder = async (caller: Parameters<DocumentWorld['folders']['tree']>[0]) => {
  const [root] = await world.folders.tree(caller, 'component')
  const found = root?.children?.find((node) => node.label === readyMadeFolder)
  if (root === undefined || found === undefined) throw new Error('no folder of ready-made blocks')
  return { root, found }
}

describe('the components that come with the product', () => {
  it('lie locked in a folder of their own, seen by everybody who sees components', async () => {
    const { manager, admin, 'super-admin': superAdmin } = world.people
    for (const caller of [manager, admin, superAdmin]) {
      const { found } = await folder(caller)
      expect(found).toMatchObject({ editable: false, draggable: false, droppable: false })
      expect(found.children?.map((node) => node.label)).toEqual(
        blocks.map((block) => block.name).toSorted((a, b) => a.localeCompare(b, 'en')),
      )
      for (const node of found.children ?? []) {
        expect(node).toMatchObject({ editable: false, draggable: false, versions: [{ version: 1, vLocked: true }] })
      }
    }
    const filter = await world.components.find(manager, idOf('Filter'))
    expect(filter).toMatchObject({
      readyMade: true,
      read_only: true,
      recordWise: true,
      vLocked: true,
      kind: 'function',
    })
    expect(filter.jsCode).toContain('/** Parts records')
    const sort = await world.components.find(superAdmin, idOf('Sort'))
    expect(sort).toMatchObject({ readyMade: true, read_only: true })
    expect(sort).not.toHaveProperty('recordWise')
  })

  it('are made once: a second start changes nothing', async () => {
    const counts = async () => [await rows('documents'), await rows('document_versions'), await rows('audit')]
    const before = await counts()
    expect(await ensureReadyMade(world.platform)).toEqual(ids)
    expect(await counts()).toEqual(before)
  })

  it('are saved, versioned, deleted, moved and renamed by nobody, and so is their folder', async () => {
    const { 'super-admin': caller } = world.people
    const id = idOf('Filter')
    const { root, found } = await folder(caller)
    const mine = await world.folders.create(caller, { name: freshName('Mine'), kind: 'component', parent: null })
    const component = await world.components.save(caller, { name: freshName('Own') })
    const rules = { read: [], write: [] }
    const filter = await world.components.find(caller, id)
    const attempts: Record<string, () => Promise<unknown>> = {
      save: () => world.components.save(caller, { _id: id, sys_version: filter.sys_version, name: filter.name }),
      'new version': () => world.versions.createNew(caller, 'component', { id }),
      'delete version': () => world.versions.deleteVersion(caller, 'component', { id }),
      delete: () => world.versions.deleteDocument(caller, 'component', id),
      rename: () => world.documents.rename(caller, 'component', id, 'Mine now'),
      move: () => world.documents.reparent(caller, 'component', id, mine.id),
      badges: () => world.documents.setRules(caller, 'component', id, rules),
      'rename the folder': () => world.folders.rename(caller, found.value, 'Mine now'),
      'move the folder': () => world.folders.reparent(caller, found.value, mine.id),
      'delete the folder': () =>
        world.folders.remove(caller, { id: found.value, kind: 'component', withFolders: true, withDocuments: true }),
      'badges of the folder': () => world.folders.setRules(caller, found.value, rules),
      'a folder in it': () => world.folders.create(caller, { name: 'x', kind: 'component', parent: found.value }),
      'a component in it': () => world.components.save(caller, { name: 'x', folder: found.value }),
      'moved into it': () => world.documents.reparent(caller, 'component', component._id, found.value),
    }
    for (const [what, attempt] of Object.entries(attempts)) {
      await expect(attempt(), what).rejects.toMatchObject({ code: 40300 })
    }
    expect(root.value).toBe((await world.folders.root('component')).id)
  })

  it('are used by components of people, whose graphs stream where blocks say so', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const values = { settings: { conditions: [{ field: 'key', is: 'is not empty' }] } }
    const saved = await makeComponent(world, manager, schema._id, {
      kind: 'workflow',
      instances: [{ name: 'choose', instanceOf: idOf('Filter'), values }],
    })
    expect(saved.instances).toEqual([{ name: 'choose', instanceOf: idOf('Filter'), values }])
    const graphs = await loadGraphs(world.platform.db, saved._id)
    expect(graphs.find((graph) => graph._id === idOf('Filter'))).toMatchObject({ recordWise: true })
    await expect(world.versions.lock(manager, 'component', { id: saved._id, force: true })).resolves.toMatchObject({
      vLocked: true,
    })
  })

  it('alone are record-wise: nobody can say so of a component of their own', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    const told = { recordWise: true, readyMade: true } as object
    const saved = await makeComponent(world, manager, schema._id, told)
    const again = await world.components.save(manager, { ...saved, ...told })
    for (const component of [saved, again]) {
      expect(component).not.toHaveProperty('recordWise')
      expect(component).not.toHaveProperty('readyMade')
    }
    expect((await loadGraphs(world.platform.db, saved._id))[0]).not.toHaveProperty('recordWise')
  })

  it('get a new locked version where the product changed one; the old one stays', async () => {
    const { manager } = world.people
    const changed = blocks.map((block) => (block.name === 'Sort' ? { ...block, code: `${block.code}\n` } : block))
    const now = await ensureReadyMade(world.platform, changed)
    const others = (all: Map<string, string>) => [...all].filter(([name]) => name !== 'Sort')
    expect(others(now)).toEqual(others(ids))
    expect(await world.versions.list(manager, 'component', idOf('Sort'))).toMatchObject([
      { _id: now.get('Sort'), version: 2, vLocked: true, vParents: [idOf('Sort')] },
      { _id: idOf('Sort'), version: 1, vLocked: true },
    ])
    expect(await ensureReadyMade(world.platform, changed)).toEqual(now)
  })
})

describe('a folder that has the name already', () => {
  it('stays what it is', async () => {
    const other = await makeDocumentWorld()
    try {
      const { 'super-admin': caller } = other.people
      const own = await other.folders.create(caller, { name: readyMadeFolder, kind: 'component', parent: null })
      await ensureReadyMade(other.platform)
      const [root] = await other.folders.tree(caller, 'component')
      expect(root?.children?.map((node) => [node.label, node.children?.length])).toEqual([
        [readyMadeFolder, 0],
        [`${readyMadeFolder} (1)`, blocks.length],
      ])
      await expect(other.folders.rename(caller, own.id, 'Mine')).resolves.toMatchObject({ name: 'Mine' })
    } finally {
      await other.platform.close()
    }
  })
})
