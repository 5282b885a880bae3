import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBadge } from '../../test-support/factories.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const forbidden = { code: 40300, message: 'You are not allowed to do this.' }
const needsBadge = { code: 40000, message: 'User must have at least one of your admin badges' }
const held = async (userId: string) =>
  (await world.app.db.selectFrom('user_badges').select('badge_id').where('user_id', '=', userId).execute())
    .map((row) => row.badge_id)
    .sort()

describe('badges of a person', () => {
  it('USR-024/api PRM-015/api one admin badge is shared with the acting person, unless they are super-admin', async () => {
    const { ada, marc, sam, badges } = world
    for (const admin_tags of [[], [badges.europe].slice(1), undefined]) {
      expect(await world.save(ada, world.fresh({ admin_tags }))).toMatchObject(needsBadge)
      expect((await world.save(sam, world.fresh({ admin_tags }))).code).toBe(20000)
    }
    const lonely = await world.person({ role: 'admin', badges: [] })
    expect(await world.save(lonely, world.fresh({ admin_tags: [] }))).toMatchObject(needsBadge)
    const dana = await world.person()
    for (const actor of [ada, marc]) {
      const none = world.unchanged(dana, { updateTags: true, admin_tags: [] })
      expect(await world.save(actor, none)).toMatchObject(needsBadge)
    }
    expect(await held(dana.userId)).toEqual([badges.dealers])
    const bare = world.unchanged(dana, { updateTags: true, admin_tags: [] })
    expect((await world.save(sam, bare)).data.admin_tags).toEqual([])
  })

  it('that stay are not touched: nobody waits for who looks whether one of them may be deleted', async () => {
    const { sam, badges, app } = world
    const dana = await world.person({ badges: [badges.dealers, badges.europe] })
    const { documentId, versions } = await world.pipeline()
    const pipelinePermissions = { [versions[0] ?? '']: true }
    await world.save(sam, world.unchanged(dana, { pipelinePermissions }))
    const answer = await app.db.transaction().execute(async (tx) => {
      const ids = [badges.dealers, badges.europe]
      await tx.selectFrom('badges').select('id').where('id', 'in', ids).forUpdate().execute()
      await tx.selectFrom('documents').select('id').where('id', '=', documentId).forUpdate().execute()
      const lists = { admin_tags: [badges.dealers], project_tags: [badges.europe] }
      return world.save(
        sam,
        world.unchanged(dana, { updateTags: true, ...lists, pipelinePermissions, service: 'Sales' }),
      )
    })
    expect(answer).toMatchObject({ code: 20000, data: { service: 'Sales', pipelinePermissions } })
    expect(await held(dana.userId)).toEqual([badges.dealers, badges.europe].sort())
    const off = { [versions[0] ?? '']: false }
    expect(
      (await world.save(sam, world.unchanged(dana, { pipelinePermissions: off }))).data.pipelinePermissions,
    ).toEqual(off)
  })

  it('stay as they are without updateTags, also when lists are sent (D-38)', async () => {
    const { ada, badges } = world
    const dana = await world.person()
    const lists = { admin_tags: [], project_tags: [badges.europe] }
    for (const updateTags of [undefined, false]) {
      const { code, data } = await world.save(ada, world.unchanged(dana, { ...lists, updateTags }))
      expect(code).toBe(20000)
      expect(data.admin_tags.map((tag) => tag._id)).toEqual([badges.dealers])
    }
    // A new person gets them whatever the flag says.
    const { data } = await world.save(ada, world.fresh({ project_tags: [badges.europe], updateTags: false }))
    expect(data.project_tags.map((tag) => tag.name)).toEqual(['Europe'])
    // A list that is not sent stays.
    const { data: half } = await world.save(ada, {
      ...world.unchanged(dana, { updateTags: true, project_tags: [{ _id: badges.europe }, badges.europe] }),
    })
    expect(half.admin_tags.map((tag) => tag.name)).toEqual(['Dealer team'])
    expect(half.project_tags.map((tag) => tag.name)).toEqual(['Europe'])
  })

  it('are added and removed only by who holds them (D-32), and by a super-admin', async () => {
    const { ada, marc, sam, badges } = world
    const { hq, dealers, europe, americas } = badges
    const dana = await world.person({ badges: [dealers, hq, americas] })
    const set = (as: typeof ada, admin_tags: string[], project_tags: string[]) =>
      world.save(as, world.unchanged(dana, { updateTags: true, admin_tags, project_tags }))
    expect(await set(ada, [dealers, hq], [])).toMatchObject(forbidden)
    expect(await set(marc, [dealers], [americas])).toMatchObject(forbidden)
    expect(await held(dana.userId)).toEqual([dealers, hq, americas].sort())
    expect((await set(ada, [dealers], [americas, europe])).code).toBe(20000)
    expect(await set(marc, [dealers, hq], [americas, europe])).toMatchObject(forbidden)
    expect((await set(marc, [dealers], [americas])).code).toBe(20000)
    expect(await held(dana.userId)).toEqual([dealers, americas].sort())
    expect((await set(sam, [hq], [])).code).toBe(20000)
    expect(await held(dana.userId)).toEqual([hq])
    expect(await world.save(ada, world.fresh({ project_tags: [americas] }))).toMatchObject(forbidden)
  })

  it('that do not exist, or are of the other type, are refused: unknown to a super-admin, forbidden to others', async () => {
    const { ada, sam, badges } = world
    const unknown = { code: 40000, message: 'Unknown tag' }
    expect(await world.save(sam, world.fresh({ project_tags: ['nothing'] }))).toMatchObject(unknown)
    expect(await world.save(sam, world.fresh({ project_tags: [badges.hq] }))).toMatchObject(unknown)
    expect(await world.save(sam, world.fresh({ admin_tags: [badges.europe] }))).toMatchObject(unknown)
    expect(await world.save(ada, world.fresh({ project_tags: ['nothing'] }))).toMatchObject(forbidden)
    expect((await world.save(ada, world.fresh({ project_tags: [badges.hq] }))).code).toBe(40000)
  })

  it('act at once on a running session, also on what its person may give to others', async () => {
    const { sam, badges, app } = world
    const { versions } = await world.pipeline({ read: [[badges.americas]] })
    const ida = await world.person({ role: 'admin', badges: [badges.dealers] })
    const sees = async () =>
      (await app.call('GET /pipelines', { as: ida })).data.some((item) => versions.includes(item._id))
    expect(await sees()).toBe(false)
    const give = (as: typeof sam) => world.save(as, world.fresh({ project_tags: [badges.americas] }))
    expect(await give(ida)).toMatchObject(forbidden)
    const tags = { updateTags: true, admin_tags: [badges.dealers], project_tags: [badges.americas] }
    await world.save(sam, world.unchanged(ida, tags))
    expect(await sees()).toBe(true)
    expect((await give(ida)).code).toBe(20000)
  })

  it('a badge deleted at the same moment is either held or unknown, never a fault', async () => {
    const { sam, app } = world
    for (let round = 0; round < 5; round++) {
      const badge = await makeBadge(app.db)
      const dana = await world.person()
      const [saved, deleted] = await Promise.all([
        world.save(sam, world.unchanged(dana, { updateTags: true, project_tags: [badge] })),
        app.call('DELETE /tags', { as: sam, query: { ids: badge } }),
      ])
      expect([20000, 40000]).toContain(saved.code)
      expect(deleted.code).toBe(20000)
      expect((await held(dana.userId)).includes(badge)).toBe(saved.code === 20000)
    }
  })
})
