import { formDefinitionNames } from '@millrace/contract/schemas/form-definitions.rule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentWorld, makeDocumentWorld } from '../../documents/kernel/documents.fixtures.ts'
import { ensureFormDefinitions, formDefinitions, formDefinitionsFolder } from './ensure-form-definitions.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
  await ensureFormDefinitions(world.platform)
})
afterAll(() => world.platform.close())

const read = (name: string) => world.schemas.byName(world.people.manager, name)

describe('form definitions', () => {
  it.each(formDefinitionNames)('SCH-033/api %s is there for every role, locked', async (name) => {
    for (const caller of Object.values(world.people)) {
      const schema = await world.schemas.byName(caller, name)
      expect(schema).toMatchObject({ name, version: 1, vLocked: true, read_only: true })
      expect(schema.jsonSchema).toEqual(formDefinitions[name])
    }
  })

  it.each(formDefinitionNames)('%s is a schema the server would take', async (name) => {
    const { manager } = world.people
    const copy = await world.schemas.save(manager, { name: `copy of ${name}`, jsonSchema: formDefinitions[name] })
    expect(copy.jsonSchema).toEqual(formDefinitions[name])
  })

  it('SCH-033/api are renamed, moved, deleted and versioned by nobody (D-122)', async () => {
    const { 'super-admin': caller } = world.people
    const { _id } = await read('rt-pipeline')
    const mine = await world.folders.create(caller, { name: 'Mine', kind: 'schema', parent: null })
    const attempts = {
      rename: () => world.documents.rename(caller, 'schema', _id, 'mine'),
      move: () => world.documents.reparent(caller, 'schema', _id, mine.id),
      delete: () => world.versions.deleteDocument(caller, 'schema', _id),
      'new version': () => world.versions.createNew(caller, 'schema', { id: _id }),
    }
    for (const [what, attempt] of Object.entries(attempts)) {
      await expect(attempt(), what).rejects.toMatchObject({ code: 40300 })
    }
  })

  it('are made once, and again where the product changed one', async () => {
    await ensureFormDefinitions(world.platform)
    expect((await read('rt-component')).version).toBe(1)
    const changed = { ...formDefinitions, 'rt-component': { type: 'object', title: 'New' } }
    await ensureFormDefinitions(world.platform, changed)
    expect(await read('rt-component')).toMatchObject({ version: 2, vLocked: true, jsonSchema: { title: 'New' } })
    expect((await read('rt-pipeline')).version).toBe(1)
    const [root] = await world.folders.tree(world.people.manager, 'schema')
    expect(root?.children?.filter((node) => node.label === formDefinitionsFolder)).toHaveLength(1)
  })
})
