import { isListed } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPipelineAccess } from '../../documents/pipelines/pipelines.access.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'
import { createUsersService } from './users.service.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const forbidden = { code: 40300, message: 'You are not allowed to do this.' }
const missing = { code: 40400, message: 'Document not found' }

describe('GET /users', () => {
  it('PRM-005/api is for manager, admin and super-admin', async () => {
    const dana = await world.person()
    expect(await world.app.call('GET /users', { as: dana })).toMatchObject(forbidden)
    for (const caller of [world.marc, world.ada, world.sam]) {
      expect((await world.app.call('GET /users', { as: caller })).code).toBe(20000)
    }
  })

  it('API-016/api PRM-017/api holds whom the caller may manage, and the caller (D-34)', async () => {
    const { hq, dealers, europe } = world.badges
    const people = {
      user: await world.person(),
      'user of headquarters': await world.person({ badges: [hq] }),
      // Ada and Marc hold it, but project badges put nobody into their scope.
      'user of Europe': await world.person({ badges: [europe] }),
      'user without badges': await world.person({ badges: [] }),
      'inactive user': await world.person({ isActive: false }),
      manager: await world.person({ role: 'manager' }),
      admin: await world.person({ role: 'admin', badges: [hq, dealers] }),
      'super-admin': await world.person({ role: 'super-admin', badges: [hq, dealers] }),
    }
    const listedBy = async (caller: typeof world.sam) => {
      const ids = new Set((await world.list(caller)).map((user) => user._id))
      expect(ids).toContain(caller.userId)
      return Object.entries(people).flatMap(([name, { userId }]) => (ids.has(userId) ? [name] : []))
    }
    expect(await listedBy(world.marc)).toEqual(['user', 'inactive user'])
    expect(await listedBy(world.ada)).toEqual(['user', 'user of headquarters', 'inactive user', 'manager'])
    expect(await listedBy(world.sam)).toEqual(Object.keys(people))
    const lonely = await world.person({ role: 'admin', badges: [] })
    expect((await world.list(lonely)).map((user) => user._id)).toEqual([lonely.userId])
    // The question asked of the database is the rule of the contract.
    const { ada } = world
    const adminBadges = new Set([hq, dealers])
    const all = (await world.list(world.sam)).map((user) => ({
      _id: user._id,
      userId: user._id,
      role: user.role,
      adminBadges: user.admin_tags.map((tag) => tag._id),
    }))
    const byRule = all.filter((user) => isListed({ userId: ada.userId, role: 'admin', adminBadges }, user))
    expect(new Set((await world.list(ada)).map((user) => user._id))).toEqual(new Set(byRule.map((user) => user._id)))
  })

  it('USR-001/api USR-031/api answers a person with role and roles, badges, and nothing secret', async () => {
    const { dealers, europe } = world.badges
    const dana = await world.person({ badges: [dealers, europe] })
    const found = (await world.list(world.ada)).find((user) => user._id === dana.userId)
    expect(found).toEqual({
      _id: dana.userId,
      firstName: dana.firstName,
      lastName: dana.lastName,
      userName: dana.userName,
      email: dana.email,
      service: '',
      avatar: null,
      roles: [{ name: 'user' }],
      role: 'user',
      isActive: true,
      unrestrictedUpload: false,
      lastSeenDate: null,
      pipelinePermissions: {},
      admin_tags: [{ _id: dealers, name: 'Dealer team', type: 'admin', isUsed: true, isHidden: false }],
      project_tags: [{ _id: europe, name: 'Europe', type: 'project', color: '#409EFF', isUsed: true, isHidden: false }],
      tfa: 'off',
      invitation: { state: 'accepted', at: null },
    })
    await world.app.call('GET /users/info', { as: dana })
    const seen = (await world.list(world.ada)).find((user) => user._id === dana.userId)
    expect(Date.parse(seen?.lastSeenDate ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('USR-001/api USR-031/api answers what is stored of a person, field by field', async () => {
    const { versions } = await world.pipeline()
    const { versions: others } = await world.pipeline()
    const pipelinePermissions = Object.fromEntries([
      ...versions.map((id) => [id, true] as const),
      ...others.map((id) => [id, false] as const),
    ])
    const stored = {
      service: 'Sales',
      avatar: 'data:image/png;base64,iVBORw0KGgo=',
      isActive: false,
      unrestrictedUpload: true,
      pipelinePermissions,
    }
    const dana = await world.person()
    await world.save(world.ada, world.unchanged(dana, { ...stored, tfa: true }))
    const people = await world.list(world.ada)
    const told = (person: typeof dana) => people.find((user) => user._id === person.userId)
    expect(told(dana)).toMatchObject({ ...stored, tfa: 'required', role: 'user', roles: [{ name: 'user' }] })
    expect(told(world.marc)).toMatchObject({ role: 'manager', roles: [{ name: 'manager' }] })
  })

  it('is ordered by last name, then first name, without regard to case and accents', async () => {
    const named = async (firstName: string, lastName: string) => {
      await world.save(world.ada, world.fresh({ firstName, lastName }))
      return `${firstName} ${lastName}`
    }
    const wanted = [
      await named('Bob', 'Zzabel'),
      await named('adam', 'ZZÁBEM'),
      await named('Zoe', 'zzabem'),
      await named('Amy', 'Zzabfn'),
    ]
    const listed = (await world.list(world.ada)).filter((user) => /^zz/i.test(user.lastName))
    expect(listed.map((user) => `${user.firstName} ${user.lastName}`)).toEqual(wanted)
  })

  it('asks the database a fixed number of times, however many people and pipelines there are', async () => {
    const { app, sam } = world
    let asked = 0
    const counting = {
      transformQuery: <T>({ node }: { node: T }): T => (asked++, node),
      transformResult: async <T>({ result }: { result: T }): Promise<T> => result,
    }
    const db = app.db.withPlugin(counting as never)
    const users = createUsersService({ ...app.platform, db }, { access: createPipelineAccess({ db }) })
    const count = async (caller: typeof sam) => {
      asked = 0
      const people = (await users.list(caller)).length
      return { asked, people }
    }
    const before = { sam: await count(sam), ada: await count(world.ada) }
    const { documentId } = await world.pipeline({ versions: 3 })
    await sql`insert into users (id, user_name, first_name, last_name, email, role)
      select 'many' || n, 'many.people' || n, 'Many', 'People ' || n, 'many' || n || '@example.org', 'user'
      from generate_series(1, 5000) n`.execute(app.db)
    await sql`insert into user_badges (user_id, badge_id)
      select 'many' || n, b from generate_series(1, 5000) n,
        unnest(${[world.badges.dealers, world.badges.europe]}::text[]) b`.execute(app.db)
    await sql`insert into user_pipelines (user_id, document_id)
      select 'many' || n, ${documentId} from generate_series(1, 5000) n`.execute(app.db)
    const after = { sam: await count(sam), ada: await count(world.ada) }
    expect(after.sam.people).toBe(before.sam.people + 5000)
    expect(after.ada.people).toBe(before.ada.people + 5000)
    expect(after.sam.asked).toBeLessThanOrEqual(before.sam.asked + 1)
    expect(after.ada.asked).toBeLessThanOrEqual(before.ada.asked + 1)
    expect(after.ada.asked).toBeLessThanOrEqual(8)
    await sql`delete from users where id like 'many%'`.execute(app.db)
  })
})

describe('GET /users/pipelinesFor', () => {
  it('API-022/api tells what is assigned and what could be: seen by the caller and readable by the person', async () => {
    const { app, ada, sam, person, badges } = world
    const { dealers, europe, americas } = badges
    const open = await world.pipeline({ versions: 2 })
    const european = await world.pipeline({ read: [[europe]] })
    const american = await world.pipeline({ read: [[americas]] })
    const assigned = await world.pipeline()
    const off = await world.pipeline()
    const hidden = await world.pipeline()
    await app.db
      .updateTable('pipeline_versions')
      .set({ is_hidden: true })
      .where('version_id', 'in', hidden.versions)
      .execute()
    const dana = await person({ badges: [dealers, americas] })
    const eva = await person({ badges: [dealers, europe] })
    for (const { documentId } of [assigned, american]) {
      await app.db.insertInto('user_pipelines').values({ user_id: dana.userId, document_id: documentId }).execute()
    }
    await app.db
      .insertInto('user_pipelines')
      .values({ user_id: dana.userId, document_id: off.documentId, is_active: false })
      .execute()
    const all = { open, european, american, assigned, off, hidden }
    const lists = async (as: typeof ada, id?: string) => {
      const { data } = await app.call('GET /users/pipelinesFor', { as, query: id === undefined ? {} : { id } })
      const names = (items: { _id: string }[]) =>
        Object.entries(all).flatMap(([name, { versions }]) =>
          items.some(({ _id }) => versions.includes(_id)) ? [name] : [],
        )
      expect(data.availablePipelines.length).toBe(new Set(data.availablePipelines.map((item) => item.name)).size)
      return { user: names(data.userPipelines), available: names(data.availablePipelines) }
    }
    expect(await lists(ada, dana.userId)).toEqual({ user: ['assigned'], available: ['open', 'off'] })
    expect(await lists(sam, dana.userId)).toEqual({ user: ['american', 'assigned'], available: ['open', 'off'] })
    expect(await lists(ada, eva.userId)).toEqual({ user: [], available: ['open', 'european', 'assigned', 'off'] })
    expect(await lists(ada)).toEqual({ user: [], available: ['open', 'assigned', 'off'] })
  })

  it('does not know people outside of the scope', async () => {
    const other = await world.person({ badges: [world.badges.hq] })
    const ask = (as: typeof world.ada, id: string) => world.app.call('GET /users/pipelinesFor', { as, query: { id } })
    expect(await ask(world.marc, other.userId)).toMatchObject(missing)
    expect(await ask(world.marc, world.ada.userId)).toMatchObject(missing)
    expect(await ask(world.marc, 'nobody')).toMatchObject(missing)
    expect((await ask(world.ada, other.userId)).code).toBe(20000)
    expect(await ask(await world.person(), other.userId)).toMatchObject(forbidden)
  })
})
