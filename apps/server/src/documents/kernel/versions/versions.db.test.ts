import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import {
  type DocumentWorld,
  makeComponent,
  makeDocumentWorld,
  makeFamily,
  makeMaster,
  makeSchema,
} from '../documents.fixtures.ts'
import { referencesOf } from './references.reads.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const texts = {
  stale: 'The document was changed by somebody else, please reload it',
  forbidden: 'You are not allowed to do this.',
}

describe('saving', () => {
  it('G9 refuses the save that carries an older sys_version, and names who saved and when', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const schema = await makeSchema(world, manager)
    const first = await world.schemas.save(superAdmin, { ...schema, jsonSchema: { type: 'object', title: 'first' } })
    const second = world.schemas.save(manager, { ...schema, jsonSchema: { type: 'object', title: 'second' } })
    await expect(second).rejects.toMatchObject({
      code: 40900,
      message: texts.stale,
      changedBy: superAdmin.userName,
      changedAt: expect.any(Date),
    })
    const kept = await world.schemas.find(manager, schema._id)
    expect(kept).toMatchObject({ sys_version: schema.sys_version + 1, jsonSchema: { title: 'first' } })
    expect(first.sys_version).toBe(kept.sys_version)
  })

  it('needs sys_version to save what is there already', async () => {
    const { manager } = world.people
    const { _id, name } = await makeSchema(world, manager)
    await expect(world.schemas.save(manager, { _id, name })).rejects.toMatchObject({
      code: 40000,
      message: 'Missing field(s) : sys_version',
    })
  })

  it('FLD-019/api keeps names unique in a folder, trimmed and without regard to case', async () => {
    const { manager } = world.people
    const name = freshName('Unique')
    await makeSchema(world, manager, name)
    await expect(makeSchema(world, manager, `  ${name.toUpperCase()} `)).rejects.toMatchObject({
      code: 40900,
      message: 'This name already exists in the folder',
    })
    const other = await world.folders.create(manager, { name: freshName('Folder'), kind: 'schema', parent: null })
    await expect(world.schemas.save(manager, { name, folder: other.id })).resolves.toMatchObject({ name })
  })

  it('writes an audit row with what was before and after, in the same transaction', async () => {
    const { manager } = world.people
    const schema = await makeSchema(world, manager)
    await world.schemas.save(manager, { ...schema, jsonSchema: { type: 'object', title: 'audited' } })
    const rows = await world.platform.db.selectFrom('audit').selectAll().where('object_id', '=', schema._id).execute()
    expect(rows.map((row) => row.action).toSorted()).toEqual(['create', 'save'])
    const saved = rows.find((row) => row.action === 'save')
    expect(saved).toMatchObject({
      user_name: manager.userName,
      before: { jsonSchema: schema.jsonSchema },
      after: { jsonSchema: { title: 'audited' } },
    })
  })
})

