import { codes, mimetypes, texts } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeBadge, makeUser, testPassword, type TestUser } from '../../test-support/factories.ts'
import { hashPassword } from './password-hash.ts'
import { endSessionsOf, sessionEndedChannel } from './end-sessions.ts'
import { createSessionEvents } from './sessions.live.ts'

let app: TestApp
let clock = Date.now()
let person: TestUser

beforeAll(async () => {
  app = await startTestApp({ worker: false, now: () => new Date(clock) })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = Date.now()
  person = await makeUser(app.db, { role: 'manager' })
})

const logIn = (username: string, password = testPassword) =>
  app.call('POST /users/login', { body: { username, password } })
async function signIn(someone = person) {
  const { data } = await logIn(someone.userName)
  if (!('token' in data)) throw new Error('no token')
  return data
}
const refresh = (refreshToken: string) => app.call('POST /users/refresh-token', { body: { refreshToken } })
const info = (token: string | null) => app.call('GET /users/info', { as: token })
const minutes = (n: number) => n * 60_000
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

describe('login', () => {
  it('SES-001/api SES-007/api SES-019/api API-008/api gives a token with its end and a refresh token', async () => {
    const answer = await logIn(person.userName)
    expect(answer).toMatchObject({ code: 20000 })
    const { token, refreshToken } = await signIn()
    expect(new Date(token.expireAt).getTime()).toBe(clock + minutes(60))
    expect(await info(token.value)).toMatchObject({ code: codes.ok })
    const exchanged = await refresh(refreshToken)
    expect(exchanged).toMatchObject({ code: codes.ok })
    expect(await info(exchanged.data.newToken.value)).toMatchObject({
      code: codes.ok,
      data: { user: { userName: person.userName } },
    })
  })

  it('SES-004/api trims the username and ignores its letter case', async () => {
    expect(await logIn(`  ${person.userName.toUpperCase()} `)).toMatchObject({ code: codes.ok })
    expect(await logIn('   ')).toMatchObject({ code: 40000, message: 'Missing field(s) : username' })
  })

  it('SES-004/api finds an account however its accents were typed or stored', async () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const userName = `ren\u00e9.${form.toLowerCase()}`.normalize(form)
      await app.db.updateTable('users').set({ user_name: userName }).where('id', '=', person.userId).execute()
      for (const typed of ['NFC', 'NFD'] as const) {
        expect(await logIn(userName.toUpperCase().normalize(typed))).toMatchObject({ code: codes.ok })
      }
    }
  })

  it('answers a password that no account can have as any other wrong one', async () => {
    for (const password of ['x', 'x'.repeat(500)]) {
      expect(await logIn(person.userName, password)).toMatchObject({ code: 40100, message: texts.wrongCredentials })
    }
    expect(await logIn('x'.repeat(500))).toMatchObject({ code: 40100, message: texts.wrongCredentials })
  })

  it('answers an unknown name and a wrong password alike, also in time', async () => {
    const known = await makeUser(app.db, { passwordHash: await hashPassword(testPassword) })
    const times: Record<string, number[]> = { unknown: [], wrong: [] }
    for (let i = 0; i < 5; i++) {
      for (const [kind, name] of Object.entries({ unknown: `nobody.at-all${i}`, wrong: known.userName })) {
        const start = performance.now()
        const answer = await logIn(name, 'Wrong-pass-1')
        times[kind]?.push(performance.now() - start)
        expect(answer).toMatchObject({ code: 40100, status: 401, message: 'Wrong username or password.', data: null })
      }
    }
    const [unknown, wrong] = [median(times.unknown ?? []), median(times.wrong ?? [])]
    expect(Math.max(unknown, wrong) / Math.min(unknown, wrong)).toBeLessThan(2.5)
  })

  it('says that an account is not active only after the right password', async () => {
    const off = await makeUser(app.db, { isActive: false })
    expect(await logIn(off.userName)).toMatchObject({ code: 40100, message: 'This account is not active.' })
    expect(await logIn(off.userName, 'Wrong-pass-1')).toMatchObject({ message: texts.wrongCredentials })
  })

  it('does not let in who has chosen no password yet', async () => {
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.userId).execute()
    expect(await logIn(person.userName)).toMatchObject({ code: 40100, message: texts.wrongCredentials })
  })

  it('slows guessing down: after ten wrong passwords also the right one is refused, for that account alone', async () => {
    for (let i = 0; i < 10; i++) expect((await logIn(person.userName, 'Wrong-pass-1')).code).toBe(40100)
    expect(await logIn(person.userName)).toMatchObject({
      code: 42900,
      status: 429,
      message: 'Too many attempts. Please try again later.',
    })
    const other = await makeUser(app.db)
    expect((await logIn(other.userName)).code).toBe(codes.ok)
  })

  it('counts attempts made at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(person.userName, 'Wrong-pass-1')))
    expect(answers.filter(({ code }) => code === 40100)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 42900)).toHaveLength(20)
  })

  it('lets one person sign in many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => logIn(person.userName)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([codes.ok]))
  })

  it('stores neither password nor token', async () => {
    const { token, refreshToken } = await signIn()
    const rows = await app.db.selectFrom('session_tokens').selectAll().execute()
    const users = await app.db.selectFrom('users').select('password_hash').execute()
    const stored = JSON.stringify([rows, users])
    for (const secret of [token.value, refreshToken, testPassword]) expect(stored).not.toContain(secret)
  })
})

