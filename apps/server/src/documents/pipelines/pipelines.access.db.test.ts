import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DocumentWorld,
  makeCountry,
  makeDocumentWorld,
  makeFamily,
  makeMaster,
} from '../kernel/documents.fixtures.ts'
import { freshName, assignPipeline, makeUser } from '../../test-support/factories.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ensureLocale } from '../lookups/lookups.service.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const documentOf = async (versionId: string) =>
  (await world.access.seen(world.people['super-admin'], versionId)).pipelineId
const pickerOf = async (caller: Caller, documentId: string) =>
  (await Promise.all((await world.access.picker(caller)).map((item) => world.access.seen(caller, item._id))))
    .filter((seen) => seen.pipelineId === documentId)
    .map((seen) => seen.item)

describe('who sees a pipeline', () => {
  it('PIC-005/api shows manager and admin every pipeline without assignment, if its read badges let them', async () => {
    const { manager, admin, 'super-admin': superAdmin } = world.people
    const { master } = await makeFamily(world, superAdmin)
    expect((await world.access.seen(manager, master._id)).item.name).toBe(master.name)
    expect((await world.access.seen(admin, master._id)).item.name).toBe(master.name)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Readers'), type: 'project' })
    await world.documents.setRules(superAdmin, 'pipeline', master._id, { read: [[badge._id]], write: [] })
    await expect(world.access.seen(manager, master._id)).rejects.toMatchObject({ code: 40400 })
    const holder = { ...manager, badges: new Set([badge._id]) }
    expect((await world.access.seen(holder, master._id)).item._id).toBe(master._id)
    expect((await world.access.seen(superAdmin, master._id)).item._id).toBe(master._id)
  })

  it('PRM-024/api asks for the read badges of the folders above, on every path', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const { component } = await makeFamily(world, superAdmin)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Folder'), type: 'project' })
    const outer = await world.folders.create(superAdmin, { name: freshName('Outer'), kind: 'pipeline', parent: null })
    const inner = await world.folders.create(superAdmin, { name: 'Inner', kind: 'pipeline', parent: outer.id })
    const master = await makeMaster(world, superAdmin, component._id, { folder: inner.id })
    const country = await makeCountry(world, superAdmin, master._id, { folder: inner.id })
    await world.folders.setRules(superAdmin, outer.id, { read: [[badge._id]], write: [] })
    const pipelineId = await documentOf(master._id)
    const paths = async (caller: Caller) => ({
      seen: await world.access.seen(caller, master._id).then(
        () => true,
        () => false,
      ),
      among: (await world.access.seenAmong(caller, [pipelineId])).has(pipelineId),
      all: (await world.access.allSeen(caller)).has(pipelineId),
      picker: (await world.access.picker(caller)).some((item) => item._id === master._id),
      newest: (await world.access.newest(caller)).some((item) => item._id === master._id),
      countries: (await world.access.countries(caller, master._id)).length === 1,
    })
    const everywhere = (value: boolean) => ({
      seen: value,
      among: value,
      all: value,
      picker: value,
      newest: value,
      countries: value,
    })
    expect(await paths(manager)).toEqual(everywhere(false))
    expect(await paths({ ...manager, badges: new Set([badge._id]) })).toEqual(everywhere(true))
    expect(country.masterPipeline).toBe(master._id)
  })

  it('PIC-006/api PIC-007/api shows role user what is assigned and of the dealer data kind', async () => {
    const { 'super-admin': superAdmin } = world.people
    const { db } = world.platform
    const user = await makeUser(db, { role: 'user' })
    const { component } = await makeFamily(world, superAdmin)
    const product = await makeMaster(world, superAdmin, component._id)
    const dealer = await makeMaster(world, superAdmin, component._id, { datakind: { _id: world.dealerKind } })
    const unassigned = await makeMaster(world, superAdmin, component._id, { datakind: world.dealerKind })
    for (const pipeline of [product, dealer]) await assignPipeline(db, user.userId, await documentOf(pipeline._id))
    const names = async (caller: Caller) => (await world.access.picker(caller)).map((item) => item.name).toSorted()
    expect(await names(user)).toEqual([dealer.name])
    await expect(world.access.seen(user, product._id)).rejects.toMatchObject({ code: 40400 })
    await expect(world.access.seen(user, unassigned._id)).rejects.toMatchObject({ code: 40400 })
    const free = { ...user, unrestrictedUpload: true }
    expect(await names(free)).toEqual([dealer.name, product.name].toSorted())
    await expect(world.access.seen(free, unassigned._id)).rejects.toMatchObject({ code: 40400 })
    await db.updateTable('user_pipelines').set({ is_active: false }).where('user_id', '=', user.userId).execute()
    expect(await names(free)).toEqual([])
  })

  it('answers an unknown id like an unseen one', async () => {
    await expect(world.access.seen(world.people.manager, 'nothing')).rejects.toMatchObject({
      code: 40400,
      message: 'Document not found',
    })
    expect(await world.access.countries(world.people.manager, 'nothing')).toEqual([])
    expect(await world.access.seenAmong(world.people.manager, [])).toEqual(new Set())
  })
})

