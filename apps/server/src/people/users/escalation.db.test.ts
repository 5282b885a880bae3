import type { Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import type { TestUser } from '../../test-support/factories.ts'
import { makePeopleWorld, type PeopleWorld, type PersonInput } from './people.fixtures.ts'

/** S4: requests set only listed fields; nobody grants what they may not grant or acts on a higher role. */
let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const rowOf = (id: string) => world.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

describe('mass assignment', () => {
  /** What a hostile client would like to set; a column of the table that is missing here fails the first test. */
  const hostile: Record<string, unknown> = {
    id: 'chosen-by-the-client',
    user_name: 'root',
    first_name: 'Hacked',
    last_name: 'Hacked',
    email: 'kept@example.org',
    service: 'kept',
    avatar: null,
    role: 'user',
    password_hash: '$argon2id$chosen',
    is_active: false,
    unrestricted_upload: true,
    tfa: false,
    last_seen_at: '2001-01-01T00:00:00.000Z',
    created_at: '2001-01-01T00:00:00.000Z',
  }
  const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  /** Names of fields the message has, which are not tried. */
  const listed = new Set([
    'firstName',
    'lastName',
    'email',
    'service',
    'avatar',
    'role',
    'tfa',
    'isActive',
    'unrestrictedUpload',
  ])

  it('knows every column of the table', async () => {
    const tables = await world.app.db.introspection.getTables()
    const columns = tables.find((table) => table.name === 'users')?.columns.map((column) => column.name)
    expect(Object.keys(hostile).sort()).toEqual(columns?.toSorted())
  })

  for (const column of Object.keys(hostile)) {
    for (const name of new Set([column, camel(column)])) {
      if (listed.has(name)) continue
      it(`${name} in the body sets nothing, for new people and old`, async () => {
        const dana = await world.person()
        const before = await rowOf(dana.userId)
        const extra: object = {
          [name]: hostile[column],
          password: 'Chosen-pass-1',
          lastSeenDate: '2001-01-01T00:00:00.000Z',
        }
        await world.save(world.ada, world.unchanged(dana, extra))
        expect(await rowOf(dana.userId)).toEqual(before)
        const { data } = await world.save(world.ada, world.fresh(extra))
        const made = await rowOf(data._id)
        expect(made).toMatchObject({
          password_hash: null,
          is_active: true,
          unrestricted_upload: false,
          last_seen_at: null,
        })
        expect(made?.id).not.toBe(hostile.id)
        expect(made?.user_name).toMatch(/^nina\.new/)
        expect(made?.first_name).toBe('Nina')
        expect(Date.now() - (made?.created_at.getTime() ?? 0)).toBeLessThan(600_000)
      })
    }
  }

  it('pollutes no object by its names', async () => {
    const input = JSON.parse(
      `{"__proto__":{"isActive":false},"constructor":{"prototype":{"role":"super-admin"}},"pipelinePermissions":{"__proto__":true}}`,
    ) as PersonInput
    const answer = await world.save(world.ada, { ...world.fresh(), ...input })
    expect(answer.code).toBe(40000)
    expect(({} as { isActive?: boolean }).isActive).toBeUndefined()
  })
})

type Try = {
  what: string
  by: 'marc' | 'ada' | 'sam'
  on: Role | 'themselves' | 'somebody of another team' | 'nobody'
  input?: Partial<PersonInput>
  code: 40300 | 40400
}
const tries: Try[] = [
  { what: 'PRM-017/api makes a user a manager', by: 'marc', on: 'user', input: { role: 'manager' }, code: 40300 },
  { what: 'makes a user an admin', by: 'marc', on: 'user', input: { role: 'admin' }, code: 40300 },
  { what: 'makes a user a super-admin', by: 'marc', on: 'user', input: { role: 'super-admin' }, code: 40300 },
  { what: 'PRM-016/api makes a user an admin', by: 'ada', on: 'user', input: { role: 'admin' }, code: 40300 },
  {
    what: 'PRM-016/api makes a manager a super-admin',
    by: 'ada',
    on: 'manager',
    input: { role: 'super-admin' },
    code: 40300,
  },
  { what: 'saves another manager', by: 'marc', on: 'manager', code: 40400 },
  { what: 'lowers another manager', by: 'marc', on: 'manager', input: { role: 'user' }, code: 40400 },
  { what: 'saves an admin', by: 'marc', on: 'admin', code: 40400 },
  { what: 'lowers an admin', by: 'marc', on: 'admin', input: { role: 'user' }, code: 40400 },
  { what: 'saves another admin', by: 'ada', on: 'admin', code: 40400 },
  { what: 'lowers another admin', by: 'ada', on: 'admin', input: { role: 'user' }, code: 40400 },
  { what: 'lowers a super-admin', by: 'ada', on: 'super-admin', input: { role: 'user' }, code: 40400 },
  { what: 'switches a super-admin off', by: 'ada', on: 'super-admin', input: { isActive: false }, code: 40400 },
  {
    what: 'changes the address of a super-admin',
    by: 'ada',
    on: 'super-admin',
    input: { email: 'x@example.org' },
    code: 40400,
  },
  { what: 'raises themselves', by: 'marc', on: 'themselves', input: { role: 'admin' }, code: 40300 },
  { what: 'raises themselves', by: 'ada', on: 'themselves', input: { role: 'super-admin' }, code: 40300 },
  { what: 'lowers themselves', by: 'ada', on: 'themselves', input: { role: 'user' }, code: 40300 },
  { what: 'lowers themselves', by: 'sam', on: 'themselves', input: { role: 'admin' }, code: 40300 },
  { what: 'switches themselves off', by: 'sam', on: 'themselves', input: { isActive: false }, code: 40300 },
  { what: 'switches themselves off', by: 'marc', on: 'themselves', input: { isActive: false }, code: 40300 },
  { what: 'saves somebody of another team', by: 'ada', on: 'somebody of another team', code: 40400 },
  { what: 'saves nobody', by: 'sam', on: 'nobody', code: 40400 },
]

describe('privilege escalation', () => {
  async function target(of: Try): Promise<TestUser> {
    if (of.on === 'themselves') return world[of.by]
    if (of.on === 'nobody') return { ...(await world.person()), userId: newId() }
    if (of.on === 'somebody of another team') return world.person({ badges: [world.badges.europe] })
    return world.person({ role: of.on })
  }
  const texts = { 40300: 'You are not allowed to do this.', 40400: 'Document not found' }

  for (const one of tries) {
    it(`${one.what}: ${one.by}, ${one.code}`, async () => {
      const person = await target(one)
      const before = await rowOf(person.userId)
      const answer = await world.save(world[one.by], world.unchanged(person, one.input))
      expect(answer).toMatchObject({ code: one.code, message: texts[one.code] })
      expect(await rowOf(person.userId)).toEqual(before)
      expect(await world.audit(person.userId)).toEqual([])
    })
  }

  it('PRM-015/api PRM-016/api only a super-admin makes new admins; an admin makes users and managers, a manager users', async () => {
    const made = async (as: TestUser) => {
      const codes: Partial<Record<Role, number>> = {}
      for (const role of ['user', 'manager', 'admin', 'super-admin'] as const) {
        codes[role] = (await world.save(as, world.fresh({ role }))).code
      }
      return codes
    }
    const all = { user: 20000, manager: 20000, admin: 20000, 'super-admin': 20000 }
    expect(await made(world.sam)).toEqual(all)
    expect(await made(world.ada)).toEqual({ ...all, admin: 40300, 'super-admin': 40300 })
    expect(await made(world.marc)).toEqual({ ...all, manager: 40300, admin: 40300, 'super-admin': 40300 })
    expect((await world.save(await world.person(), world.fresh())).code).toBe(40300)
  })

  it('no call tells whether somebody outside of the scope exists, whatever else is wrong with it', async () => {
    const stranger = await world.person({ badges: [world.badges.hq] })
    const wrong: Partial<PersonInput>[] = [
      {},
      { firstName: '' },
      { role: 'super-admin' },
      { email: world.sam.email },
      { updateTags: true, admin_tags: [] },
      { updateTags: true, admin_tags: ['unknown'] },
      { pipelinePermissions: { unknown: true } },
    ]
    for (const input of wrong) {
      const [there, not] = await Promise.all(
        [stranger.userId, newId()].map((_id) => world.save(world.marc, world.unchanged(stranger, { ...input, _id }))),
      )
      expect([there?.code, there?.message]).toEqual([40400, 'Document not found'])
      expect([not?.code, not?.message]).toEqual([there?.code, there?.message])
    }
    for (const call of ['POST /users/reset-password', 'POST /users/reset-tfa'] as const) {
      for (const id of [stranger.userId, newId(), world.ada.userId, world.sam.userId]) {
        expect(await world.app.call(call, { as: world.marc, body: { id } })).toMatchObject({ code: 40400 })
      }
    }
    expect((await rowOf(stranger.userId))?.password_hash).not.toBeNull()
  })

  it('a person may change what is their own, but gives themselves nothing by it', async () => {
    const { europe, americas, dealers } = world.badges
    const { marc } = world
    const more = { service: 'Sales', unrestrictedUpload: true, updateTags: true }
    const grabbed = { ...more, admin_tags: [dealers], project_tags: [europe, americas] }
    expect((await world.save(marc, world.unchanged(marc, grabbed))).code).toBe(40300)
    const own = { ...more, admin_tags: [dealers], project_tags: [europe] }
    const { code, data } = await world.save(marc, world.unchanged(marc, own))
    expect([code, data]).toMatchObject([20000, { service: 'Sales', role: 'manager', unrestrictedUpload: false }])
    expect((await world.app.call('GET /users/info', { as: marc })).code).toBe(20000)
  })
})

describe('the last super-admin', () => {
  const activeSuperAdmins = async () =>
    (
      await world.app.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'super-admin')
        .where('is_active', '=', true)
        .execute()
    ).length

  const ways: [string, (as: TestUser, on: TestUser) => Promise<{ code: number }>][] = [
    ['delete', (as, on) => world.app.call('DELETE /users', { as, query: { ids: on.userId } })],
    [
      'switch off',
      (as, on) => world.app.call('POST /users/toggle', { as, body: { ids: [on.userId], enabled: false } }),
    ],
    ['lower', (as, on) => world.save(as, world.unchanged(on, { role: 'user' }))],
    ['switch off by saving', (as, on) => world.save(as, world.unchanged(on, { isActive: false }))],
  ]

  it.each(ways)('cannot %s themselves', async (_, way) => {
    const last = await world.person({ role: 'super-admin' })
    expect(await way(last, last)).toMatchObject({ code: 40300 })
    expect(await rowOf(last.userId)).toMatchObject({ role: 'super-admin', is_active: true })
  })

  it.each(ways.flatMap(([name, way]) => ways.map(([other, back]) => [name, other, way, back] as const)))(
    'stays when two %s and %s each other at once',
    async (_name, _other, way, back) => {
      await world.app.db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'super-admin').execute()
      const [one, two] = [await world.person({ role: 'super-admin' }), await world.person({ role: 'super-admin' })]
      await Promise.all([one, two].map((person) => world.app.tokenOf(person)))
      const answers = await Promise.all([way(one, two), back(two, one)])
      expect(answers.filter(({ code }) => code === 20000)).toHaveLength(1)
      expect(await activeSuperAdmins()).toBe(1)
    },
  )

  it('stays when three remove each other in a ring', async () => {
    await world.app.db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'super-admin').execute()
    const ring = [
      await world.person({ role: 'super-admin' }),
      await world.person({ role: 'super-admin' }),
      await world.person({ role: 'super-admin' }),
    ]
    await Promise.all(ring.map((person) => world.app.tokenOf(person)))
    await Promise.all(
      ring.map((as, n) => world.app.call('DELETE /users', { as, query: { ids: ring[(n + 1) % 3]?.userId ?? '' } })),
    )
    expect(await activeSuperAdmins()).toBeGreaterThan(0)
  })
})