describe('locking', () => {
  it('VER-006/api VER-008/api turns a draft into production, which nobody saves any more', async () => {
    const { 'super-admin': caller } = world.people
    const schema = await makeSchema(world, caller)
    const locked = await world.versions.lock(caller, 'schema', { id: schema._id })
    expect(locked).toEqual({
      _id: schema._id,
      version: 1,
      vLocked: true,
      locked: [{ _id: schema._id, name: schema.name, version: 1, vLocked: true, type: 'schema' }],
    })
    await expect(world.schemas.save(caller, schema)).rejects.toMatchObject({ code: 40300, message: texts.forbidden })
    await expect(world.versions.lock(caller, 'schema', { id: schema._id })).rejects.toMatchObject({
      message: 'Version 1 is already locked',
    })
  })

  it('VER-008/engine is refused a change of locked content by the database itself', async () => {
    const { 'super-admin': caller } = world.people
    const { master } = await makeFamily(world, caller)
    await world.versions.lock(caller, 'pipeline', { id: master._id, force: true })
    const { db } = world.platform
    const refused = { code: 'MR001' }
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
    await expect(run(sql`update document_versions set content = '{}' where id = ${master._id}`)).rejects.toMatchObject(
      refused,
    )
    await expect(run(sql`update document_versions set locked = false where id = ${master._id}`)).rejects.toMatchObject(
      refused,
    )
    await expect(run(sql`delete from document_versions where id = ${master._id}`)).rejects.toMatchObject(refused)
    await expect(
      run(sql`update pipeline_versions set is_hidden = true where version_id = ${master._id}`),
    ).rejects.toMatchObject(refused)
    await expect(run(sql`delete from document_references where from_version = ${master._id}`)).rejects.toMatchObject(
      refused,
    )
    const other = await makeSchema(world, caller)
    await expect(
      run(sql`insert into document_references values (${master._id}, ${other._id}, 'schema')`),
    ).rejects.toMatchObject(refused)
    await expect(
      run(sql`update document_references set from_version = ${other._id} where from_version = ${master._id}`),
    ).rejects.toMatchObject(refused)
  })

  it('VER-007/api names the draft it rests on without force, and locks all the way down with it', async () => {
    const { 'super-admin': caller } = world.people
    const { schema, component, master } = await makeFamily(world, caller)
    await expect(world.versions.lock(caller, 'pipeline', { id: master._id })).rejects.toMatchObject({
      code: 40900,
      message: `Cannot lock: schema ${schema.name} version 1 is not locked`,
    })
    expect((await world.schemas.find(caller, schema._id)).vLocked).toBe(false)
    const done = await world.versions.lock(caller, 'pipeline', { id: master._id, force: true })
    expect(done.locked.map((ref) => ref._id)).toEqual([schema._id, component._id, master._id])
    expect((await world.schemas.find(caller, schema._id)).vLocked).toBe(true)
    expect((await world.components.find(caller, component._id)).vLocked).toBe(true)
  })

  it('VER-007/api also locks the newest draft of each country pipeline when asked', async () => {
    const { 'super-admin': caller } = world.people
    const { master, country } = await makeFamily(world, caller)
    const done = await world.versions.lock(caller, 'pipeline', { id: master._id, force: true, country: true })
    expect(done.locked.map((ref) => ref._id)).toContain(country._id)
    expect((await world.pipelines.find(caller, country._id)).vLocked).toBe(true)
  })

  it('locks nothing when one of the forced ones may not be written', async () => {
    const { 'super-admin': superAdmin, manager } = world.people
    const schema = await makeSchema(world, superAdmin)
    const badge = await world.badges.ensure(superAdmin, { name: freshName('Badge'), type: 'project' })
    await world.documents.setRules(superAdmin, 'schema', schema._id, { read: [], write: [[badge._id]] })
    const component = await makeComponent(world, manager, schema._id)
    await expect(world.versions.lock(manager, 'component', { id: component._id, force: true })).rejects.toMatchObject({
      code: 40300,
    })
    expect((await world.components.find(manager, component._id)).vLocked).toBe(false)
  })

  it('refuses a component that cannot be built, and a pipeline whose source or sink names no port', async () => {
    const { 'super-admin': caller } = world.people
    const schema = await makeSchema(world, caller)
    const broken = await makeComponent(world, caller, schema._id, {
      kind: 'workflow',
      links: [{ name: 'one', fromInstance: '', fromPort: 'nowhere', toInstance: '', toPort: 'out', jsCode: '' }],
    })
    await expect(world.versions.lock(caller, 'component', { id: broken._id, force: true })).rejects.toMatchObject({
      code: 40000,
      message: 'duplicate or missing port: nowhere',
    })

    const component = await makeComponent(world, caller, schema._id)
    const stranger = await makeMaster(world, caller, component._id, { dataSinks: [{ name: 'stranger' }] })
    await expect(world.versions.lock(caller, 'pipeline', { id: stranger._id, force: true })).rejects.toMatchObject({
      message: `The data sink 'stranger' is no output of ${component.name} (out)`,
    })
  })
})