describe('the token', () => {
  it('API-006/api 50008 without a token and with an unknown one', async () => {
    for (const token of [null, '', 'unknown']) {
      expect(await info(token)).toMatchObject({
        code: 50008,
        status: 401,
        message: 'You have been logged out.',
        data: null,
      })
    }
    const { refreshToken } = await signIn()
    expect(await info(refreshToken)).toMatchObject({ code: 50008 })
  })

  it('API-006/api 50014 past its end', async () => {
    const { token } = await signIn()
    clock += minutes(60)
    expect(await info(token.value)).toMatchObject({ code: 50014, status: 401, message: texts.loggedOut })
  })

  it('API-006/api 50012 when the server ended the session or switched the account off', async () => {
    const { token } = await signIn()
    await endSessionsOf(app.db, person.userId)
    expect(await info(token.value)).toMatchObject({ code: 50012, status: 401, message: texts.loggedOut })
    const again = await signIn()
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', person.userId).execute()
    expect(await info(again.token.value)).toMatchObject({ code: 50012 })
    expect(await refresh(again.refreshToken)).toMatchObject({ code: 50012 })
  })

  it('shows another role at once', async () => {
    const { token } = await signIn()
    expect(await app.call('GET /imports/listAllFilters', { as: token.value })).toMatchObject({ code: codes.ok })
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.userId).execute()
    expect(await app.call('GET /imports/listAllFilters', { as: token.value })).toMatchObject({ code: 40300 })
  })
})

describe('the refresh token', () => {
  it('API-010/api is exchanged for the next pair, each good once', async () => {
    const first = await signIn()
    const { code, data } = await refresh(first.refreshToken)
    expect(code).toBe(codes.ok)
    expect(Object.keys(data).sort()).toEqual(['newRefreshToken', 'newToken'])
    expect(await info(data.newToken.value)).toMatchObject({ code: codes.ok })
    expect(new Date(data.newToken.expireAt).getTime()).toBe(clock + minutes(60))
    expect((await refresh(data.newRefreshToken)).code).toBe(codes.ok)
  })

  it('still works when the token it came with has expired', async () => {
    const first = await signIn()
    clock += minutes(120)
    expect((await refresh(first.refreshToken)).code).toBe(codes.ok)
  })

  it('ends the whole session when it is used twice', async () => {
    const first = await signIn()
    const { data } = await refresh(first.refreshToken)
    expect(await refresh(first.refreshToken)).toMatchObject({ code: 50012, message: texts.loggedOut })
    expect(await info(data.newToken.value)).toMatchObject({ code: 50012 })
    expect(await refresh(data.newRefreshToken)).toMatchObject({ code: 50012 })
  })

  it('is taken once by two calls at the same moment', async () => {
    const { refreshToken } = await signIn()
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.sessionEnded])
  })

  it('answers 50008 when unknown and 50014 past seven days', async () => {
    const { refreshToken, token } = await signIn()
    expect(await refresh('unknown')).toMatchObject({ code: 50008 })
    expect(await refresh(token.value)).toMatchObject({ code: 50008 })
    clock += minutes(7 * 24 * 60)
    expect(await refresh(refreshToken)).toMatchObject({ code: 50014 })
  })
})

