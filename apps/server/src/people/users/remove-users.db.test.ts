import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import type { TestUser } from '../../test-support/factories.ts'
import { createPasswordLink } from './password-links.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const forbidden = { code: 40300, message: 'You are not allowed to do this.' }
const missing = { code: 40400, message: 'Document not found' }
const toggle = (as: TestUser, people: readonly TestUser[], enabled: boolean) =>
  world.app.call('POST /users/toggle', { as, body: { ids: people.map((one) => one.userId), enabled } })
const remove = (as: TestUser, people: readonly TestUser[]) =>
  world.app.call('DELETE /users', { as, query: { ids: people.map((one) => one.userId).join(',') } })
const info = (as: TestUser) => world.app.call('GET /users/info', { as })
const logIn = (person: TestUser, password = 'Try-this-1now') =>
  world.app.call('POST /users/login', { body: { username: person.userName, password } })
const activeOf = async (person: TestUser) =>
  (await world.app.db.selectFrom('users').select('is_active').where('id', '=', person.userId).executeTakeFirst())
    ?.is_active

/** A planned job and an import that has ended, of the person. */
async function historyOf(person: TestUser): Promise<{ jobId: string; importId: string }> {
  const { documentId, versions } = await world.pipeline()
  const [jobId, importId] = [newId(), newId()]
  const pipeline = { pipeline_id: documentId, version_id: versions[0] ?? '' }
  const who = { user_id: person.userId, user_name: person.userName }
  const { db } = world.app
  await db
    .insertInto('jobs')
    .values({ id: jobId, kind: 'repeat', repeat_pattern: '0 3 * * *', time_zone: 'UTC', ...pipeline, ...who })
    .execute()
  await db
    .insertInto('imports')
    .values({
      id: importId,
      job_id: jobId,
      kind: 'immediate',
      state: 'completed',
      success: true,
      scheduled_at: new Date(),
      first_name: person.firstName,
      last_name: person.lastName,
      ...pipeline,
      ...who,
    })
    .execute()
  return { jobId, importId }
}

async function logbook() {
  const body = { pageNumber: 1, nbItemsPerPage: 50 }
  const imports = await world.app.call('POST /imports/listAll', { as: world.sam, body })
  const filters = await world.app.call('GET /imports/listAllFilters', { as: world.sam })
  return { imports: imports.data.imports, users: filters.data.users }
}

describe('switching people off and on', () => {
  it('API-018/api USR-012/api does it one by one and to many, and answers those people', async () => {
    const people = [await world.person(), await world.person(), await world.person({ isActive: false })]
    const [first] = people
    if (first === undefined) throw new Error('no person')
    const { code, data } = await toggle(world.marc, [first], false)
    expect([code, data.map((user) => [user._id, user.isActive])]).toEqual([20000, [[first.userId, false]]])
    const { data: all } = await toggle(world.ada, [...people, first], false)
    expect(all.map((user) => user.isActive)).toEqual([false, false, false])
    expect((await toggle(world.ada, people, true)).data.map((user) => user.isActive)).toEqual([true, true, true])
    expect((await world.audit(first.userId)).map(({ action, by, after }) => [action, by, after])).toEqual([
      ['de-activate', world.marc.userName, { isActive: false }],
      ['activate', world.ada.userName, { isActive: true }],
    ])
  })

  it('refuses an empty list with its text', async () => {
    const answer = await toggle(world.ada, [], false)
    expect(answer).toMatchObject({ code: 40000, message: 'cannot toggle users property' })
  })

  it('changes nobody when one of them may not be changed', async () => {
    const [mine, other] = [await world.person(), await world.person({ badges: [world.badges.hq] })]
    const nobody = { ...mine, userId: newId() }
    for (const wrong of [other, nobody, world.ada, world.sam]) {
      expect(await toggle(world.marc, [mine, wrong], false)).toMatchObject(missing)
      expect(await remove(world.marc, [mine, wrong])).toMatchObject(missing)
    }
    expect(await toggle(world.marc, [mine, world.marc], false)).toMatchObject(forbidden)
    expect(await remove(world.marc, [mine, world.marc])).toMatchObject(forbidden)
    expect([await activeOf(mine), await activeOf(other)]).toEqual([true, true])
    expect(await world.audit(mine.userId)).toEqual([])
  })

  it('acts at once: sessions end with 50012, signing in is refused, and switching on lets in again', async () => {
    const dana = await world.person()
    expect((await info(dana)).code).toBe(20000)
    await toggle(world.ada, [dana], false)
    expect(await info(dana)).toMatchObject({ code: 50012 })
    expect(await logIn(dana)).toMatchObject({ code: 40100, message: 'This account is not active.' })
    await toggle(world.ada, [dana], true)
    // The ended session stays ended.
    expect(await info(dana)).toMatchObject({ code: 50012 })
    expect((await logIn(dana)).code).toBe(20000)
  })

  it('by saving does the same as the switch, and so does another role', async () => {
    const [dana, eva] = [await world.person(), await world.person()]
    await Promise.all([info(dana), info(eva)])
    await world.save(world.ada, world.unchanged(dana, { isActive: false }))
    await world.save(world.ada, world.unchanged(eva, { role: 'manager' }))
    expect(await info(dana)).toMatchObject({ code: 50012 })
    expect(await info(eva)).toMatchObject({ code: 50012 })
    expect(await logIn(dana)).toMatchObject({ message: 'This account is not active.' })
    // What changes no right leaves the session alone.
    const ida = await world.person()
    await info(ida)
    await world.save(world.ada, world.unchanged(ida, { service: 'Sales', isActive: true }))
    expect((await info(ida)).code).toBe(20000)
  })
})

