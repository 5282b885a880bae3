import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser } from '../../test-support/factories.ts'
import { createPasswordLink } from './password-links.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ worker: false, now: () => now })
})
afterAll(() => app.close())

const good = 'Fresh-start-2'
const badLink = { code: 40000, message: 'cannot create password. invalid or expired token.' }
const choose = (token: string, password = good) =>
  app.call('POST /users/create-password', { body: { token, password } })
const logIn = (username: string, password: string) => app.call('POST /users/login', { body: { username, password } })

async function personWithLink() {
  const person = await makeUser(app.db, { role: 'manager' })
  const link = new URL(await createPasswordLink(app.platform, app.db, person))
  return { person, token: link.searchParams.get('t') ?? '' }
}

describe('POST /users/create-password', () => {
  it('API-014/api SES-043/api sets the password, uses the link up and ends other sessions', async () => {
    const { person, token } = await personWithLink()
    const before = await app.tokenOf(person)
    expect(await choose(token)).toMatchObject({ code: 20000, data: null })
    expect(await logIn(person.userName, good)).toMatchObject({ code: 20000 })
    expect(await logIn(person.userName, 'Try-this-1now')).toMatchObject({ code: 40100 })
    expect(await app.call('GET /users/info', { as: before })).toMatchObject({ code: 50012 })
    expect(await choose(token)).toMatchObject(badLink)
  })

  it('a broken rule is named and leaves the link good', async () => {
    const { person, token } = await personWithLink()
    const rule = 'The password must contain at least one lowercase, one uppercase, one digit and a special character'
    expect(await choose(token, 'short-1')).toMatchObject({ code: 40000, message: rule })
    const whole = `${person.userName}-1`
    expect(await choose(token, whole)).toMatchObject({ message: 'The password should not contain the username' })
    expect(await choose(token)).toMatchObject({ code: 20000 })
  })

  it('ERR-014/api refuses an unknown link and one older than a day', async () => {
    expect(await choose('no such token')).toMatchObject(badLink)
    const { token } = await personWithLink()
    const sent = now.getTime()
    const day = 24 * 3_600_000
    now = new Date(sent + day + 1000)
    expect(await choose(token)).toMatchObject(badLink)
    now = new Date(sent + day - 1000)
    expect(await choose(token)).toMatchObject({ code: 20000 })
  })

  it('of two uses of one link at once, one wins', async () => {
    const { token } = await personWithLink()
    const answers = await Promise.all([choose(token), choose(token, 'Other-start-3')])
    expect(answers.map(({ code }) => code).sort()).toEqual([20000, 40000])
  })
})
