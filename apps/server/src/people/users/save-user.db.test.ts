import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePeopleWorld, type PeopleWorld, type PersonInput } from './people.fixtures.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const taken = { code: 40900, message: 'This email address is already used' }
const logIn = (username: string, password = 'Try-this-1now') =>
  world.app.call('POST /users/login', { body: { username, password } })
const stored = (id: string) =>
  world.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsSent = async () => (await world.app.db.selectFrom('mails').select('occasion').execute()).length

describe('a new person', () => {
  it('API-017/api USR-002/api is made with any role by a super-admin, and is answered whole', async () => {
    for (const role of ['user', 'manager', 'admin', 'super-admin'] as const) {
      const input = world.fresh({ role, service: '  Sales  ', admin_tags: [], firstName: ' Nina ' })
      const { code, data } = await world.save(world.sam, input)
      expect(code).toBe(20000)
      expect(data).toMatchObject({ role, roles: [{ name: role }], service: 'Sales', firstName: 'Nina', isActive: true })
      expect((await world.list(world.sam)).find((user) => user._id === data._id)).toEqual(data)
    }
  })

  it('USR-001/api takes the role, or else the first of the roles (D-29)', async () => {
    const { role: _none, ...input } = world.fresh()
    expect((await world.save(world.sam, { ...input, roles: [{ name: 'manager' }, { name: 'admin' }] })).data.role).toBe(
      'manager',
    )
    const both = world.fresh({ role: 'user', roles: [{ name: 'super-admin' }] })
    expect((await world.save(world.sam, both)).data.role).toBe('user')
  })

  it('USR-023/api has a username that the server makes, whatever is sent, and keeps it for good', async () => {
    const input = {
      ...world.fresh({ firstName: 'Anna  Maria', lastName: 'Van Dyck' }),
      userName: 'root',
      username: 'root',
    }
    const { data } = await world.save(world.ada, input)
    expect(data.userName).toBe('anna-maria.van-dyck')
    const renamed = { ...input, _id: data._id, firstName: 'Berta', userName: 'root' }
    expect((await world.save(world.ada, renamed)).data).toMatchObject({
      firstName: 'Berta',
      userName: 'anna-maria.van-dyck',
    })
  })

  it('USR-019/api USR-023/api is stored by what is seen of the name', async () => {
    const { data } = await world.save(
      world.sam,
      world.fresh({ firstName: 'Rene\u0301\r\nLuc', lastName: '\u202eDup\u200bont', service: 'a\u0007b' }),
    )
    expect(data).toMatchObject({
      firstName: 'Ren\u00e9 Luc',
      lastName: 'Dupont',
      userName: 'ren\u00e9-luc.dupont',
      service: 'a b',
    })
    const unseen = world.fresh({ lastName: '\u200b\u200b\u200b' })
    expect(await world.save(world.sam, unseen)).toMatchObject({ code: 40000, message: 'Please input last name' })
  })

  it('is sent a link to choose a password, and cannot sign in before', async () => {
    const before = await mailsSent()
    const { data } = await world.save(world.ada, world.fresh())
    expect(await mailsSent()).toBe(before + 1)
    const links = await world.app.db.selectFrom('password_links').selectAll().where('user_id', '=', data._id).execute()
    expect(links).toHaveLength(1)
    expect((await stored(data._id)).password_hash).toBeNull()
    expect((await logIn(data.userName)).code).toBe(40100)
  })

  it('is made once, however often and however fast the button is pressed', async () => {
    const input = world.fresh()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        world.save(world.ada, { ...input, email: n % 2 ? input.email : input.email?.toUpperCase() }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([20000, 40900, 40900, 40900, 40900, 40900])
    expect(answers.find(({ code }) => code === 40900)).toMatchObject(taken)
    const found = (await world.list(world.sam)).filter((user) => user.email.toLowerCase() === input.email)
    expect(found).toHaveLength(1)
  })

  it('gets a name of its own also when two of one name are made at once', async () => {
    const name = { firstName: 'Same', lastName: 'Name' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.save(world.ada, world.fresh(name))))
    expect(answers.map(({ data }) => data.userName).sort()).toEqual([
      'same.name',
      'same.name2',
      'same.name3',
      'same.name4',
    ])
  })

  it('may be switched off and asked for a second factor from the start', async () => {
    const { data } = await world.save(world.ada, world.fresh({ isActive: false, tfa: true, unrestrictedUpload: true }))
    expect(data).toMatchObject({ isActive: false, tfa: 'required', unrestrictedUpload: true })
  })
})

