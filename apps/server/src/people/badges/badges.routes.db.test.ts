import { type Body, type Role, texts } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { updateFolder } from '../../documents/kernel/folders/folders.repository.ts'
import { freshName, makeBadge, makeUser, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'
import { holdBadges, removeBadges } from './badges.repository.ts'
import { mustBeProjectBadges } from './project-badges.ts'

let app: TestApp
let people: Record<Role, TestUser>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

const refused = { code: 40300, message: 'You are not allowed to do this.' }
const save = (body: Body<'POST /tags'>, as: TestUser = people['super-admin']) => app.call('POST /tags', { as, body })
const badge = async (body: Partial<Body<'POST /tags'>> = {}) =>
  (await save({ name: freshName('Badge'), type: 'project', ...body })).data
const list = (role: Role) => app.call('GET /tags/list', { as: people[role] })
const remove = (ids: readonly string[], as: TestUser = people['super-admin']) =>
  app.call('DELETE /tags', { as, query: { ids: ids.join(',') } })

describe('GET /tags/list', () => {
  it('API-046/api TAG-001/api answers both kinds, each by name', async () => {
    await badge({ name: 'listed b' })
    const last = await badge({ name: 'Listed C', color: '#102030' })
    await badge({ name: 'Listed a' })
    const ofGroups = await badge({ name: 'Listed admin', type: 'admin' })
    for (const role of ['manager', 'admin', 'super-admin'] as const) {
      const { admin, project } = (await list(role)).data
      const listed = (tags: typeof project) => tags.filter(({ name }) => /^listed/i.test(name))
      expect(listed(project).map(({ name }) => name)).toEqual(['Listed a', 'listed b', 'Listed C'])
      expect(listed(project).at(-1)).toEqual({
        _id: last._id,
        name: 'Listed C',
        type: 'project',
        color: '#102030',
        isUsed: false,
        isHidden: false,
      })
      expect(listed(admin)).toEqual([
        { _id: ofGroups._id, name: 'Listed admin', type: 'admin', isUsed: false, isHidden: false },
      ])
    }
    expect(await list('user')).toMatchObject(refused)
  })

  it('TAG-001/api names a hidden badge to others than super-admin only where it is assigned', async () => {
    const hidden = await badge({ isHidden: true })
    const listed = async (role: Role) => (await list(role)).data.project.find(({ _id }) => _id === hidden._id)
    expect(await listed('super-admin')).toMatchObject({ isHidden: true })
    for (const role of ['manager', 'admin'] as const) expect(await listed(role)).toBeUndefined()
    await makeUser(app.db, { badges: [hidden._id] })
    for (const role of ['manager', 'admin'] as const) expect(await listed(role)).toMatchObject({ isHidden: true })
  })
})

describe('POST /tags', () => {
  it('API-047/api TAG-002/api makes a badge, and changes it but for its type', async () => {
    const made = await save({ name: '  Spaced  ', type: 'project' })
    expect(made).toMatchObject({ code: 20000, data: { name: 'Spaced', color: '#409EFF' } })
    const { _id } = made.data
    expect(await save({ _id, name: 'spaced', type: 'admin', color: '#000000', isHidden: true })).toMatchObject({
      code: 20000,
      data: { _id, name: 'spaced', type: 'project', color: '#000000', isHidden: true },
    })
    // What is not said stays.
    expect((await save({ _id, name: 'spaced', type: 'project' })).data).toMatchObject({
      color: '#000000',
      isHidden: true,
    })
    expect(await badge({ type: 'admin', color: '#123456' })).not.toHaveProperty('color')
  })

  it('refuses empty names, unknown ids and colours that are none', async () => {
    const type = 'project'
    for (const name of ['', '  \t']) {
      expect(await save({ name, type })).toMatchObject({ code: 40000, message: texts.tagNameMissing })
    }
    expect(await save({ _id: 'unknown', name: 'Nobody', type })).toMatchObject({ code: 40400 })
    for (const color of ['red', '#12345', '#12345G', '#1234567']) {
      expect(await save({ name: 'Coloured', type, color })).toMatchObject({
        code: 40000,
        message: 'Missing field(s) : color',
      })
    }
  })

  it('TAG-009/api keeps names unique in both kinds, whatever case and space, also when many save at once', async () => {
    const taken = { code: 40900, message: 'This tag already exists' }
    const first = await badge({ name: 'Équipe Nord' })
    const other = await badge({ type: 'admin' })
    for (const name of ['équipe nord', ' ÉQUIPE NORD\u00a0']) {
      expect(await save({ name, type: 'admin' })).toMatchObject(taken)
      expect(await save({ _id: other._id, name, type: 'admin' })).toMatchObject(taken)
    }
    expect(await save({ ...first, name: 'ÉQUIPE nord' })).toMatchObject({ code: 20000 })
    const answers = await Promise.all(
      ['Race', 'race', ' RACE ', 'rAcE', 'Race', 'race '].map((name, i) =>
        save({ name, type: i % 2 === 0 ? 'admin' : 'project' }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([20000, 40900, 40900, 40900, 40900, 40900])
  })
})

describe('DELETE /tags', () => {
  it('API-048/api TAG-013/api keeps what is used and what nobody knows, and says so', async () => {
    const [free, inModule, held] = [await badge(), await badge(), await badge({ type: 'admin' })]
    await app.services.modules.create(people['super-admin'], {
      name: 'left-pad',
      version: '1.3.0',
      tags: [inModule._id],
    })
    await makeUser(app.db, { badges: [held._id] })
    const ids = [inModule._id, free._id, held._id, 'unknown', free._id]
    expect(await remove(ids)).toMatchObject({
      code: 20000,
      data: { deletedTags: [free._id], undeletedTags: [inModule._id, held._id, 'unknown'] },
    })
    expect((await list('super-admin')).data.project.map(({ _id }) => _id)).not.toContain(free._id)
    expect(await app.call('DELETE /tags', { as: people['super-admin'], query: { ids: ' ,' } })).toMatchObject({
      code: 40000,
      message: 'Missing field(s) : ids',
    })
  })

  it('TAG-013/api leaves no name of nothing behind when a badge is deleted while somebody puts it to use', async () => {
    const { 'super-admin': caller } = people
    const { folders, documents, modules, connections, schemas } = app.services
    const ofSchema = await schemas.save(caller, { name: freshName('Row'), jsonSchema: { type: 'object' } })
    const folder = await folders.create(caller, { name: freshName('Folder'), kind: 'schema', parent: null })
    const uses: Record<string, (id: string) => Promise<unknown>> = {
      folder: (id) => folders.setRules(caller, folder.id, { read: [[id]], write: [] }),
      document: (id) => documents.setRules(caller, 'schema', ofSchema._id, { read: [], write: [[id]] }),
      module: (id) => modules.create(caller, { name: `m-${id}`, version: '1.0.0', tags: [id] }),
      connection: (id) =>
        connections.create(caller, { name: id, type: 'postgresql', cnxString: 'postgres://a:b@db/x', tags: [id] }),
      person: (id) => makeUser(app.db, { badges: [id] }),
    }
    for (const [what, use] of Object.entries(uses)) {
      for (let round = 0; round < 8; round++) {
        const id = await makeBadge(app.db, freshName('Racing'))
        const [used, removed] = await Promise.allSettled([use(id), app.services.badges.remove(caller, [id])])
        const isDeleted = removed.status === 'fulfilled' && removed.value.deletedTags.includes(id)
        expect(removed.status, what).toBe('fulfilled')
        expect(used.status === 'fulfilled', `${what}: used or deleted, never both`).toBe(!isDeleted)
      }
    }
  })
})

describe('naming a badge and deleting it', () => {
  it('D-45 who deletes waits for who names it, and the other way round', async () => {
    const { 'super-admin': caller } = people
    const folder = await app.services.folders.create(caller, {
      name: freshName('Folder'),
      kind: 'schema',
      parent: null,
    })
    const first = await makeBadge(app.db)
    const removing = await app.db.transaction().execute(async (tx) => {
      await mustBeProjectBadges(tx, [first])
      const pending = app.services.badges.remove(caller, [first])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await updateFolder(tx, folder.id, { readRule: [[first]] })
      return { pending }
    })
    expect(await removing.pending).toEqual({ deletedTags: [], undeletedTags: [first] })
    const second = await makeBadge(app.db)
    const naming = await app.db.transaction().execute(async (tx) => {
      await holdBadges(tx, [second])
      const tags = { read: [[second]], write: [] }
      const pending = Promise.allSettled([app.services.folders.setRules(caller, folder.id, tags)])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await removeBadges(tx, [second])
      return { pending }
    })
    expect(await naming.pending).toMatchObject([
      { status: 'rejected', reason: { code: 40000, message: 'Unknown tag' } },
    ])
  })
})

describe('the global list', () => {
  it('PRM-007/api is managed by super-admins alone', async () => {
    const { _id } = await badge()
    for (const role of ['user', 'manager', 'admin'] as const) {
      const as = people[role]
      expect(await save({ name: freshName('Mine'), type: 'project' }, as)).toMatchObject(refused)
      expect(await remove([_id], as)).toMatchObject(refused)
      expect(await app.call('GET /tags/cache-reload', { as })).toMatchObject(refused)
    }
  })

  it('API-049/api has no caches to reload: what one process stores, the next call of any knows', async () => {
    const { _id } = await badge()
    await app.db.updateTable('badges').set({ name: 'Renamed elsewhere' }).where('id', '=', _id).execute()
    expect(await app.call('GET /tags/cache-reload', { as: people['super-admin'] })).toMatchObject({
      code: 20000,
      message: 'ok',
      data: null,
    })
    expect((await list('manager')).data.project.find((tag) => tag._id === _id)?.name).toBe('Renamed elsewhere')
  })
})