describe('deleting people', () => {
  it('API-019/api answers who is gone, for one and for many', async () => {
    const people = [await world.person(), await world.person(), await world.person()]
    const { code, data } = await remove(world.ada, [...people, ...people.slice(0, 1)])
    expect([code, data]).toEqual([20000, { deletedUsers: people.map((one) => one.userId) }])
    expect(await remove(world.ada, people.slice(0, 1))).toMatchObject(missing)
    const listed = new Set((await world.list(world.sam)).map((user) => user._id))
    expect(people.some((one) => listed.has(one.userId))).toBe(false)
    const [first] = people
    expect(await world.audit(first?.userId ?? '')).toMatchObject([
      { action: 'delete', by: world.ada.userName, before: { userName: first?.userName }, after: null },
    ])
    expect(await remove(world.ada, [])).toMatchObject({ code: 40000 })
  })

  it('ends their sessions with 50012, the refresh token too, and nobody signs in as them', async () => {
    const dana = await world.person()
    const { data } = await logIn(dana)
    if (!('token' in data)) throw new Error('no token')
    await remove(world.ada, [dana])
    expect(await world.app.call('GET /users/info', { as: data.token.value })).toMatchObject({ code: 50012 })
    const again = await world.app.call('POST /users/refresh-token', { body: { refreshToken: data.refreshToken } })
    expect(again).toMatchObject({ code: 50012 })
    expect(await logIn(dana)).toMatchObject({ code: 40100, message: 'Wrong username or password.' })
  })

  it('keeps their name in the logbook and their plans (D-19)', async () => {
    const dana = await world.person()
    const { jobId, importId } = await historyOf(dana)
    const before = (await logbook()).imports.find((one) => one._id === importId)
    expect(before?.user).toMatchObject({ _id: dana.userId })
    await toggle(world.ada, [dana], false)
    await remove(world.ada, [dana])
    const { imports, users } = await logbook()
    expect(imports.find((one) => one._id === importId)).toEqual(before)
    expect(users.map((user) => user._id)).toContain(dana.userId)
    const plans = await world.app.call('GET /imports/listScheduled', { as: world.sam })
    expect(JSON.stringify(plans.data)).toContain(jobId)
  })

  it('frees their address and their username', async () => {
    const input = world.fresh()
    const { data: first } = await world.save(world.ada, input)
    await world.app.call('DELETE /users', { as: world.ada, query: { ids: first._id } })
    const { data: second } = await world.save(world.ada, input)
    expect(second.userName).toBe(first.userName)
    expect(second._id).not.toBe(first._id)
  })
})

describe('resets', () => {
  it('API-020/api a reset password works no more, sessions end, and a link is sent', async () => {
    const { app } = world
    const dana = await world.person()
    await info(dana)
    const mails = async () => (await app.db.selectFrom('mails').select('occasion').execute()).length
    const before = await mails()
    const answer = await app.call('POST /users/reset-password', { as: world.marc, body: { id: dana.userId } })
    expect(answer).toMatchObject({ code: 20000, data: null })
    expect(await info(dana)).toMatchObject({ code: 50012 })
    expect(await logIn(dana)).toMatchObject({ code: 40100 })
    expect(await mails()).toBe(before + 1)
    expect((await world.audit(dana.userId)).map(({ action, by }) => [action, by])).toContainEqual([
      'reset password',
      world.marc.userName,
    ])
  })

  it('API-021/api a reset second factor is enrolled again at the next sign-in', async () => {
    const { app } = world
    const dana = await world.person()
    await app.db.updateTable('users').set({ tfa: 'enrolled' }).where('id', '=', dana.userId).execute()
    const enrolled = { user_id: dana.userId, secret: 'sealed', last_step: 0, enrolled_at: new Date() }
    await app.db.insertInto('two_factor').values(enrolled).execute()
    const answer = await app.call('POST /users/reset-tfa', { as: world.marc, body: { id: dana.userId } })
    expect(answer).toMatchObject({ code: 20000, data: null })
    const secrets = app.db.selectFrom('two_factor').select('secret').where('user_id', '=', dana.userId)
    expect(await secrets.execute()).toEqual([])
    expect((await world.list(world.ada)).find((user) => user._id === dana.userId)?.tfa).toBe('required')
    expect((await logIn(dana)).data).toMatchObject({ tfa: { secret: expect.any(String) } })
  })
})

describe('what happens to a person at the same moment', () => {
  it('choosing a password and being reset, changed or deleted wait for each other and never for ever', async () => {
    const { app, ada } = world
    const changes = [
      (id: string) => app.call('POST /users/reset-password', { as: ada, body: { id } }),
      (id: string) => app.call('DELETE /users', { as: ada, query: { ids: id } }),
      (id: string, dana: TestUser) => world.save(ada, world.unchanged(dana, { email: `moved-${id}@example.org` })),
    ]
    for (const change of changes) {
      for (let round = 0; round < 3; round++) {
        const dana = await world.person()
        const link = new URL(await createPasswordLink(app.platform, app.db, dana))
        const token = link.searchParams.get('t') ?? ''
        const chosen = app.call('POST /users/create-password', { body: { token, password: 'Fresh-start-2' } })
        // Hashing the password takes a while, in which the link is held.
        await new Promise((resolve) => setTimeout(resolve, 10 * round))
        const [password, changed] = await Promise.all([chosen, change(dana.userId, dana)])
        expect([20000, 40000]).toContain(password.code)
        expect(changed.code).toBe(20000)
      }
    }
  })
})
