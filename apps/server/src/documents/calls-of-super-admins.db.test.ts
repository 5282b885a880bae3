import type { Role } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { freshName, makeBadge, makeUserOfEachRole, type TestUser } from '../test-support/factories.ts'

let app: TestApp
let people: Record<Role, TestUser>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

const sam = () => people['super-admin']
const listed = async () => (await app.call('GET /allowed-modules', { as: sam() })).data ?? []

it('API-100/api API-101/api API-102/api API-103/api a module is added with ids of badges, listed, changed by its _id and removed', async () => {
  const [one, other] = [await makeBadge(app.db), await makeBadge(app.db)]
  const body = { name: freshName('left-pad').toLowerCase().replaceAll(' ', '-'), version: '1.0.0', download: false }
  const unknown = await app.call('POST /allowed-modules', { as: sam(), body: { ...body, tags: ['Europe'] } })
  expect(unknown).toMatchObject({ code: 40000, message: 'Unknown tag' })
  const { data: made } = await app.call('POST /allowed-modules', { as: sam(), body: { ...body, tags: [one] } })
  expect(made).toMatchObject({ _id: expect.any(String), ...body, builtin: false, tags: [one] })
  expect(await listed()).toContainEqual(made)

  const _id = made?._id ?? ''
  const nobody = await app.call('PUT /allowed-modules', { as: sam(), body: { ...body, tags: [], _id: 'none' } })
  expect(nobody.code).toBe(40400)
  const changed = { ...body, _id, version: '2.0.0', tags: [other, one] }
  expect((await app.call('PUT /allowed-modules', { as: sam(), body: changed })).data).toMatchObject({
    ...{ _id, version: '2.0.0', tags: expect.arrayContaining([one, other]) },
  })
  expect((await listed()).filter(({ name }) => name === body.name).map(({ version }) => version)).toEqual(['2.0.0'])

  expect(await app.call('DELETE /allowed-modules/{id}', { as: sam(), params: { id: _id } })).toMatchObject({
    ...{ code: 20000, data: { deleted: _id } },
  })
  expect((await listed()).filter(({ name }) => name === body.name)).toEqual([])
})

it('API-104/api the connections are listed by name, without their passwords', async () => {
  const names = ['b shop', 'a shop'].map((name) => freshName(name))
  for (const name of names) {
    const body = { name, type: 'postgresql', cnxString: 'postgres://loader:secret@db.example:5432/shop' } as const
    await app.call('POST /database-connections', { as: sam(), body })
  }
  const { data } = await app.call('GET /database-connections', { as: sam() })
  expect(data?.filter(({ name }) => names.includes(name))).toMatchObject(
    names.toReversed().map((name) => ({
      ...{ _id: expect.any(String), name, type: 'postgresql', options: {}, tags: [] },
      cnxString: 'postgres://loader:***@db.example:5432/shop',
    })),
  )
})

it('PRM-010/api PRM-012/api PRM-013/api the calls of these pages answer nobody but a super-admin', async () => {
  const calls = [
    ['GET /pipelines/version/mass-compute', { query: { kind: 'update' } }],
    ['GET /pipelines/version/mass-runs', { query: { kind: 'lock' } }],
    ['POST /pipelines/version/mass-update', { raw: { ids: ['none'] } }],
    ['POST /pipelines/version/mass-lock', { raw: { ids: ['none'] } }],
    ['GET /database-connections', {}],
    ['POST /database-connections', { raw: {} }],
    ['GET /allowed-modules', {}],
    ['POST /allowed-modules', { raw: {} }],
    ['DELETE /allowed-modules/{id}', { params: { id: 'none' } }],
  ] as const
  for (const [name, sent] of calls) {
    for (const role of ['user', 'manager', 'admin'] as const) {
      const { code, message } = await app.call(name, { as: people[role], ...sent })
      expect([name, role, code, message]).toEqual([name, role, 40300, 'You are not allowed to do this.'])
    }
    expect((await app.call(name, { as: sam(), ...sent })).code, name).not.toBe(40300)
  }
})
