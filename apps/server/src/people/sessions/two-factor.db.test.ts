import { codes, texts } from '@millrace/contract'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, testPassword, type TestUser } from '../../test-support/factories.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { endSessionsOf } from './end-sessions.ts'
import { resetTfa, switchTwoFactor } from './two-factor.ts'

let app: TestApp
let clock = Date.now()
let person: TestUser

beforeAll(async () => {
  app = await startTestApp({ worker: false, now: () => new Date(clock) })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = Date.now()
  person = await makePerson()
})

async function makePerson(options: Parameters<typeof makeUser>[1] = {}, tfa: 'off' | 'required' = 'required') {
  const made = await makeUser(app.db, { role: 'manager', ...options })
  await app.db.updateTable('users').set({ tfa }).where('id', '=', made.userId).execute()
  return made
}

const codeOf = (secret: string, offSteps = 0) =>
  generateSync({ secret, epoch: Math.floor(clock / 1000) + offSteps * 30 })
const wrong = (secret: string) => String((Number(codeOf(secret)) + 7) % 1_000_000).padStart(6, '0')
const nextStep = () => {
  clock += 30_000
}
const logIn = async (someone = person) =>
  app.call('POST /users/login', { body: { username: someone.userName, password: testPassword } })
async function challenge(someone = person) {
  const { data } = await logIn(someone)
  if (!data || !('tfa' in data)) throw new Error('no challenge')
  return data.tfa
}
const send = (_id: string, code: string) => app.call('POST /users/tfa', { body: { _id, code } })
async function enrol(someone = person) {
  const { _id, secret = '' } = await challenge(someone)
  const { data } = await send(_id, codeOf(secret))
  nextStep()
  return { secret, data, recoveryCodes: data.recoveryCodes ?? [] }
}
const stateOf = async (someone = person) => {
  const found = await app.db
    .selectFrom('users')
    .select('tfa')
    .where('id', '=', someone.userId)
    .executeTakeFirstOrThrow()
  return found.tfa
}
const expired = { code: 40100, message: 'The verification has expired, please log in again.', data: null }
const wrongCode = { code: 40100, message: 'Wrong code.', data: null }

describe('the first sign-in of who is asked for a second factor', () => {
  it('SES-008/api API-008/api answers a challenge, a secret and its picture, and no token', async () => {
    const { code, data } = await logIn()
    expect(code).toBe(codes.ok)
    expect(data).toEqual({
      tfa: {
        _id: expect.stringMatching(/^[\w-]{43}$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        qrcode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      },
    })
    expect(JSON.stringify(data)).not.toContain(person.userId)
  })

  it('API-009/api SES-012/api SES-007/api lets in with a code made from the secret and tells ten recovery codes, once', async () => {
    const { _id, secret = '' } = await challenge()
    const { code, data } = await send(_id, codeOf(secret))
    expect(code).toBe(codes.ok)
    expect(Object.keys(data).sort()).toEqual(['recoveryCodes', 'refreshToken', 'token'])
    expect(new Set(data.recoveryCodes).size).toBe(10)
    for (const recovery of data.recoveryCodes ?? []) expect(recovery).toMatch(/^[a-z2-9]{10}$/)
    expect((await app.call('GET /users/info', { as: data.token.value })).code).toBe(codes.ok)
    expect(await stateOf()).toBe('enrolled')
    nextStep()
    const again = await challenge()
    expect(Object.keys(again)).toEqual(['_id'])
    const second = await send(again._id, codeOf(secret))
    expect(Object.keys(second.data).sort()).toEqual(['refreshToken', 'token'])
    for (const { refreshToken } of [data, second.data]) {
      expect(await app.call('POST /users/refresh-token', { body: { refreshToken } })).toMatchObject({ code: codes.ok })
    }
  })

  it('shows another secret each time; the one that was confirmed counts, and others under way end', async () => {
    const [first, second] = [await challenge(), await challenge()]
    expect(first.secret).not.toBe(second.secret)
    expect(await send(first._id, codeOf(second.secret ?? ''))).toMatchObject(wrongCode)
    expect((await send(second._id, codeOf(second.secret ?? ''))).code).toBe(codes.ok)
    expect(await send(first._id, codeOf(first.secret ?? ''))).toMatchObject(expired)
  })

  it('leaves an audit row without any secret', async () => {
    const { secret, recoveryCodes } = await enrol()
    const rows = await app.db.selectFrom('audit').selectAll().where('object_id', '=', person.userId).execute()
    expect(rows).toMatchObject([{ action: 'enrol two-factor', user_id: person.userId, name: person.userName }])
    for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(hidden)
  })
})

describe('a code', () => {
  it('is taken one step early or late, and typed with a space', async () => {
    const { secret } = await enrol()
    clock += 300_000
    for (const off of [-1, 0, 1]) {
      const code = codeOf(secret, off)
      expect((await send((await challenge())._id, ` ${code.slice(0, 3)} ${code.slice(3)} `)).code).toBe(codes.ok)
    }
    clock += 300_000
    for (const off of [-2, 2]) expect(await send((await challenge())._id, codeOf(secret, off))).toMatchObject(wrongCode)
  })

  it('is good once, also for two at the same moment, and none before it is taken after it', async () => {
    const { secret } = await enrol()
    clock += 300_000
    const [one, two] = [await challenge(), await challenge()]
    const answers = await Promise.all([send(one._id, codeOf(secret)), send(two._id, codeOf(secret))])
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.refused])
    expect(await send((await challenge())._id, codeOf(secret, -1))).toMatchObject(wrongCode)
    nextStep()
    expect((await send((await challenge())._id, codeOf(secret))).code).toBe(codes.ok)
  })

  it('of the enrolment is not good for the next sign-in', async () => {
    const { _id, secret = '' } = await challenge()
    const code = codeOf(secret)
    await send(_id, code)
    expect(await send((await challenge())._id, code)).toMatchObject(wrongCode)
  })

  it.each(['1', '12345', '12345678901', ''])('%j is no length of a code', async (code) => {
    const { _id } = await challenge()
    expect(await send(_id, code)).toMatchObject({ code: 40000, message: 'Missing field(s) : code' })
  })
})