describe('versions of a document', () => {
  it('VER-002/api VER-005/api VER-009/api makes an unlocked copy with the next number, newest first', async () => {
    const { 'super-admin': caller } = world.people
    const { master, component } = await makeFamily(world, caller)
    await expect(world.versions.createNew(caller, 'pipeline', { id: master._id })).rejects.toMatchObject({
      code: 40900,
      message: 'Version 1 is not locked',
    })
    await world.versions.lock(caller, 'pipeline', { id: master._id, force: true })
    const second = await world.versions.createNew(caller, 'pipeline', { id: master._id })
    const third = await world.versions.createNew(caller, 'pipeline', { id: master._id })
    expect([second.version, third.version]).toEqual([2, 3])
    const versions = await world.versions.list(caller, 'pipeline', second._id)
    expect(versions.map(({ _id, version, vLocked, vParents }) => ({ _id, version, vLocked, vParents }))).toEqual([
      { _id: third._id, version: 3, vLocked: false, vParents: [master._id] },
      { _id: second._id, version: 2, vLocked: false, vParents: [master._id] },
      { _id: master._id, version: 1, vLocked: true, vParents: [] },
    ])
    expect(versions[0]?.lastUpdateDate).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    const copy = await world.pipelines.find(caller, third._id)
    await world.pipelines.save(caller, copy)
    const dateOf = ({ lastUpdateDate }: { lastUpdateDate: string }) => Date.parse(lastUpdateDate)
    const saved = (await world.versions.list(caller, 'pipeline', third._id)).map(dateOf)
    expect(saved[0]).toBeGreaterThan(versions.map(dateOf)[0] ?? Number.NaN)
    expect(saved.slice(1)).toEqual(versions.map(dateOf).slice(1))
    expect(copy).toMatchObject({ name: master.name, component: component._id, isMaster: true, brand: master.brand })
    expect(await referencesOf(world.platform.db, third._id)).toEqual([{ to: component._id, role: 'component' }])
    await world.versions.deleteVersion(caller, 'pipeline', { id: third._id })
    expect((await world.versions.createNew(caller, 'pipeline', { id: master._id })).version).toBe(3)
  })

  it('gives simultaneous copies numbers of their own', async () => {
    const { 'super-admin': caller } = world.people
    const schema = await makeSchema(world, caller)
    await world.versions.lock(caller, 'schema', { id: schema._id })
    const made = await Promise.all(
      Array.from({ length: 8 }, () => world.versions.createNew(caller, 'schema', { id: schema._id })),
    )
    expect(made.map((version) => version.version).toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('VER-010/api deletes a draft and never a locked version; with the only one the document goes', async () => {
    const { 'super-admin': caller } = world.people
    const schema = await makeSchema(world, caller)
    await world.versions.lock(caller, 'schema', { id: schema._id })
    await expect(world.versions.deleteVersion(caller, 'schema', { id: schema._id })).rejects.toMatchObject({
      code: 40900,
      message: 'A locked version cannot be deleted',
    })
    const draft = await world.versions.createNew(caller, 'schema', { id: schema._id })
    const left = await world.versions.deleteVersion(caller, 'schema', { id: draft._id })
    expect(left).toMatchObject({ deleted: draft._id, versions: [{ _id: schema._id, version: 1 }] })
    const only = await makeSchema(world, caller)
    expect(await world.versions.deleteVersion(caller, 'schema', { id: only._id })).toEqual({
      deleted: only._id,
      versions: [],
    })
    await expect(world.schemas.find(caller, only._id)).rejects.toMatchObject({ code: 40400 })
  })

  it('deletes no version and no document that another one uses', async () => {
    const { 'super-admin': caller } = world.people
    const { schema, component, master, country } = await makeFamily(world, caller)
    const usedBy = (name: string) => ({ code: 40900, message: `Document is used by ${name}` })
    await expect(world.versions.deleteDocument(caller, 'schema', schema._id)).rejects.toMatchObject(
      usedBy(component.name),
    )
    await expect(world.versions.deleteVersion(caller, 'component', { id: component._id })).rejects.toMatchObject(
      usedBy(`${country.name}, ${master.name}`),
    )
    await expect(world.versions.deleteDocument(caller, 'pipeline', master._id)).rejects.toMatchObject(
      usedBy(country.name),
    )
    expect(await world.versions.deleteDocument(caller, 'pipeline', country._id)).toEqual({ deleted: [country._id] })
    expect(await world.versions.deleteDocument(caller, 'pipeline', master._id)).toEqual({ deleted: [master._id] })
    await world.versions.deleteDocument(caller, 'component', component._id)
    await world.versions.deleteDocument(caller, 'schema', schema._id)
  })

  it('deletes a document with its locked versions as a whole', async () => {
    const { 'super-admin': caller } = world.people
    const schema = await makeSchema(world, caller)
    await world.versions.lock(caller, 'schema', { id: schema._id })
    const draft = await world.versions.createNew(caller, 'schema', { id: schema._id })
    expect((await world.versions.deleteDocument(caller, 'schema', draft._id)).deleted).toEqual([draft._id, schema._id])
  })
})

describe('rights', () => {
  it('VER-019/api PRM-023/api lets only super-admin write a document once a version of it is locked', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const schema = await makeSchema(world, manager)
    expect(schema.read_only).toBe(false)
    await world.versions.lock(manager, 'schema', { id: schema._id })
    await expect(world.versions.createNew(manager, 'schema', { id: schema._id })).rejects.toMatchObject({ code: 40300 })
    const draft = await world.versions.createNew(superAdmin, 'schema', { id: schema._id })
    const seen = await world.schemas.find(manager, draft._id)
    expect(seen).toMatchObject({ vLocked: false, read_only: true })
    await expect(world.schemas.save(manager, seen)).rejects.toMatchObject({ code: 40300 })
    await expect(world.documents.rename(manager, 'schema', draft._id, 'Other')).rejects.toMatchObject({ code: 40300 })
    await expect(world.versions.deleteDocument(manager, 'schema', draft._id)).rejects.toMatchObject({ code: 40300 })
    const own = await world.schemas.find(superAdmin, draft._id)
    expect(own.read_only).toBe(false)
    await expect(world.schemas.save(superAdmin, own)).resolves.toMatchObject({ sys_version: 2 })
  })

  it('VER-014/api PRM-022/api PRM-024/api follows the badges of the document and of all folders above', async () => {
    const { manager, 'super-admin': superAdmin } = world.people
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => world.badges.ensure(superAdmin, { name: freshName(name), type: 'project' })),
    )
    if (one === undefined || two === undefined) throw new Error('no badges')
    const outer = await world.folders.create(superAdmin, { name: freshName('Outer'), kind: 'schema', parent: null })
    const inner = await world.folders.create(superAdmin, { name: 'Inner', kind: 'schema', parent: outer.id })
    const schema = await world.schemas.save(superAdmin, { name: freshName('Deep'), folder: inner.id })
    await world.folders.setRules(superAdmin, outer.id, { read: [[one._id, two._id]], write: [] })
    await world.documents.setRules(superAdmin, 'schema', schema._id, { read: [], write: [[two._id], [one._id]] })
    const holding = (...badges: string[]) => ({ ...manager, badges: new Set(badges) })
    const find = (...badges: string[]) => world.schemas.find(holding(...badges), schema._id)
    await expect(find()).rejects.toMatchObject({ code: 40400, message: 'Document not found' })
    await expect(find(one._id)).rejects.toMatchObject({ code: 40400 })
    await expect(find(one._id, two._id)).resolves.toMatchObject({ read_only: false })
    await world.folders.setRules(superAdmin, inner.id, { read: [], write: [[two._id, 'held by nobody']] }).then(
      () => expect.unreachable('an unknown badge was stored'),
      (error: unknown) => expect(error).toMatchObject({ code: 40000, message: 'Unknown tag' }),
    )
    const third = await world.badges.ensure(superAdmin, { name: freshName('three'), type: 'project' })
    await world.folders.setRules(superAdmin, inner.id, { read: [], write: [[third._id]] })
    await expect(find(one._id, two._id)).resolves.toMatchObject({ read_only: true })
    await expect(find(one._id, two._id, third._id)).resolves.toMatchObject({ read_only: false })
    await expect(world.schemas.find(superAdmin, schema._id)).resolves.toMatchObject({ read_only: false })
    await expect(world.versions.list(holding(one._id), 'schema', schema._id)).rejects.toMatchObject({ code: 40400 })
  })

  it('gives role user no schema and no component', async () => {
    const { user, manager } = world.people
    const schema = await makeSchema(world, manager)
    await expect(world.schemas.find(user, schema._id)).rejects.toMatchObject({ code: 40400 })
  })
})
