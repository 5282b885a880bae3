import type { Body, Role, TreeNode } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test-support/app.ts'
import { freshName, makeUserOfEachRole, type TestUser } from '../../../test-support/factories.ts'

let app: TestApp
let people: Record<Role, TestUser>
let badge: string
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
  badge = (await app.services.badges.ensure(people['super-admin'], { name: 'Closed', type: 'project' }))._id
})
afterAll(() => app.close())

const explorers = ['manager', 'admin', 'super-admin'] as const
const refused = { code: 40300, message: 'You are not allowed to do this.' }
const unknown = { code: 40400, message: 'Document not found' }
const ok = { code: 20000, message: 'ok' }

const make = (as: TestUser, body: Partial<Body<'POST /folders'>> = {}) =>
  app.call('POST /folders', { as, body: { name: freshName('Folder'), kind: 'schema', parent: null, ...body } })
const folder = async (body: Partial<Body<'POST /folders'>> = {}) => (await make(people.manager, body)).data
/** A folder whose rule only holders of the badge pass. */
async function closed(rule: 'read' | 'write'): Promise<string> {
  const { id } = await folder()
  const tags = { read: [], write: [], [rule]: [[badge]] }
  await app.services.folders.setRules(people['super-admin'], id, tags)
  return id
}
const tree = (as: TestUser, kind: string) => app.call('GET /folders/tree', { as, query: { kind } })
const document = (name = freshName('Row'), folderId?: string) =>
  app.services.schemas.save(people.manager, { name, folder: folderId, jsonSchema: { type: 'object' } })
const find = (nodes: readonly TreeNode[], id: string): TreeNode | undefined =>
  nodes.flatMap((node) => (node.value === id ? [node] : [find(node.children ?? [], id) ?? []].flat()))[0]

