import { type Body, maxPeopleAtOnce, texts } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { assignPipeline, type TestUser } from '../../test-support/factories.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

type Lists = Partial<Body<'POST /users/assign'>['give']>
const assign = (as: TestUser, people: readonly { userId: string }[], give: Lists, take: Lists = {}) =>
  world.app.call('POST /users/assign', { as, body: { ids: people.map(({ userId }) => userId), give, take } })
const holds = async ({ userId }: { userId: string }) => {
  const user = (await world.list(world.sam)).find(({ _id }) => _id === userId)
  return [...(user?.admin_tags ?? []), ...(user?.project_tags ?? [])].map(({ name }) => name)
}
const pipelinesOf = async ({ userId }: { userId: string }) => {
  const rows = await world.app.db.selectFrom('user_pipelines').selectAll().where('user_id', '=', userId).execute()
  return rows.filter((row) => row.is_active).map((row) => row.document_id)
}

describe('badges of several people', () => {
  it('are given and taken, of both types, and told in the audit of those whom it changes', async () => {
    const { dealers, europe, hq, americas } = world.badges
    const first = await world.person({ badges: [dealers, americas] })
    const second = await world.person({ badges: [dealers, europe, hq] })
    const answer = await assign(world.sam, [first, second, first], { badges: [europe, hq] }, { badges: [americas] })
    expect([answer.code, answer.data.length]).toEqual([20000, 2])
    for (const person of [first, second]) expect(await holds(person)).toEqual(['Dealer team', 'Headquarters', 'Europe'])
    expect(await world.audit(first.userId)).toMatchObject([
      {
        action: 'save',
        by: world.sam.userName,
        before: { project_tags: ['Americas'] },
        after: { project_tags: ['Europe'] },
      },
    ])
    expect(await world.audit(second.userId)).toEqual([])
  })

  it('are given by nobody who does not hold them, and then nobody gets any', async () => {
    const people = [await world.person(), await world.person()]
    const { europe, americas } = world.badges
    expect((await assign(world.marc, people, { badges: [europe, americas] })).code).toBe(40300)
    expect((await assign(world.marc, people, { badges: [newId()] })).code).toBe(40300)
    expect(await assign(world.sam, people, { badges: [newId()] })).toMatchObject({ message: texts.unknownTag })
    for (const person of people) expect(await holds(person)).toEqual(['Dealer team'])
  })

  it('who would fall out of the scope is named, and the others stay as they were', async () => {
    const { dealers, hq, europe } = world.badges
    const stays = await world.person({ badges: [dealers, hq] })
    const falls = await world.person({ badges: [dealers] })
    const answer = await assign(world.ada, [stays, falls], { badges: [europe] }, { badges: [dealers] })
    expect(answer).toMatchObject({ code: 40000, message: `${falls.userName}: ${texts.needsAdminBadge}` })
    expect(await holds(stays)).toEqual(['Dealer team', 'Headquarters'])
  })

  it('one stranger among them, and nothing is done and nobody named', async () => {
    const person = await world.person()
    const stranger = await world.person({ badges: [world.badges.hq] })
    const give = { badges: [world.badges.europe] }
    for (const other of [stranger, { userId: newId() }]) {
      const answer = await assign(world.marc, [person, other], give)
      expect([answer.code, answer.message]).toEqual([40400, 'Document not found'])
    }
    expect(await holds(person)).toEqual(['Dealer team'])
    expect((await assign(await world.person(), [person], give)).code).toBe(40300)
  })

  it('are of at most 300 people at once', async () => {
    const ids = Array.from({ length: maxPeopleAtOnce + 1 }, () => ({ userId: newId() }))
    expect((await assign(world.sam, ids, {})).code).toBe(40000)
  })
})

describe('pipelines of several people', () => {
  it('are assigned by any version and taken back; what the caller does not see stays', async () => {
    const [one, two] = [await world.pipeline({ versions: 2 }), await world.pipeline()]
    const unseen = await world.pipeline({ read: [[world.badges.americas]] })
    const people = [await world.person(), await world.person(), await world.person({ role: 'manager' })]
    const [first, second, manager] = people
    if (first === undefined || second === undefined || manager === undefined) throw new Error('no person')
    for (const { documentId } of [two, unseen]) await assignPipeline(world.app.db, first.userId, documentId)
    const give = { pipelines: [one.versions[1] ?? ''] }
    const answer = await assign(world.ada, people, give, { pipelines: two.versions })
    expect(answer.code).toBe(20000)
    expect((await pipelinesOf(first)).toSorted()).toEqual([one.documentId, unseen.documentId].toSorted())
    expect(await pipelinesOf(second)).toEqual([one.documentId])
    // Nobody but role user is assigned to any.
    expect(await pipelinesOf(manager)).toEqual([])
  })

  it('are refused alike when the caller does not see one and when it is not there, for everybody', async () => {
    const seen = await world.pipeline()
    const unseen = await world.pipeline({ read: [[world.badges.americas]] })
    const people = [await world.person(), await world.person()]
    for (const id of [unseen.versions[0] ?? '', newId()]) {
      const answer = await assign(world.marc, people, { pipelines: [...seen.versions, id] })
      expect([answer.code, answer.message]).toEqual([40300, texts.forbidden])
    }
    for (const person of people) expect(await pipelinesOf(person)).toEqual([])
  })
})
