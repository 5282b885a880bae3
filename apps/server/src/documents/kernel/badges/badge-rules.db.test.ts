import { type Body, type DocTags, type Role, type Rule, ruleLimits, type TreeNode } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { startTestApp, type TestApp } from '../../../test-support/app.ts'
import {
  freshName,
  makeBadge,
  makeLookups,
  makeUser,
  makeUserOfEachRole,
  type TestUser,
} from '../../../test-support/factories.ts'

let app: TestApp
let people: Record<Role, TestUser>
let [one, two, three]: [string, string, string] = ['', '', '']
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
  one = await makeBadge(app.db)
  two = await makeBadge(app.db)
  three = await makeBadge(app.db)
})
afterAll(() => app.close())

const refused = { code: 40300, message: 'You are not allowed to do this.' }
const unseen = { code: 40400, message: 'Document not found' }
const unknownTag = { code: 40000, message: 'Unknown tag' }

const set = (body: Body<'POST /tags/update-document-tags'>, as: TestUser = people['super-admin']) =>
  app.call('POST /tags/update-document-tags', { as, body })
const read = (...rule: Rule): DocTags => ({ read: rule, write: [] })
const write = (...rule: Rule): DocTags => ({ read: [], write: rule })
const makeFolder = (parent: string | null = null, kind: 'schema' | 'pipeline' = 'schema') =>
  app.services.folders.create(people['super-admin'], { name: freshName('Folder'), kind, parent })
const makeSchema = (folder?: string) =>
  app.services.schemas.save(people['super-admin'], { name: freshName('Row'), jsonSchema: { type: 'object' }, folder })
const admin = (...badges: string[]) => makeUser(app.db, { role: 'admin', badges })

async function node(as: TestUser, kind: string, id: string): Promise<TreeNode | undefined> {
  const find = (nodes: readonly TreeNode[]): TreeNode | undefined => {
    for (const each of nodes) {
      const found = each.value === id ? each : find(each.children ?? [])
      if (found !== undefined) return found
    }
    return undefined
  }
  return find((await app.call('GET /folders/tree', { as, query: { kind } })).data)
}