describe('what is wrong with the fields', () => {
  const cases: [string, PersonInput, string][] = [
    ['USR-019/api no first name', { firstName: '  ' }, 'Please input first name'],
    ['USR-019/api no last name', { lastName: '' }, 'Please input last name'],
    ['USR-020/api a first name of 2', { firstName: 'Al' }, 'Length should be 3 to 5'],
    ['USR-020/api a last name of 21', { lastName: 'x'.repeat(21) }, 'Length should be 3 to 5'],
    ['USR-021/api no address', { email: ' ' }, 'Please input email'],
    ['USR-021/api no address at all', { email: undefined }, 'Please input email'],
    ['USR-021/api half an address', { email: 'nina@example' }, 'Please input correct email address'],
    ['USR-021/api two addresses', { email: 'a@example.org,b@example.org' }, 'Please input correct email address'],
    ['USR-022/api no role', { role: undefined }, 'Please select a role'],
    ['USR-022/api a role of null', { role: null }, 'Please select a role'],
    [
      'a picture from elsewhere',
      { avatar: 'https://example.org/me.png' },
      'The picture must be a PNG, JPEG or WebP of at most 64 KiB',
    ],
    [
      'a picture that is a page',
      { avatar: 'data:image/svg+xml;base64,PHN2Zz4=' },
      'The picture must be a PNG, JPEG or WebP of at most 64 KiB',
    ],
  ]
  it.each(cases)('%s is told by its text, for new people and old', async (_, wrong, message) => {
    const before = (await world.list(world.sam)).length
    expect(await world.save(world.ada, world.fresh(wrong))).toMatchObject({ code: 40000, message })
    const dana = await world.person()
    expect(await world.save(world.ada, world.unchanged(dana, wrong))).toMatchObject({ code: 40000, message })
    expect((await world.list(world.sam)).length).toBe(before + 1)
    expect(await world.audit(dana.userId)).toEqual([])
  })

  it('a role that does not exist and a flag that is none are named', async () => {
    expect(await world.save(world.sam, world.fresh({ role: 'root' as 'user' }))).toMatchObject({
      code: 40000,
      message: 'Missing field(s) : role',
    })
    expect(await world.save(world.sam, world.fresh({ isActive: 'yes' as unknown as boolean }))).toMatchObject({
      code: 40000,
      message: 'Missing field(s) : isActive',
    })
  })

  it('a text that no database can hold is refused, never a fault', async () => {
    for (const wrong of [{ firstName: 'Ni\u0000na' }, { service: '\u0000' }, { email: 'a\u0000b@example.org' }]) {
      expect((await world.save(world.ada, world.fresh(wrong))).code).toBe(40000)
    }
    expect((await world.save(world.ada, world.fresh({ pipelinePermissions: { '\u0000': true } }))).code).toBe(40000)
  })

  it('an address that somebody has, in whatever letter case, is refused for new people and old', async () => {
    const [dana, eva] = [await world.person(), await world.person()]
    expect(await world.save(world.ada, world.fresh({ email: ` ${dana.email.toUpperCase()} ` }))).toMatchObject(taken)
    expect(await world.save(world.ada, world.unchanged(eva, { email: dana.email.toUpperCase() }))).toMatchObject(taken)
    expect((await stored(eva.userId)).email).toBe(eva.email)
    const again = world.unchanged(dana, { email: dana.email.toUpperCase() })
    expect((await world.save(world.ada, again)).data.email).toBe(dana.email.toUpperCase())
    // Letters that JavaScript and PostgreSQL lower differently.
    const odd = world.fresh({ email: 'İı@example.org' })
    expect((await world.save(world.ada, odd)).code).toBe(20000)
    expect(await world.save(world.ada, world.fresh({ email: 'İı@example.org' }))).toMatchObject(taken)
  })

  it('of two people given one address at the same moment, one gets it', async () => {
    const [dana, eva] = [await world.person(), await world.person()]
    const email = `both-${dana.userId}@example.org`
    const answers = await Promise.all([dana, eva].map((one) => world.save(world.ada, world.unchanged(one, { email }))))
    expect(answers.map(({ code }) => code).sort()).toEqual([20000, 40900])
  })
})