describe('info', () => {
  it('SES-025/api SES-026/api API-011/api answers the person, what files are taken, and the last seen date is set', async () => {
    const project = await makeBadge(app.db, 'Catalogue team')
    const admin = await makeBadge(app.db, 'Headquarters', 'admin')
    const holder = await makeUser(app.db, { role: 'admin', badges: [project, admin], unrestrictedUpload: true })
    const avatar = 'data:image/png;base64,iVBORw0KGgo='
    await app.db.updateTable('users').set({ avatar }).where('id', '=', holder.userId).execute()
    await app.db.updateTable('badges').set({ color: '#67C23A' }).where('id', '=', project).execute()
    const answer = await app.call('GET /users/info', { as: holder })
    expect(answer.data).toEqual({
      user: {
        _id: holder.userId,
        name: { firstName: holder.firstName, lastName: holder.lastName },
        userName: holder.userName,
        email: holder.email,
        avatar,
        roles: [{ name: 'admin' }],
        role: 'admin',
        admin_tags: [{ _id: admin, name: 'Headquarters', type: 'admin', isUsed: true, isHidden: false }],
        project_tags: [
          { _id: project, name: 'Catalogue team', type: 'project', color: '#67C23A', isUsed: true, isHidden: false },
        ],
        unrestrictedUpload: true,
      },
      mimetypes,
      timeZone: 'Europe/Paris',
      title: 'Millrace',
      maxUpload: 20 * 1024 * 1024,
      sendsMail: false,
    })
    const { last_seen_at } = await app.db
      .selectFrom('users')
      .select('last_seen_at')
      .where('id', '=', holder.userId)
      .executeTakeFirstOrThrow()
    expect(last_seen_at?.getTime()).toBe(clock)
    expect(JSON.stringify(answer)).not.toContain('argon2id')
  })

  it('knows the caller by project badges alone', async () => {
    const project = await makeBadge(app.db)
    const admin = await makeBadge(app.db, undefined, 'admin')
    const holder = await makeUser(app.db, { badges: [project, admin] })
    const caller = await app.services.sessions.authenticate(await app.tokenOf(holder))
    expect([...caller.badges]).toEqual([project])
  })
})

describe('logout', () => {
  it('API-012/api ends token and refresh token, of this session alone', async () => {
    const [here, elsewhere] = [await signIn(), await signIn()]
    expect(await app.call('POST /users/logout', { as: here.token.value })).toMatchObject({ code: codes.ok, data: null })
    expect(await info(here.token.value)).toMatchObject({ code: 50012 })
    expect(await refresh(here.refreshToken)).toMatchObject({ code: 50012 })
    expect(await info(elsewhere.token.value)).toMatchObject({ code: codes.ok })
  })

  it('is told to every process at once', async () => {
    const events = await createSessionEvents(app.platform, app.platform.databaseUrl)
    const heard = new Promise<string | null>((resolve) => events.onSessionEnded(resolve))
    const { token } = await signIn()
    const { sessionId } = await app.services.sessions.authenticate(token.value)
    await app.call('POST /users/logout', { as: token.value })
    expect(await heard).toBe(sessionId)
    await events.close()
  })
})

it('listeners are told to look again after a break of the connection that may have lost an end', async () => {
  const events = await createSessionEvents(app.platform, app.platform.databaseUrl)
  const heard = new Promise<string | null>((resolve) => events.onSessionEnded(resolve))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = ${`listen "${sessionEndedChannel}"`}`.execute(app.db)
  expect(await heard).toBeNull()
  await events.close()
})

it('tokens of long ago are removed at the next login, those of today are kept', async () => {
  const old = await signIn()
  clock += minutes(60 * 24 * 60)
  const fresh = await signIn()
  expect(await info(old.token.value)).toMatchObject({ code: 50008 })
  expect(await info(fresh.token.value)).toMatchObject({ code: codes.ok })
  const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute()
  expect(sessions).toHaveLength(1)
})