describe('a recovery code', () => {
  it('SES-011/api is taken in place of a code, in either letter case, each once', async () => {
    const { recoveryCodes } = await enrol()
    for (const [n, recovery] of recoveryCodes.entries()) {
      const typed = n % 2 === 0 ? recovery : recovery.toUpperCase()
      const { code, data } = await send((await challenge())._id, typed)
      expect(code).toBe(codes.ok)
      expect(data).not.toHaveProperty('recoveryCodes')
    }
    for (const recovery of recoveryCodes.slice(0, 3)) {
      expect(await send((await challenge())._id, recovery)).toMatchObject(wrongCode)
    }
  })

  it('is taken once by two calls at the same moment', async () => {
    const { recoveryCodes } = await enrol()
    const [one, two] = [await challenge(), await challenge()]
    const answers = await Promise.all([one, two].map(({ _id }) => send(_id, recoveryCodes[0] ?? '')))
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.refused])
  })

  it('of somebody else is none', async () => {
    const { recoveryCodes } = await enrol()
    const other = await makePerson()
    await enrol(other)
    expect(await send((await challenge(other))._id, recoveryCodes[0] ?? '')).toMatchObject(wrongCode)
  })

  it('does not enrol', async () => {
    const { recoveryCodes } = await enrol()
    const other = await makePerson()
    expect(await send((await challenge(other))._id, recoveryCodes[0] ?? '')).toMatchObject(wrongCode)
    expect(await stateOf(other)).toBe('required')
  })
})

describe('the challenge', () => {
  it('is good once', async () => {
    const { secret } = await enrol()
    const { _id } = await challenge()
    expect((await send(_id, codeOf(secret))).code).toBe(codes.ok)
    nextStep()
    expect(await send(_id, codeOf(secret))).toMatchObject(expired)
  })

  it('is taken once by two calls at the same moment', async () => {
    const { recoveryCodes } = await enrol()
    const { _id } = await challenge()
    const answers = await Promise.all([0, 1].map((n) => send(_id, recoveryCodes[n] ?? '')))
    expect(answers.map(({ code, message }) => [code, message]).sort()).toEqual([
      [codes.ok, 'ok'],
      [codes.refused, expired.message],
    ])
  })

  it('unknown ones, tokens and ids of people are none', async () => {
    const { data } = await enrol()
    for (const id of ['unknown', person.userId, data.token.value, data.refreshToken]) {
      expect(await send(id, '123456')).toMatchObject(expired)
    }
  })

  it('lives five minutes', async () => {
    const { secret } = await enrol()
    const [early, late] = [await challenge(), await challenge()]
    clock += 5 * 60_000 - 1000
    expect((await send(early._id, codeOf(secret))).code).toBe(codes.ok)
    clock += 1000
    expect(await send(late._id, codeOf(secret, 1))).toMatchObject(expired)
  })

  it('takes five attempts, whatever the sixth is', async () => {
    const { secret } = await enrol()
    const { _id } = await challenge()
    for (let n = 0; n < 5; n++) expect(await send(_id, wrong(secret))).toMatchObject(wrongCode)
    expect(await send(_id, codeOf(secret))).toMatchObject(expired)
    expect((await send((await challenge())._id, codeOf(secret))).code).toBe(codes.ok)
  })

  it('counts attempts made at the same moment', async () => {
    const { secret } = await enrol()
    const { _id } = await challenge()
    const answers = await Promise.all(Array.from({ length: 9 }, () => send(_id, wrong(secret))))
    expect(answers.filter(({ message }) => message === wrongCode.message)).toHaveLength(5)
    expect(answers.filter(({ message }) => message === expired.message)).toHaveLength(4)
  })

  it.each([
    ['another password, role or a deactivation', (id: string) => endSessionsOf(app.db, id)],
    ['a reset of the second factor', (id: string) => resetTfa(app.db, systemCaller, id)],
    ['switching the second factor off', (id: string) => switchTwoFactor(app.db, id, false).then(() => {})],
    [
      'the account switched off alone',
      async (id: string) => {
        await app.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
      },
    ],
  ])('ends with %s', async (_what, happen) => {
    const { secret } = await enrol()
    const { _id } = await challenge()
    await happen(person.userId)
    expect(await send(_id, codeOf(secret))).toMatchObject(expired)
  })
})