describe('POST /tags/update-document-tags', () => {
  it('API-050/api TAG-015/api TAG-016/api restricts folders, pipelines, schemas and components', async () => {
    const { 'super-admin': caller } = people
    const { brand, locale, productLine, datakind } = await makeLookups(app.db)
    const component = await app.services.components.save(caller, { name: freshName('Copy'), kind: 'function' })
    const pipeline = await app.services.pipelines.save(caller, {
      name: freshName('Pipeline'),
      isMaster: true,
      component: component._id,
      brand,
      locale,
      productLine,
      datakind,
      dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }],
      dataSinks: [{ name: 'out' }],
    })
    const items = [
      { type: 'folder' as const, tree: 'schema', id: (await makeFolder()).id },
      { type: 'pipeline' as const, tree: 'pipeline', id: pipeline._id },
      { type: 'schema' as const, tree: 'schema', id: (await makeSchema())._id },
      { type: 'component' as const, tree: 'component', id: component._id },
    ]
    for (const { type, tree, id } of items) {
      const tags = { read: [[one, two], [three]], write: [[two]] }
      expect(await set({ id, type, tags })).toMatchObject({ code: 20000, data: { id, tags } })
      expect((await node(caller, tree, id))?.tags).toEqual(tags)
      // Holders of one group see it, writing needs the other rule as well; others see nothing.
      expect(await node(await admin(one), tree, id), type).toBeUndefined()
      expect(await node(await admin(three), tree, id), type).toMatchObject({ editable: false })
      expect(await node(await admin(one, two), tree, id), type).toMatchObject({ editable: true })
      expect(await set({ id, type, tags: { read: [], write: [] } })).toMatchObject({ code: 20000 })
      expect(await node(people.manager, tree, id), type).toBeDefined()
    }
  })

  it('API-050/api takes the id of any version, and the rule is that of all', async () => {
    const first = await makeSchema()
    await app.services.versions.lock(people['super-admin'], 'schema', { id: first._id })
    const second = await app.services.versions.createNew(people['super-admin'], 'schema', { id: first._id })
    const tags = read([one])
    for (const id of [first._id, second._id]) {
      expect(await set({ id, type: 'schema', tags })).toMatchObject({ code: 20000, data: { id, tags } })
      expect(await set({ id, type: 'schema', tags }, people.admin)).toMatchObject(unseen)
      // A locked version does not stand in the way of who may write its badges (D-47).
      const holder = await admin(one)
      expect(await set({ id, type: 'schema', tags: read([one], [two]) }, holder)).toMatchObject({ code: 20000 })
      expect(await set({ id, type: 'schema', tags }, holder)).toMatchObject({ code: 20000 })
    }
  })

  it('PRM-014/api needs the write badges of an admin, all the way up; super-admins always pass', async () => {
    const outer = await makeFolder()
    const inner = await makeFolder(outer.id)
    const schema = await makeSchema(inner.id)
    const items = [
      { id: schema._id, type: 'schema' as const },
      { id: inner.id, type: 'folder' as const },
    ]
    await set({ id: outer.id, type: 'folder', tags: write([one]) })
    for (const item of items) {
      expect(await set({ ...item, tags: read() }, people.admin)).toMatchObject(refused)
      expect(await set({ ...item, tags: read() }, await admin(one))).toMatchObject({ code: 20000 })
      // The badge that lets the admin does not let these: their role alone is what refuses them.
      for (const role of ['manager', 'user'] as const) {
        const holder = await makeUser(app.db, { role, badges: [one] })
        expect(await set({ ...item, tags: read() }, holder), role).toMatchObject(refused)
      }
    }
    await set({ id: outer.id, type: 'folder', tags: read([two]) })
    for (const item of items) {
      expect(await set({ ...item, tags: read() }, await admin(one))).toMatchObject(unseen)
      expect(await set({ ...item, tags: read() })).toMatchObject({ code: 20000 })
    }
  })

  it('TAG-016/api lets an admin shut themselves out; a super-admin lets them in again', async () => {
    const schema = await makeSchema()
    const item = { id: schema._id, type: 'schema' as const }
    expect(await set({ ...item, tags: read([one]) }, people.admin)).toMatchObject({ code: 20000 })
    expect(await set({ ...item, tags: read() }, people.admin)).toMatchObject(unseen)
    expect(await set({ ...item, tags: read() })).toMatchObject({ code: 20000 })
    expect(await node(people.admin, 'schema', schema._id)).toBeDefined()
  })

  it('API-050/api refuses unknown and administrative badges and rules nobody could read', async () => {
    const id = (await makeFolder()).id
    const administrative = await makeBadge(app.db, undefined, 'admin')
    const attempt = (tags: DocTags) => set({ id, type: 'folder', tags })
    for (const tags of [read([newId()]), write([one], [two, 'nobody']), read([administrative])]) {
      expect(await attempt(tags)).toMatchObject(unknownTag)
    }
    for (const tags of [read([]), read([one], []), write([])]) {
      expect(await attempt(tags)).toMatchObject({ code: 40000, message: 'A group of badges cannot be empty' })
    }
    const groups = Array.from({ length: ruleLimits.groups + 1 }, () => [one])
    expect(await attempt(read(...groups))).toMatchObject({ message: 'A rule can have at most 50 groups of badges' })
    const badges = Array.from({ length: ruleLimits.badges + 1 }, () => one)
    expect(await attempt(write(badges))).toMatchObject({ message: 'A group can have at most 50 badges' })
    expect(
      await app.call('POST /tags/update-document-tags', { as: people.admin, raw: { id, tags: {} } }),
    ).toMatchObject({
      code: 40000,
      message: 'Missing field(s) : tags.read, tags.write, type',
    })
    // Nothing of all this was stored.
    expect((await node(people['super-admin'], 'schema', id))?.tags).toEqual({ read: [], write: [] })
  })

  it('folds a badge or group that is named twice', async () => {
    const { id } = await makeFolder()
    const tags = { read: [[one, two, one], [two, one], [three]], write: [[one, one]] }
    const folded = { read: [[one, two], [three]], write: [[one]] }
    expect((await set({ id, type: 'folder', tags })).data).toEqual({ id, tags: folded })
    expect((await node(people['super-admin'], 'schema', id))?.tags).toEqual(folded)
  })

  it('TAG-001/api offers a hidden badge to super-admins alone, and keeps it where it is', async () => {
    const hidden = await makeBadge(app.db)
    await app.db.updateTable('badges').set({ is_hidden: true }).where('id', '=', hidden).execute()
    const { id } = await makeFolder()
    const item = { id, type: 'folder' as const }
    const holder = await admin(hidden)
    expect(await set({ ...item, tags: read([hidden]) }, holder)).toMatchObject(unknownTag)
    expect(await set({ ...item, tags: read([hidden]) })).toMatchObject({ code: 20000 })
    expect(await set({ ...item, tags: read([hidden], [one]) }, holder)).toMatchObject({ code: 20000 })
    expect(await set({ ...item, tags: read([one]) }, holder)).toMatchObject({ code: 20000 })
  })

  it('refuses what comes with the product, and ids of another kind as if they were unknown', async () => {
    const component = await app.services.components.save(people['super-admin'], {
      name: freshName('Block'),
      kind: 'function',
    })
    const document = app.db.selectFrom('document_versions').select('document_id').where('id', '=', component._id)
    await app.db.updateTable('documents').set({ is_ready_made: true }).where('id', 'in', document).execute()
    expect(await set({ id: component._id, type: 'component', tags: read([one]) })).toMatchObject(refused)
    const schema = await makeSchema()
    const { id } = await makeFolder()
    for (const type of ['pipeline', 'component', 'folder'] as const) {
      expect(await set({ id: schema._id, type, tags: read([one]) })).toMatchObject(unseen)
    }
    expect(await set({ id, type: 'schema', tags: read([one]) })).toMatchObject(unseen)
    expect(await set({ id: newId(), type: 'schema', tags: read([one]) })).toMatchObject(unseen)
  })
})

