import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName, makeBadge } from '../../test-support/factories.ts'
import {
  type DocumentWorld,
  makeComponent,
  makeCountry,
  makeDocumentWorld,
  makeMaster,
  makeSchema,
} from '../kernel/documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

async function makeFamilyTree() {
  const { manager, 'super-admin': sam } = world.people
  const schema = await makeSchema(world, sam)
  const using = (...instanceOf: string[]) =>
    makeComponent(world, sam, schema._id, {
      ...{ kind: 'workflow', name: freshName('Workflow') },
      instances: instanceOf.map((id, n) => ({ name: `i${n}`, instanceOf: id })),
    })
  const inner = await makeComponent(world, sam, schema._id)
  const middle = await using(inner._id, inner._id)
  const top = await using(middle._id, inner._id)
  const other = await using(inner._id)
  const master = await makeMaster(world, sam, top._id)
  const country = await makeCountry(world, sam, master._id)
  return { manager, sam, inner, middle, top, other, master, country }
}
const hideDocument = async (versionId: string) => {
  const { db } = world.platform
  const rule = JSON.stringify([[await makeBadge(db)]])
  const { document_id } = await db
    .selectFrom('document_versions')
    .select('document_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  await db.updateTable('documents').set({ read_rule: rule }).where('id', '=', document_id).execute()
}
const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key).toSorted()

describe('what a component is used by', () => {
  it('API-063/api CMP-038/api CMP-039/api runs up to the components nobody else uses, and to pipelines', async () => {
    const { manager, inner, middle, top, other, master, country } = await makeFamilyTree()
    const found = await world.components.dependencies(manager, inner._id)
    expect(found.component).toEqual({
      ...{ key: inner._id, type: 'component', name: inner.name, class_name: 'draft' },
      ...{ version: 1, vLocked: false, sources: [] },
    })
    expect(keysOf(found.components)).toEqual([middle._id, top._id, other._id].toSorted())
    expect(keysOf(found.bottomComponents)).toEqual([top._id, other._id].toSorted())
    expect(keysOf(found.pipelines)).toEqual([master._id, country._id].toSorted())
    const sourcesOf = (key: string) =>
      [...found.components, ...found.pipelines].find((item) => item.key === key)?.sources.toSorted()
    expect(sourcesOf(top._id)).toEqual([inner._id, middle._id].toSorted())
    expect(sourcesOf(master._id)).toEqual([top._id])
    expect(sourcesOf(country._id)).toEqual([master._id])
    expect(found.dependencies).toContainEqual({ from: inner._id, to: middle._id })
    expect(found.dependencies).toContainEqual({ from: top._id, to: master._id })
    const drawn = found.dependencies.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it('CMP-038/api is that of the version asked for, and of nothing where nobody uses it', async () => {
    const { sam, other, inner } = await makeFamilyTree()
    await world.versions.lock(sam, 'component', { id: other._id, force: true })
    const locked = await world.components.dependencies(sam, inner._id)
    expect(locked.component).toMatchObject({ class_name: 'prod', vLocked: true })
    const { _id } = await world.versions.createNew(sam, 'component', { id: inner._id })
    expect(await world.components.dependencies(sam, _id)).toMatchObject({
      component: { key: _id, version: 2, class_name: 'draft' },
      ...{ components: [], pipelines: [], dependencies: [], bottomComponents: [] },
    })
  })

  it('S3 holds nothing the caller does not see, nor what only that leads to', async () => {
    const { manager, sam, inner, middle, top, other, master } = await makeFamilyTree()
    await hideDocument(middle._id)
    const found = await world.components.dependencies(manager, inner._id)
    expect(JSON.stringify(found)).not.toContain(middle._id)
    expect(keysOf(found.components)).toEqual([top._id, other._id].toSorted())
    expect((await world.components.dependencies(sam, inner._id)).components).toHaveLength(3)
    await expect(world.components.dependencies(manager, middle._id)).rejects.toMatchObject({ code: 40400 })
    await hideDocument(top._id)
    const less = await world.components.dependencies(manager, inner._id)
    expect(JSON.stringify(less)).not.toContain(top._id)
    expect(JSON.stringify(less)).not.toContain(master._id)
    await expect(world.components.dependencies(manager, 'none')).rejects.toMatchObject({ code: 40400 })
  })
})