describe('a changed person', () => {
  it('keeps what is not sent', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const { data: made } = await world.save(
      world.ada,
      world.fresh({ service: 'Sales', avatar: picture, unrestrictedUpload: true, tfa: true, isActive: false }),
    )
    const { firstName, lastName, email, role } = made
    const { data } = await world.save(world.ada, { _id: made._id, firstName, lastName, email, role })
    expect(data).toEqual(made)
    const cleared = await world.save(world.ada, {
      _id: made._id,
      firstName,
      lastName,
      email,
      role,
      avatar: null,
      service: ' ',
    })
    expect(cleared.data).toMatchObject({ avatar: null, service: '' })
  })

  it('may be sent back as it was answered, which changes nothing', async () => {
    const { versions } = await world.pipeline({ versions: 2 })
    const [id = ''] = versions
    const { europe, dealers } = world.badges
    for (const tfa of [false, true]) {
      const more = { tfa, project_tags: [europe], admin_tags: [dealers], pipelinePermissions: { [id]: true } }
      const { data } = await world.save(world.ada, world.fresh(more))
      const again = await world.save(world.ada, { ...data, updateTags: true })
      expect(again).toMatchObject({ code: 20000, data })
      expect((await world.audit(data._id)).map(({ action }) => action)).toEqual(['create'])
    }
  })

  it('USR-032/api has the whole pipeline with any version of it, and any version answers', async () => {
    const [one, other] = [await world.pipeline({ versions: 3 }), await world.pipeline()]
    const dana = await world.person()
    const set = async (pipelinePermissions: Record<string, boolean>) =>
      (await world.save(world.ada, world.unchanged(dana, { pipelinePermissions }))).data.pipelinePermissions
    const [v1 = '', v2 = '', v3 = ''] = one.versions
    const [w1 = ''] = other.versions
    expect(await set({ [v2]: true })).toEqual({ [v1]: true, [v2]: true, [v3]: true })
    const rows = await world.app.db
      .selectFrom('user_pipelines')
      .selectAll()
      .where('user_id', '=', dana.userId)
      .execute()
    expect(rows).toEqual([{ user_id: dana.userId, document_id: one.documentId, is_active: true }])
    // A client that sends back what it was given, with one entry changed.
    expect(await set({ [v1]: true, [v2]: true, [v3]: false, [w1]: true })).toEqual({
      [v1]: false,
      [v2]: false,
      [v3]: false,
      [w1]: true,
    })
    expect(await set({ [v1]: false, [v2]: true, [v3]: false })).toEqual({ [v1]: true, [v2]: true, [v3]: true })
    expect(await set({})).toEqual({})
  })

  it('leaves assigned pipelines alone that the caller does not see, and is given none of those', async () => {
    const closed = await world.pipeline({ read: [[world.badges.americas]] })
    const open = await world.pipeline()
    const dana = await world.person()
    const set = (as: typeof world.ada, ids: string[]) =>
      world.save(as, world.unchanged(dana, { pipelinePermissions: Object.fromEntries(ids.map((id) => [id, true])) }))
    const [hidden = '', shown = ''] = [closed.versions[0], open.versions[0]]
    expect(await set(world.ada, [hidden])).toMatchObject({ code: 40300 })
    expect(await set(world.ada, ['unknown'])).toMatchObject({ code: 40300 })
    expect((await set(world.sam, [hidden])).data.pipelinePermissions).toEqual({ [hidden]: true })
    expect((await set(world.ada, [shown])).data.pipelinePermissions).toEqual({ [shown]: true })
    const listed = (await world.list(world.sam)).find((user) => user._id === dana.userId)
    expect(listed?.pipelinePermissions).toEqual({ [hidden]: true, [shown]: true })
  })

  it('USR-027/api has no pipelines and no upload flag with another role than user, nor when it becomes one again', async () => {
    const { versions } = await world.pipeline()
    const permissions = Object.fromEntries(versions.map((id) => [id, true]))
    const more = { pipelinePermissions: permissions, unrestrictedUpload: true }
    const { data } = await world.save(world.ada, world.fresh(more))
    expect(data).toMatchObject(more)
    const same = { _id: data._id, firstName: data.firstName, lastName: data.lastName, email: data.email }
    for (const role of ['manager', 'admin', 'super-admin'] as const) {
      const { data: raised } = await world.save(world.sam, { ...same, role, ...more })
      expect(raised).toMatchObject({ role, pipelinePermissions: {}, unrestrictedUpload: false })
      expect((await world.save(world.sam, world.fresh({ role, ...more }))).data.pipelinePermissions).toEqual({})
    }
    const { data: lowered } = await world.save(world.sam, { ...same, role: 'user' })
    expect(lowered).toMatchObject({ pipelinePermissions: {}, unrestrictedUpload: false })
  })

  it('has a second factor switched on and off, and an enrolled one stays so', async () => {
    const dana = await world.person()
    const set = async (tfa: boolean) => (await world.save(world.ada, world.unchanged(dana, { tfa }))).data.tfa
    expect(await set(true)).toBe('required')
    await world.app.db.updateTable('users').set({ tfa: 'enrolled' }).where('id', '=', dana.userId).execute()
    await world.app.db
      .insertInto('two_factor')
      .values({ user_id: dana.userId, secret: 'sealed', last_step: 0, enrolled_at: new Date() })
      .execute()
    expect(await set(true)).toBe('enrolled')
    expect(await set(false)).toBe('off')
    const kept = await world.app.db
      .selectFrom('two_factor')
      .select('user_id')
      .where('user_id', '=', dana.userId)
      .execute()
    expect(kept).toEqual([])
  })

  it('gets an audit row with before and after and who did it, and none when nothing changed', async () => {
    const dana = await world.person()
    const secret = (await stored(dana.userId)).password_hash ?? ''
    const picture = `data:image/png;base64,${'A'.repeat(4000)}`
    await world.save(world.ada, world.unchanged(dana, { service: 'Sales', avatar: picture }))
    await world.save(world.ada, world.unchanged(dana, { service: 'Sales', avatar: picture }))
    await world.save(
      world.marc,
      world.unchanged(dana, { updateTags: true, project_tags: [world.badges.europe], unrestrictedUpload: true }),
    )
    const rows = await world.audit(dana.userId)
    expect(rows).toMatchObject([
      { action: 'save', by: world.ada.userName, before: { service: '', avatar: null }, after: { service: 'Sales' } },
      {
        action: 'save',
        by: world.marc.userName,
        before: { project_tags: [], unrestrictedUpload: false },
        after: { admin_tags: ['Dealer team'], project_tags: ['Europe'], unrestrictedUpload: true },
      },
    ])
    const text = JSON.stringify(rows)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/password|argon2|secret/i)
    expect(text.length).toBeLessThan(3000)
  })

  it('loses the link that went to an address that is theirs no more', async () => {
    const { data } = await world.save(world.ada, world.fresh())
    const { _id, firstName, lastName, email, role } = data
    const open = async () => {
      const links = world.app.db.selectFrom('password_links').select('hash').where('user_id', '=', _id)
      return (await links.where('used_at', 'is', null).execute()).length
    }
    await world.save(world.ada, { _id, firstName: 'Other', lastName, email, role })
    expect(await open()).toBe(1)
    await world.save(world.ada, { _id, firstName, lastName, email: `new-${email}`, role })
    expect(await open()).toBe(0)
  })
})