describe('rules of the folders above', () => {
  it('PRM-020/api PRM-021/api PRM-022/api PRM-024/api must all pass, nearest and farthest', async () => {
    const outer = await makeFolder()
    const middle = await makeFolder(outer.id)
    const inner = await makeFolder(middle.id)
    const schema = await makeSchema(inner.id)
    await set({ id: outer.id, type: 'folder', tags: { read: [[one]], write: [[three]] } })
    await set({ id: inner.id, type: 'folder', tags: read([two], [three]) })
    await set({ id: schema._id, type: 'schema', tags: write([two]) })
    const cases: [string[], { sees: boolean; writes: boolean }][] = [
      [[], { sees: false, writes: false }],
      [[one], { sees: false, writes: false }],
      [[two, three], { sees: false, writes: false }],
      [[one, two], { sees: true, writes: false }],
      [[one, three], { sees: true, writes: false }],
      [[one, two, three], { sees: true, writes: true }],
    ]
    for (const role of ['manager', 'admin'] as const) {
      for (const [badges, { sees, writes }] of cases) {
        const found = await node(await makeUser(app.db, { role, badges }), 'schema', schema._id)
        expect([found !== undefined, found?.editable ?? false], `${role} ${badges.length}`).toEqual([sees, writes])
      }
    }
    expect(await node(people['super-admin'], 'schema', schema._id)).toMatchObject({ editable: true })
  })

  it('PRM-014/api travel in the tree for admin and super-admin alone, nearest first', async () => {
    const outer = await makeFolder()
    const inner = await makeFolder(outer.id)
    const schema = await makeSchema(inner.id)
    await set({ id: outer.id, type: 'folder', tags: read([one]) })
    await set({ id: inner.id, type: 'folder', tags: write([two]) })
    await set({ id: schema._id, type: 'schema', tags: read([one], [two]) })
    const shown = async (as: TestUser) => {
      const { tags, inheritTags } = (await node(as, 'schema', schema._id)) ?? {}
      return { tags, inheritTags }
    }
    const root = { read: [], write: [] }
    const all = { tags: read([one], [two]), inheritTags: [write([two]), read([one]), root] }
    expect(await shown(people['super-admin'])).toEqual(all)
    expect(await shown(await admin(one))).toEqual(all)
    expect(await shown(await makeUser(app.db, { role: 'manager', badges: [one] }))).toEqual({
      tags: root,
      inheritTags: [],
    })
  })

  it('PRM-023/api a locked document is written by super-admins alone', async () => {
    const schema = await makeSchema()
    await app.services.versions.lock(people['super-admin'], 'schema', { id: schema._id })
    const isWrittenBySuperAdmins = async (id: string) => {
      for (const role of ['manager', 'admin'] as const) {
        expect(await node(people[role], 'schema', id)).toMatchObject({ editable: false, draggable: false })
      }
      expect(await node(people['super-admin'], 'schema', id)).toMatchObject({ editable: true, draggable: true })
    }
    await isWrittenBySuperAdmins(schema._id)
    // A newer draft does not open it again.
    const draft = await app.services.versions.createNew(people['super-admin'], 'schema', { id: schema._id })
    await isWrittenBySuperAdmins(draft._id)
  })
})
