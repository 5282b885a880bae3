import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignPipeline, type TestUser } from '../../test-support/factories.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const table = async (as: TestUser) => {
  const response = await world.app.fetchCall('POST /users/export', { as, body: {} })
  const lines = (await response.text()).trimEnd().split('\r\n')
  return {
    response,
    head: lines[0] ?? '',
    lines,
    of: (name: string) => lines.find((line) => line.startsWith(`${name},`)),
  }
}

describe('POST /users/export', () => {
  it('is a table of whom the caller may see, with the rights of their role', async () => {
    const { hq, dealers, europe } = world.badges
    const dana = await world.person({ badges: [dealers, europe] })
    const away = await world.person({ isActive: false })
    const stranger = await world.person({ badges: [hq] })
    const [shown, unseen] = [await world.pipeline(), await world.pipeline({ read: [[world.badges.americas]] })]
    for (const { documentId } of [shown, unseen]) await assignPipeline(world.app.db, dana.userId, documentId)
    const name = async (documentId: string) =>
      (await world.app.db.selectFrom('documents').select('name').where('id', '=', documentId).executeTakeFirstOrThrow())
        .name
    const { response, head, lines, of } = await table(world.marc)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="people-\d{8}-\d{6}\.csv"$/)
    expect(head).toMatch(/^Username,First name,.*,Pipelines,Data kinds,Upload,Run imports,Download files,/)
    const listed = await world.list(world.marc)
    expect(lines).toHaveLength(listed.length + 1)
    expect(of(dana.userName)).toMatch(
      new RegExp(`,Dealer team,Europe,${await name(shown.documentId)},dealer,yes,yes,yes,no,no,no,`),
    )
    expect(of(away.userName)).toMatch(/,user,no,.*,dealer,no,no,no,no,no,no,no,no,no,no$/)
    expect(of(world.marc.userName)).toMatch(/,all that the project badges let them read,all,yes,yes,yes,yes,no,yes,/)
    expect(of(stranger.userName)).toBeUndefined()
    expect(lines.join()).not.toContain(await name(unseen.documentId))
    const everybody = await table(world.sam)
    expect(everybody.of(stranger.userName)).toBeDefined()
    expect(everybody.of(dana.userName)).toContain(await name(unseen.documentId))
    expect(everybody.of(world.sam.userName)).toMatch(/,all,all(,yes){10}$/)
  })

  it('S10 has no cell that begins a formula', async () => {
    const person = await world.person()
    await world.app.db
      .updateTable('users')
      .set({ first_name: '=1+1', service: 'a;=HYPERLINK("x")', last_name: '@SUM(1)' })
      .where('id', '=', person.userId)
      .execute()
    const line = (await table(world.sam)).of(person.userName) ?? ''
    expect(line).toContain(`,'=1+1,'@SUM(1),`)
    expect(line).toMatch(/a;'=HYPERLINK/)
  })

  it('is for who manages people', async () => {
    const response = await world.app.fetchCall('POST /users/export', { as: await world.person(), body: {} })
    expect(await response.json()).toMatchObject({ code: 40300 })
  })
})
