import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLines } from '@millrace/contract'
import { freshName } from '../../test-support/factories.ts'
import {
  type DocumentWorld,
  makeCountry,
  makeDocumentWorld,
  makeFamily,
  makeMaster,
} from '../kernel/documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const lock = (id: string) => world.versions.lock(world.people['super-admin'], 'pipeline', { id, force: true })
const copy = async (id: string) => (await world.versions.createNew(world.people['super-admin'], 'pipeline', { id }))._id
const change = async (id: string, more: object) => {
  const caller = world.people['super-admin']
  const { name, sys_version } = await world.pipelines.find(caller, id)
  return world.pipelines.save(caller, { _id: id, name, sys_version, ...more })
}

describe('POST /pipelines/compareDataStream', () => {
  it('API-075/api tells how the newest draft differs from the newest locked version, with its component', async () => {
    const { manager } = world.people
    const { master } = await makeFamily(world, manager)
    await lock(master._id)
    const draft = await copy(master._id)
    expect(countLines(await world.dataStream(manager, draft))).toEqual({ added: 0, removed: 0 })
    await change(draft, { dataSinks: [{ name: 'out', format: 'csv' }] })
    for (const id of [draft, master._id]) {
      const lines = await world.dataStream(manager, id)
      expect(lines.filter((line) => !line.startsWith('  '))).toEqual(['+       "format": "csv",'])
      expect(lines.join('\n')).toContain('"jsCode": "ctx.output = { out: ctx.input.rows }"')
    }
  })

  it('API-075/api a version that is missing makes every line an addition or a removal', async () => {
    const { manager } = world.people
    const { master } = await makeFamily(world, manager)
    const added = await world.dataStream(manager, master._id)
    expect(added.length).toBeGreaterThan(20)
    expect(added.every((line) => line.startsWith('+ '))).toBe(true)
    await lock(master._id)
    const removed = await world.dataStream(manager, master._id)
    expect(removed).toEqual(added.map((line) => line.replace('+ ', '- ')))
    const keys = removed.flatMap((line) => /^- {3}"(\w+)":/.exec(line)?.[1] ?? [])
    expect(keys).toEqual(keys.toSorted())
  })

  it('API-075/api writes no secret, and no name of a component that the caller does not see', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const { component, master } = await makeFamily(world, manager)
    const headers = { authorization: 'Bearer hidden-from-everybody' }
    const target = { kind: 'http' as const, url: 'https://shop.example/in', batchSize: 10, headers }
    await change(master._id, { dataSinks: [{ name: 'out', target }] })
    expect((await world.dataStream(manager, master._id)).join('\n')).not.toContain('hidden-from-everybody')
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Closed'), type: 'project' })
    await world.documents.setRules(superAdmin, 'component', component._id, { read: [[badge._id]], write: [] })
    const text = (await world.dataStream(manager, master._id)).join('\n')
    expect(text).toContain(component._id)
    expect(text).not.toContain(component.name)
    expect(text).not.toContain('ctx.input.rows')
    await world.documents.setRules(superAdmin, 'pipeline', master._id, { read: [[badge._id]], write: [] })
    await expect(world.dataStream(manager, master._id)).rejects.toMatchObject({ code: 40400 })
  })
})

describe('masters and their countries', () => {
  it('API-070/api GET /pipelines/masters: newest locked version and a newer draft of each seen master, by name', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const { component } = await makeFamily(world, manager)
    const prefix = freshName('Order')
    const make = (name: string) => makeMaster(world, manager, component._id, { name: `${prefix} ${name}` })
    const [b, a, closed] = [await make('b'), await make('a'), await make('closed')]
    await makeCountry(world, manager, a._id, { name: `${prefix} country` })
    await lock(a._id)
    const draft = await copy(a._id)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Closed'), type: 'project' })
    await world.documents.setRules(superAdmin, 'pipeline', closed._id, { read: [[badge._id]], write: [] })
    const mine = (await world.access.masters(manager)).filter(({ name }) => name.startsWith(prefix))
    expect(mine.map(({ _id }) => _id)).toEqual([a._id, draft, b._id])
    expect(mine.every(({ isMaster }) => isMaster)).toBe(true)
    const all = (await world.access.masters(superAdmin)).filter(({ name }) => name.startsWith(prefix))
    expect(all.map(({ _id }) => _id)).toEqual([a._id, draft, b._id, closed._id])
  })
})
