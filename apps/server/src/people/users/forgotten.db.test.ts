import { texts } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../work/imports/imports.fixtures.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, testPassword } from '../../test-support/factories.ts'
import { linkIn, type MailServer, startMailServer } from '../../test-support/mail-server.ts'

let app: TestApp
let server: MailServer
let clock = Date.now()
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { smtpUrl: server.url }, now: () => new Date(clock) })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const ask = (email: string) => app.call('POST /users/forgotten', { body: { email } })
const choose = (token: string | null, password = 'Fresh-start-2') =>
  app.call('POST /users/create-password', { body: { password, token: token ?? '' } })
const logIn = (username: string, password: string) => app.call('POST /users/login', { body: { username, password } })
/** No request waits to be looked at, and no mail to be sent. */
const settled = () =>
  until('all requests are done', async () => {
    const mails = await app.db.selectFrom('mails').select('id').execute()
    const { rows } = await sql`select id from pgboss.job
      where name in ('users.forgotten', 'mail.send') and state < 'completed'`.execute(app.db)
    return mails.length === 0 && rows.length === 0
  })
describe('POST /users/forgotten', () => {
  it('API-015/api SES-043/api mails a link with which the person chooses a password', async () => {
    const person = await makeUser(app.db)
    expect(await ask(`  ${person.email.toUpperCase()} `)).toMatchObject({ code: 20000, data: null })
    const link = linkIn(await server.mailFor(person.email))
    expect(link.origin + link.pathname).toBe(`${app.platform.settings.publicUrl}/create-password`)
    expect(link.searchParams.get('un')).toBe(person.userName)
    // Until then the old one is good: anybody can ask for anybody.
    expect(await logIn(person.userName, testPassword)).toMatchObject({ code: 20000 })
    expect(await choose(link.searchParams.get('t'))).toMatchObject({ code: 20000, data: null })
    expect(await logIn(person.userName, testPassword)).toMatchObject({ code: 40100 })
    expect(await logIn(person.userName, 'Fresh-start-2')).toMatchObject({ code: 20000 })
    expect(await choose(link.searchParams.get('t'))).toMatchObject({ code: 40000, message: texts.badPasswordLink })
  })

  it('SES-041/api answers alike for known, unknown and switched-off people, and mails only the known', async () => {
    const known = await makeUser(app.db)
    const off = await makeUser(app.db, { isActive: false })
    const answers = []
    for (const email of [known.email, off.email, 'nobody@example.org']) {
      const { headers: _headers, ...answer } = await ask(email)
      answers.push(answer)
    }
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ code: 20000, status: 200, message: 'ok', data: null })))
    await settled()
    expect(server.received.flatMap(({ receivers }) => receivers)).toContain(known.email)
    for (const email of [off.email, 'nobody@example.org']) {
      expect(server.received.flatMap(({ receivers }) => receivers)).not.toContain(email)
    }
  })

  it('lets in who was locked out by too many wrong passwords', async () => {
    const person = await makeUser(app.db)
    for (let n = 0; n < 10; n++) await logIn(person.userName, 'Wrong-pass-1')
    expect(await logIn(person.userName, testPassword)).toMatchObject({ code: 42900 })
    await ask(person.email)
    const link = linkIn(await server.mailFor(person.email))
    expect(await choose(link.searchParams.get('t'))).toMatchObject({ code: 20000 })
    expect(await logIn(person.userName, 'Fresh-start-2')).toMatchObject({ code: 20000 })
  })

  it('a newer link ends the older ones', async () => {
    const person = await makeUser(app.db)
    await ask(person.email)
    const first = linkIn(await server.mailFor(person.email))
    await ask(person.email)
    const second = linkIn(await server.mailFor(person.email, { count: 2 }))
    expect(await choose(first.searchParams.get('t'))).toMatchObject({ code: 40000, message: texts.badPasswordLink })
    expect(await choose(second.searchParams.get('t'))).toMatchObject({ code: 20000 })
  })

  it.each([
    '',
    'x',
    'a b@example.org',
    'anna@localhost',
    'a@b.c\r\nBcc: d@e.f',
    'a\u0000b@c.de',
    'a\u200bb@c.de',
    `${'x'.repeat(300)}@example.org`,
  ])('%j is no address', async (email) => {
    expect(await ask(email)).toMatchObject({ code: 40000, message: 'cannot ask for reset password.' })
  })

  it('is limited for one e-mail address, known or not, until an hour is over', async () => {
    const person = await makeUser(app.db)
    for (const email of [person.email, 'nobody-else@example.org']) {
      for (let n = 0; n < 5; n++) expect((await ask(email)).code).toBe(20000)
      expect(await ask(email.toUpperCase())).toMatchObject({ code: 42900, message: texts.tooManyAttempts })
    }
    clock += 3_600_000
    expect((await ask(person.email)).code).toBe(20000)
  })

  it('is limited for one network address', async () => {
    const answers = []
    for (let n = 0; n < 60; n++) answers.push((await ask(`somebody-${n}@example.org`)).code)
    expect(answers).toContain(20000)
    expect(answers.slice(50)).toEqual(Array.from({ length: 10 }, () => 42900))
  })
})