describe('what the pickers offer', () => {
  it('offers the newest locked version, and a newer draft to all but role user (D-54)', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const { db } = world.platform
    const user = await makeUser(db, { role: 'user', unrestrictedUpload: true })
    const { master } = await makeFamily(world, superAdmin)
    const pipelineId = await documentOf(master._id)
    await assignPipeline(db, user.userId, pipelineId)
    const versions = async (caller: Caller) =>
      (await pickerOf(caller, pipelineId)).map(({ version, vLocked }) => `${version} ${vLocked ? 'Prod' : 'Draft'}`)
    expect(await versions(user)).toEqual(['1 Draft'])
    expect(await versions(manager)).toEqual(['1 Draft'])
    await world.versions.lock(superAdmin, 'pipeline', { id: master._id, force: true })
    await world.versions.createNew(superAdmin, 'pipeline', { id: master._id })
    const third = await world.versions.createNew(superAdmin, 'pipeline', { id: master._id })
    expect(await versions(user)).toEqual(['1 Prod'])
    expect(await versions(manager)).toEqual(['1 Prod', '3 Draft'])
    await world.versions.lock(superAdmin, 'pipeline', { id: third._id, force: true })
    expect(await versions(user)).toEqual(['3 Prod'])
    expect(await versions(manager)).toEqual(['3 Prod'])
    expect(await documentOf(third._id)).toBe(pipelineId)
  })

  it('PIC-012/api leaves out a hidden pipeline, and PIC-003/api puts masters first, then sorts by name', async () => {
    const { manager } = world.people
    const { master, country, component } = await makeFamily(world, manager)
    const hidden = await world.pipelines.save(manager, { ...country, isHidden: true })
    // Made in another order than they are listed in.
    await makeCountry(world, manager, master._id, { name: 'order of lists: b' })
    await makeCountry(world, manager, master._id, { name: 'Order of lists: A' })
    await makeMaster(world, manager, component._id, { name: 'Order of lists: Z' })
    const offered = await world.access.picker(manager)
    expect(offered.map((item) => item._id)).not.toContain(hidden._id)
    expect(offered.map((item) => item._id)).toContain(master._id)
    expect((await world.access.newest(manager)).map((item) => item._id)).toContain(hidden._id)
    const order = offered.map((item) => `${item.isMaster ? 0 : 1} ${item.name}`)
    expect(order).toEqual(order.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(new Set(offered.map((item) => item.isMaster))).toEqual(new Set([true, false]))
  })

  it('PIC-001/api PIC-009/api PIC-010/api PIC-011/api PIP-006/api answers what a listed pipeline has', async () => {
    const { manager } = world.people
    const { classed } = world
    const { db } = world.platform
    // What people call it differs from its label.
    const locale = await ensureLocale(db, { language: 'pt', country: 'BR', name: 'Brazil' })
    const classes = { datakind: { _id: classed.datakind }, locale: { _id: locale } }
    const { master, country } = await makeFamily(world, manager, classes)
    const listed = (await world.access.newest(manager)).find((item) => item._id === master._id)
    expect(listed).toEqual({
      _id: master._id,
      name: master.name,
      path: master.name,
      version: 1,
      vLocked: false,
      isMaster: true,
      masterPipeline: null,
      brand: { _id: classed.brand, name: 'Adventure Works' },
      locale: { _id: locale, name: 'Brazil', language: 'pt', country: 'BR', label: 'pt-BR' },
      productLine: { _id: classed.productLine, name: 'bikes', label: 'Bikes' },
      datakind: { _id: classed.datakind, name: 'product' },
      dataSources: [
        { dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv', dataFromMaster: false, enabled: true },
      ],
      dataSinks: [{ name: 'out' }],
      countryPipelines: [{ _id: country._id, name: country.name, version: 1, vLocked: false }],
    })
    expect((await world.access.items([country._id])).get(country._id)).toMatchObject({ masterPipeline: master._id })
  })

  it('lists the countries of a master by name, whichever version of it is named', async () => {
    const { 'super-admin': caller } = world.people
    const { master, country } = await makeFamily(world, caller)
    const first = await makeCountry(world, caller, master._id, { name: `A ${country.name}` })
    await world.versions.lock(caller, 'pipeline', { id: master._id, force: true })
    const next = await world.versions.createNew(caller, 'pipeline', { id: master._id })
    const names = (await world.access.countries(caller, next._id)).map((entry) => entry.item.name)
    expect(names).toEqual([first.name, country.name])
  })
})

it('stays quick with ten thousand pipelines', async () => {
  const { manager, 'super-admin': superAdmin } = world.people
  const { db } = world.platform
  const { master } = await makeFamily(world, superAdmin)
  const folder = await world.folders.root('pipeline')
  const { sql } = await import('kysely')
  await sql`insert into documents (id, kind, folder_id, name)
    select 'many' || n, 'pipeline', ${folder.id}, 'Many ' || n from generate_series(1, 10000) n`.execute(db)
  await sql`insert into document_versions (id, document_id, version, content)
    select 'many' || n || 'v' || k, 'many' || n, k, (select content from document_versions where id = ${master._id})
    from generate_series(1, 10000) n, generate_series(1, 2) k`.execute(db)
  await sql`insert into pipeline_versions (version_id, is_master)
    select 'many' || n || 'v' || k, true from generate_series(1, 10000) n, generate_series(1, 2) k`.execute(db)
  await sql`analyze`.execute(db)
  const taken = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  expect((await world.access.allSeen(manager)).size).toBeGreaterThan(10_000)
  // Bounds far above what two cores take, so that only a change of order turns them red.
  expect(await taken(() => world.access.seen(manager, 'many5000v1'))).toBeLessThan(5_000)
  expect(await taken(() => world.access.allSeen(manager))).toBeLessThan(20_000)
  expect(await taken(() => world.access.picker(manager))).toBeLessThan(40_000)
})