describe('guessing codes', () => {
  it('is slowed down over challenges, with the right password or not; other people are let in', async () => {
    const { secret } = await enrol()
    for (let n = 0; n < 2; n++) {
      const { _id } = await challenge()
      for (let m = 0; m < 5; m++) expect(await send(_id, wrong(secret))).toMatchObject(wrongCode)
    }
    const refused = { code: 42900, status: 429, message: texts.tooManyAttempts }
    expect(await send((await challenge())._id, codeOf(secret))).toMatchObject(refused)
    const other = await makePerson()
    expect((await enrol(other)).recoveryCodes).toHaveLength(10)
    clock += 3_600_000
    expect((await send((await challenge())._id, codeOf(secret))).code).toBe(codes.ok)
  })
})

describe('the states', () => {
  it('SES-001/api off asks for nothing, required enrols, and both are switched', async () => {
    const plain = await makePerson({}, 'off')
    expect((await logIn(plain)).data).toHaveProperty('token')
    expect(await switchTwoFactor(app.db, plain.userId, true)).toBe('required')
    const { secret } = await enrol(plain)
    expect(await switchTwoFactor(app.db, plain.userId, true)).toBe('enrolled')
    expect((await send((await challenge(plain))._id, codeOf(secret))).code).toBe(codes.ok)
    expect(await switchTwoFactor(app.db, plain.userId, false)).toBe('off')
    expect((await logIn(plain)).data).toHaveProperty('token')
    const left = await app.db.selectFrom('two_factor').where('user_id', '=', plain.userId).selectAll().execute()
    expect(left).toEqual([])
  })

  it('after a reset the old secret and the old recovery codes are worth nothing, and the next login enrols', async () => {
    const before = await enrol()
    await app.db.transaction().execute((tx) => resetTfa(tx, systemCaller, person.userId))
    const { _id, secret } = await challenge()
    expect(secret).not.toBe(before.secret)
    expect(await send(_id, codeOf(before.secret))).toMatchObject(wrongCode)
    expect(await send(_id, before.recoveryCodes[0] ?? '')).toMatchObject(wrongCode)
    const rows = await app.db.selectFrom('audit').selectAll().where('action', '=', 'reset two-factor').execute()
    expect(rows).toContainEqual(
      expect.objectContaining({ before: { tfa: 'enrolled' }, after: { tfa: 'required' }, object_id: person.userId }),
    )
    expect((await enrol()).recoveryCodes).toHaveLength(10)
    expect(await send((await challenge())._id, before.recoveryCodes[1] ?? '')).toMatchObject(wrongCode)
  })

  it('a reset of who has no second factor gives them none', async () => {
    const plain = await makePerson({}, 'off')
    await resetTfa(app.db, systemCaller, plain.userId)
    expect((await logIn(plain)).data).toHaveProperty('token')
    await expect(resetTfa(app.db, systemCaller, 'nobody')).rejects.toMatchObject({ code: 40400 })
  })
})

it('with MILLRACE_REQUIRE_TFA everybody enrols who has not', async () => {
  const strict = await startTestApp({ worker: false, settings: { requireTfa: true }, now: () => new Date(clock) })
  try {
    const plain = await makeUser(strict.db)
    const logInThere = () =>
      strict.call('POST /users/login', { body: { username: plain.userName, password: testPassword } })
    const { data } = await logInThere()
    if (!('tfa' in data)) throw new Error('no challenge')
    const { _id, secret = '' } = data.tfa
    expect(secret).not.toBe('')
    expect((await strict.call('POST /users/tfa', { body: { _id, code: codeOf(secret) } })).code).toBe(codes.ok)
    const again = (await logInThere()).data
    expect('tfa' in again && Object.keys(again.tfa)).toEqual(['_id'])
  } finally {
    await strict.close()
  }
})