describe('the name of a folder', () => {
  it('is one line of what is seen, and never so long that it cannot be kept', async () => {
    const name = freshName('Line')
    expect((await folder({ name: ` ${name}\n\u200b` })).name).toBe(name)
    expect(await make(people.manager, { name: '\u200b' })).toMatchObject({ code: 40000, message: 'Please input name' })
    // As random as names get: what the index cannot pack is refused by it.
    const long = Array.from({ length: 3000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
    const tooLong = { code: 40000, message: 'A name has at most 250 characters' }
    expect(await make(people.manager, { name: long })).toMatchObject(tooLong)
    const { id } = await folder()
    expect(await app.call('POST /folders/rename', { as: people.manager, body: { id, name: long } })).toMatchObject(
      tooLong,
    )
    expect((await folder({ name: long.slice(0, 250) })).name).toHaveLength(250)
  })
})

describe('GET /folders/tree', () => {
  it('API-051/api FLD-001/api PRM-008/api answers one root for each kind, to every role that has it', async () => {
    for (const role of explorers) {
      for (const kind of ['pipeline', 'schema', 'component']) {
        const answer = await tree(people[role], kind)
        expect(answer).toMatchObject(ok)
        expect(answer.data).toMatchObject([{ type: 'folder', editable: false, draggable: false, droppable: true }])
      }
    }
    expect(await tree(people.user, 'pipeline')).toMatchObject({ ...ok, data: [{ type: 'folder', droppable: false }] })
    expect(await tree(people.user, 'schema')).toMatchObject(refused)
    expect(await tree(people.user, 'component')).toMatchObject(refused)
    for (const kind of ['folder', '', 'Pipeline']) {
      expect(await tree(people.manager, kind)).toMatchObject({ code: 40000, message: 'Unknown kind' })
    }
  })

  it('PRM-014/api LIM-007/api carries badge rules to admin and super-admin alone', async () => {
    const id = await closed('write')
    const shown = async (role: Role) => find((await tree(people[role], 'schema')).data, id)
    for (const role of ['admin', 'super-admin'] as const) {
      expect((await shown(role))?.tags).toEqual({ read: [], write: [[badge]] })
    }
    expect(await shown('manager')).toMatchObject({ tags: { read: [], write: [] }, inheritTags: [] })
  })

  it('tells what comes with the product, which nobody changes, from what people made', async () => {
    const own = await document()
    const block = await document(freshName('Block'), (await folder()).id)
    await app.db
      .updateTable('documents')
      .set({ is_ready_made: true })
      .where('id', '=', (eb) => eb.selectFrom('document_versions').select('document_id').where('id', '=', block._id))
      .execute()
    const nodes = (await tree(people.admin, 'schema')).data
    expect(find(nodes, block._id)).toMatchObject({ readyMade: true, editable: false })
    expect(find(nodes, own._id)).not.toHaveProperty('readyMade')
  })
})

describe('POST /folders', () => {
  it('API-052/api FLD-002/api makes one, below the root or where asked, for every role but user', async () => {
    for (const role of explorers) {
      const outer = await make(people[role])
      expect(outer).toMatchObject({ ...ok, data: { kind: 'schema' } })
      const inner = await make(people[role], { name: '  Inner ', parent: outer.data.id })
      expect(inner.data).toEqual({ id: inner.data.id, name: 'Inner', kind: 'schema', parent: outer.data.id })
    }
    // Role user has no New folder anywhere (D-131).
    expect(await make(people.user)).toMatchObject(refused)
    expect(await make(people.user, { kind: 'pipeline' })).toMatchObject(refused)
  })

  it('FLD-019/api FLD-011/api is refused without a name, with a taken one, and where one may not write', async () => {
    const name = freshName('Taken')
    await folder({ name })
    expect(await make(people.manager, { name: ' ' })).toMatchObject({ code: 40000, message: 'Please input name' })
    const taken = { code: 40900, message: 'This name already exists in the folder' }
    expect(await make(people.manager, { name: ` ${name.toUpperCase()}` })).toMatchObject(taken)
    expect(await make(people.manager, { parent: await closed('write') })).toMatchObject(refused)
    expect(await make(people.manager, { parent: await closed('read') })).toMatchObject(unknown)
    expect(await make(people.manager, { parent: (await folder()).id, kind: 'component' })).toMatchObject(unknown)
    const odd = await app.call('POST /folders', { as: people.manager, raw: { name: 'x', kind: 'table', parent: null } })
    expect(odd).toMatchObject({ code: 40000, message: 'Missing field(s) : kind' })
  })
})

describe('DELETE /folders', () => {
  const remove = (as: TestUser, body: Body<'DELETE /folders'>) => app.call('DELETE /folders', { as, body })

  it('API-053/api removes it, and what is in it only when asked', async () => {
    for (const role of explorers) {
      const { id } = (await make(people[role])).data
      const inner = await folder({ parent: id })
      const row = await document(undefined, inner.id)
      const full = { code: 40900, message: 'Folder is not empty' }
      expect(await remove(people[role], { id, kind: 'schema' })).toMatchObject(full)
      expect(await remove(people[role], { id, kind: 'schema', withFolders: true })).toMatchObject(full)
      expect(await remove(people[role], { id, kind: 'schema', withDocuments: true })).toMatchObject(full)
      const gone = await remove(people[role], { id, kind: 'schema', withFolders: true, withDocuments: true })
      expect(gone).toMatchObject({ ...ok, data: { folders: [inner.id, id], documents: [row._id] } })
      expect(await remove(people[role], { id, kind: 'schema' })).toMatchObject(unknown)
    }
  })

  it('API-053/api asks for subfolders and for documents apart', async () => {
    const full = { code: 40900, message: 'Folder is not empty' }
    const [outer, holder] = [await folder(), await folder()]
    const inner = await folder({ parent: outer.id })
    const row = await document(undefined, holder.id)
    const by = (id: string, more: object) => remove(people.manager, { id, kind: 'schema', ...more })
    expect(await by(outer.id, { withDocuments: true })).toMatchObject(full)
    expect((await by(outer.id, { withFolders: true })).data).toEqual({ folders: [inner.id, outer.id], documents: [] })
    expect(await by(holder.id, { withFolders: true })).toMatchObject(full)
    const gone = { folders: [holder.id], documents: [row._id] }
    expect((await by(holder.id, { withDocuments: true })).data).toEqual(gone)
  })

  it('FLD-018/api FLD-011/api is refused for the root, for what is used, and where one may not write', async () => {
    const { id } = await folder()
    const used = await document(undefined, id)
    const user = await app.services.schemas.save(people.manager, {
      name: freshName('User'),
      jsonSchema: { $ref: `importer://schema/id/${used._id}` },
    })
    const all = { kind: 'schema', withFolders: true, withDocuments: true } as const
    const isUsed = { code: 40900, message: `Document is used by ${user.name}` }
    expect(await remove(people.manager, { id, ...all })).toMatchObject(isUsed)
    const root = await app.services.folders.root('schema')
    expect(await remove(people['super-admin'], { id: root.id, ...all })).toMatchObject(refused)
    const outer = await closed('write')
    expect(await remove(people.manager, { id: outer, ...all })).toMatchObject(refused)
    expect(await remove(people.manager, { id: await closed('read'), ...all })).toMatchObject(unknown)
    expect(await remove(people.manager, { id, ...all, kind: 'component' })).toMatchObject(unknown)
    expect(await remove(people.user, { id, ...all })).toMatchObject(refused)
  })
})

describe('POST /folders/rename', () => {
  const rename = (as: TestUser, id: string, name: string) =>
    app.call('POST /folders/rename', { as, body: { id, name } })

  it('API-054/api FLD-005/api names folders and documents by the same call', async () => {
    for (const role of explorers) {
      const { id } = await folder()
      const name = freshName('New name')
      expect(await rename(people[role], id, ` ${name}`)).toMatchObject({ ...ok, data: { id, name } })
      const row = await document()
      const other = freshName('Other')
      expect(await rename(people[role], row._id, other)).toMatchObject({ ...ok, data: { id: row._id, name: other } })
      expect((await app.services.schemas.find(people.manager, row._id)).name).toBe(other)
    }
  })

  it('FLD-012/api FLD-011/api is refused for the root, forms, locked documents, names taken and missing', async () => {
    const name = freshName('Taken')
    await folder({ name })
    const { id } = await folder()
    expect(await rename(people.manager, id, ' ')).toMatchObject({ code: 40000, message: 'Please input name' })
    const taken = { code: 40900, message: 'This name already exists in the folder' }
    expect(await rename(people.manager, id, name)).toMatchObject(taken)
    const root = await app.services.folders.root('schema')
    expect(await rename(people['super-admin'], root.id, 'Roots')).toMatchObject(refused)
    expect(await rename(people.manager, await closed('write'), 'Mine')).toMatchObject(refused)
    expect(await rename(people.manager, await closed('read'), 'Mine')).toMatchObject(unknown)
    expect(await rename(people.manager, 'nothing-has-this-id', 'Mine')).toMatchObject(unknown)
    expect(await rename(people.user, id, 'Mine')).toMatchObject(refused)
    const row = await document()
    await app.services.versions.lock(people.manager, 'schema', { id: row._id })
    expect(await rename(people.manager, row._id, 'Locked')).toMatchObject(refused)
    expect(await rename(people['super-admin'], row._id, freshName('Locked'))).toMatchObject(ok)
    const form = await document()
    await app.db.updateTable('documents').set({ is_form_definition: true }).where('name', '=', form.name).execute()
    expect(await rename(people['super-admin'], form._id, 'Form')).toMatchObject(refused)
  })
})

describe('POST /folders/reparent', () => {
  const move = (as: TestUser, id: string, parentId: string) =>
    app.call('POST /folders/reparent', { as, body: { id, parentId } })

  it('API-055/api FLD-017/api moves it, numbering a name that is taken', async () => {
    for (const role of explorers) {
      const target = await folder()
      const { id, name } = await folder()
      await folder({ name, parent: target.id })
      const moved = await move(people[role], id, target.id)
      expect(moved).toMatchObject({ ...ok, data: { id, name: `${name} (1)`, kind: 'schema', parent: target.id } })
    }
  })

  it('FLD-013/api FLD-015/api FLD-016/api is refused below itself, where it is, into another kind and without rights', async () => {
    const { id } = await folder()
    const inner = await folder({ parent: id })
    const root = await app.services.folders.root('schema')
    const component = await app.services.folders.root('component')
    const nowhere = { code: 40000, message: 'The folder cannot be moved there' }
    for (const parentId of [id, inner.id, root.id, component.id]) {
      expect(await move(people.manager, id, parentId)).toMatchObject(nowhere)
    }
    expect(await move(people['super-admin'], root.id, id)).toMatchObject(refused)
    expect(await move(people.manager, id, await closed('write'))).toMatchObject(refused)
    expect(await move(people.manager, await closed('write'), id)).toMatchObject(refused)
    expect(await move(people.manager, id, await closed('read'))).toMatchObject(unknown)
    // A document holds nothing.
    expect(await move(people.manager, id, (await document())._id)).toMatchObject(unknown)
    expect(await move(people.user, id, inner.id)).toMatchObject(refused)
  })

  it('FLD-013/api two moves at once never put two folders below each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [left, right] = [await folder(), await folder()]
      const [leftInner, rightInner] = [await folder({ parent: left.id }), await folder({ parent: right.id })]
      const answers = await Promise.all([
        move(people.manager, left.id, rightInner.id),
        move(people['super-admin'], right.id, leftInner.id),
      ])
      expect(answers.map((answer) => answer.code).toSorted()).toEqual([20000, 40000])
      const shown = (await tree(people.manager, 'schema')).data
      for (const { id } of [left, right, leftInner, rightInner]) expect(find(shown, id)).toBeDefined()
    }
  })
})
