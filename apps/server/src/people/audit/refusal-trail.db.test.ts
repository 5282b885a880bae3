import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'

let app: TestApp
let at = new Date('2026-03-01T10:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ worker: false, now: () => at, settings: { tokenMinutes: 1440 } })
})
afterAll(() => app.close())

const refusals = (person: TestUser) =>
  app.db
    .selectFrom('audit')
    .select(['name', 'action', 'after'])
    .where('kind', '=', 'refusal')
    .where('user_id', '=', person.userId)
    .orderBy('id')
    .execute()
const manager = () => makeUser(app.db, { role: 'manager' })
const lastOf = (as: TestUser, pipelineId: string) => app.call('GET /uploads/last-all', { as, query: { pipelineId } })

describe('S3 a call that is refused', () => {
  it('because of its object stands in the audit with what it named', async () => {
    const as = await manager()
    const [pipelineId, component] = [newId(), newId()]
    expect((await lastOf(as, pipelineId)).code).toBe(40400)
    await app.call('POST /components/{id}/generate', { as, params: { id: component } })
    await app.call('POST /folders/rename', { as, body: { id: component, name: 'x' } as never })
    expect(await refusals(as)).toMatchObject([
      { name: 'GET /uploads/last-all', action: 'refused', after: { code: 40400, objects: [pipelineId] } },
      { name: 'POST /components/{id}/generate', action: 'refused', after: { code: 40400, objects: [component] } },
      { name: 'POST /folders/rename', action: 'refused', after: { code: 40400, objects: [component] } },
    ])
  })

  it('because of the role stands there too, and is shown to super-admins', async () => {
    const as = await makeUser(app.db, { role: 'user' })
    const sam = await makeUser(app.db, { role: 'super-admin' })
    expect((await app.call('POST /users/reset-tfa', { as, body: { id: sam.userId } })).code).toBe(40300)
    const { data } = await app.call('GET /audit', { as: sam, query: { kind: 'refusal', user: as.userName } })
    expect(data.entries).toMatchObject([
      { name: 'POST /users/reset-tfa', user: { _id: as.userId }, after: { code: 40300 } },
    ])
  })

  it('leaves nothing where it is answered or only wrong', async () => {
    const as = await manager()
    await app.call('GET /pipelines', { as })
    await app.call('GET /uploads/last-all', { as })
    await app.call('GET /audit', { as })
    expect(await refusals(as)).toEqual([])
  })

  it('is written once an hour, and of many different ones so many', async () => {
    const as = await manager()
    const same = newId()
    await lastOf(as, same)
    await lastOf(as, same)
    expect(await refusals(as)).toHaveLength(1)
    for (let n = 0; n < 40; n++) await lastOf(as, newId())
    const written = await refusals(as)
    expect(written).toHaveLength(31)
    expect(written.at(-1)?.action).toBe('refused, and more within the hour')
    at = new Date(at.getTime() + 3_600_000)
    await lastOf(as, same)
    expect(await refusals(as)).toHaveLength(32)
  })
})
