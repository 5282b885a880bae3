import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeBadge, makeUser, testPassword } from '../../test-support/factories.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { createUser, type NewUser } from './create-user.ts'
import { firstPersonLink, isFirstStart } from './first-person.ts'
import { setPassword } from './set-password.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

let count = 0
const person = (firstName: string, lastName: string): NewUser => ({
  firstName,
  lastName,
  email: `somebody${++count}@example.org`,
  role: 'user',
})
const make = (user: NewUser) => app.db.transaction().execute((tx) => createUser(tx, systemCaller, user))
const logIn = (username: string, password: string) => app.call('POST /users/login', { body: { username, password } })

describe('the first person', () => {
  it('is super.admin with a link that is made anew until a password is chosen', async () => {
    expect(await isFirstStart(app.db)).toBe(true)
    const first = await firstPersonLink(app.platform)
    expect(first).toMatch(/^http:\/\/localhost:3000\/create-password\?t=[\w-]{43}&un=super\.admin$/)
    expect(await isFirstStart(app.db)).toBe(false)
    const second = await firstPersonLink(app.platform)
    expect(second).not.toBe(first)
    const links = await app.db.selectFrom('password_links').selectAll().execute()
    expect(links).toHaveLength(2)
    expect(JSON.stringify(links)).not.toContain(new URL(first ?? '').searchParams.get('t'))
    const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await setPassword(app.db, systemCaller, { userId: id, userName: 'super.admin' }, testPassword)
    expect(await firstPersonLink(app.platform)).toBeNull()
    expect(await logIn('super.admin', testPassword)).toMatchObject({ code: 20000 })
  })
})

describe('a new user', () => {
  it('USR-023/api is called firstname.lastname in small letters with hyphens, numbered when taken', async () => {
    expect((await make(person('Anna  Maria', 'De Boer'))).userName).toBe('anna-maria.de-boer')
    expect((await make(person(' ANNA maria', 'de boer'))).userName).toBe('anna-maria.de-boer2')
    expect((await make(person('Anna Maria', 'De Boer'))).userName).toBe('anna-maria.de-boer3')
    expect((await make(person('Zoë', 'Østergård'))).userName).toBe('zoë.østergård')
  })

  it('is refused with an e-mail address that is used, whatever its letter case, and nothing is stored', async () => {
    const user = person('Bea', 'One')
    await make(user)
    const again = { ...user, firstName: 'Ben', email: user.email.toUpperCase() }
    await expect(make(again)).rejects.toMatchObject({ code: 40900, message: 'This email address is already used' })
    const found = await app.db.selectFrom('users').select('id').where('first_name', '=', 'Ben').execute()
    expect(found).toEqual([])
  })

  it('leaves an audit row that holds no password', async () => {
    const badge = await makeBadge(app.db, 'Night shift')
    const { userId, userName } = await make({
      ...person('Cleo', 'Two'),
      password: testPassword,
      badges: [badge, badge],
    })
    const rows = await app.db.selectFrom('audit').selectAll().where('object_id', '=', userId).execute()
    expect(rows).toMatchObject([
      {
        kind: 'user',
        name: userName,
        action: 'create',
        user_id: null,
        user_name: 'millrace',
        before: null,
        after: { project_tags: ['Night shift'] },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(testPassword)
    expect(JSON.stringify(rows)).not.toContain('argon2')
    expect(await logIn(userName, testPassword)).toMatchObject({ code: 20000 })
  })

  it('gets no audit row when the transaction fails', async () => {
    const user = person('Dora', 'Three')
    const failing = app.db.transaction().execute(async (tx) => {
      await createUser(tx, systemCaller, user)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const rows = await app.db.selectFrom('audit').select('id').where('name', '=', 'dora.three').execute()
    expect(rows).toEqual([])
  })
})

describe('a new password', () => {
  it('lets in, the old one does not, and open sessions end', async () => {
    const user = await makeUser(app.db)
    const token = await app.tokenOf(user)
    await app.db.transaction().execute((tx) => setPassword(tx, systemCaller, user, 'Another-pass-2'))
    expect(await app.call('GET /users/info', { as: token })).toMatchObject({ code: 50012 })
    expect(await logIn(user.userName, testPassword)).toMatchObject({ code: 40100 })
    expect(await logIn(user.userName, 'Another-pass-2')).toMatchObject({ code: 20000 })
  })
})
