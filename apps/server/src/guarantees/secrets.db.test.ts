import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, send, until } from '../work/imports/imports.fixtures.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { makeUser } from '../test-support/factories.ts'
import { linkIn, type MailServer, startMailServer } from '../test-support/mail-server.ts'
import { createTestPlatform } from '../test-support/platform.ts'

const smtpPassword = 'smtp-pass-4711'
/** What must be found nowhere, by what it is. */
const secrets = new Map<string, string>([['the password of the mail server', smtpPassword]])
const keep = (what: string, value: string): string => {
  secrets.set(what, value)
  return value
}

let mails: MailServer
let world: ImportWorld
let logged = ''
/** Answers in which no secret has a place. */
const answers: unknown[] = []

beforeAll(async () => {
  mails = await startMailServer({ user: { name: 'millrace', password: smtpPassword } })
  const made = await createTestPlatform({ settings: { smtpUrl: mails.url } })
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  world = await makeImportWorld({ platform: { ...made, log: createLog('trace', lines) } })
})
afterAll(async () => {
  await world.close()
  await mails.close()
})

/** Every row of every table, ours and the queue's, as PostgreSQL writes it. */
async function everythingStored(): Promise<string> {
  const { db } = world.platform
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const texts = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(
      db,
    )
    texts.push(...rows.map(({ row }) => `${schema}.${name}: ${row}`))
  }
  return texts.join('\n')
}

function foundIn(text: string): string[] {
  return [...secrets].filter(([, value]) => text.includes(value)).map(([what]) => what)
}

describe('S6 secrets', () => {
  it('S6 of signing in, two-factor, recovery and mail are in no table, no line of the log and no other answer', async () => {
    const { db } = world.platform
    const person = await makeUser(db, { role: 'manager' })
    const sam = world.people['super-admin']
    const seen = async <T>(answer: Promise<T>): Promise<T> => {
      answers.push(await answer)
      return answer
    }

    // A link by mail, with a mail server that fails at first.
    mails.refuseWith(451)
    const before = mails.refused()
    await seen(sam.ask('POST /users/reset-password', { body: { id: person.userId } }))
    await until('a failed attempt', async () => mails.refused() > before)
    const whileWaiting = await everythingStored()
    mails.refuseWith(null)
    const received = await mails.mailFor(person.email)
    const reset = keep('the token of the link', linkIn(received).searchParams.get('t') ?? '')
    expect(foundIn(whileWaiting)).toEqual([])
    const create = (token: string, password: string) =>
      seen(send(world.url, 'POST /users/create-password', { body: { token, password } }))
    await create(reset, keep('a password that breaks the rule', 'too-short-of-digits'))
    const password = keep('the password', 'Kept-secret-77')
    expect(await create(reset, password)).toMatchObject({ code: 20000 })
    await create(reset, keep('a password chosen too late', 'Kept-secret-78'))
    await create(keep('an invented token', 'invented-token-123456'), password)

    // The name and the password in each other's place, as it happens.
    const logIn = (username: string, word: string) =>
      send(world.url, 'POST /users/login', { body: { username, password: word } })
    await seen(logIn(keep('a password typed as a name', 'Typed-there-99'), person.userName))
    await seen(logIn(person.userName, keep('a wrong password', 'Wrong-pass-55')))

    // Enrolment.
    await seen(
      sam.ask('POST /users', {
        body: {
          _id: person.userId,
          firstName: 'Manager',
          lastName: 'Tester',
          email: person.email,
          role: 'manager',
          tfa: true,
        },
      }),
    )
    const first = await logIn(person.userName, password)
    if (!('tfa' in first.data)) throw new Error('no challenge')
    const challenge = keep('the id of the challenge', first.data.tfa._id)
    const secret = keep('the secret of the second factor', first.data.tfa.secret ?? '')
    const verify = (_id: string, code: string) => send(world.url, 'POST /users/tfa', { body: { _id, code } })
    await seen(verify(challenge, keep('a wrong code', 'wrongcode1')))
    const signed = await verify(challenge, generateSync({ secret }))
    expect(signed).toMatchObject({ code: 20000 })
    for (const [n, code] of (signed.data.recoveryCodes ?? []).entries()) keep(`recovery code ${n}`, code)
    const token = keep('the token', signed.data.token.value)
    const refreshToken = keep('the refresh token', signed.data.refreshToken)

    // A recovery code, then the session's life.
    const second = await logIn(person.userName, password)
    if (!('tfa' in second.data)) throw new Error('no challenge')
    keep('the id of the second challenge', second.data.tfa._id)
    const again = await verify(second.data.tfa._id, signed.data.recoveryCodes?.[0] ?? '')
    keep('the second token', again.data.token.value)
    keep('the second refresh token', again.data.refreshToken)
    const renewed = await send(world.url, 'POST /users/refresh-token', { body: { refreshToken } })
    keep('the renewed token', renewed.data.newToken.value)
    keep('the renewed refresh token', renewed.data.newRefreshToken)
    await seen(send(world.url, 'GET /users/info', {}, renewed.data.newToken.value))
    await seen(send(world.url, 'POST /users/refresh-token', { body: { refreshToken } }))
    await seen(send(world.url, 'GET /users/info', {}, token))
    await seen(sam.ask('GET /users'))
    await seen(sam.ask('GET /audit', { query: { pageNumber: '1', nbItemsPerPage: '50' } }))

    // A link that was asked for and is still good.
    await seen(send(world.url, 'POST /users/forgotten', { body: { email: person.email } }))
    const forgotten = linkIn(await mails.mailFor(person.email, { count: 2 }))
    keep('the token of the second link', forgotten.searchParams.get('t') ?? '')

    // A fault in the middle of it.
    await sql`alter table session_tokens rename to put_aside`.execute(db)
    expect(await seen(logIn(person.userName, password))).toMatchObject({ code: 50000 })
    expect(await seen(send(world.url, 'GET /users/info', {}, token))).toMatchObject({ code: 50000 })
    await sql`alter table put_aside rename to session_tokens`.execute(db)

    await until('the mails are gone', async () => (await db.selectFrom('mails').select('id').execute()).length === 0)
    const stored = await everythingStored()
    // The search finds what is there: else it would prove nothing.
    expect(stored).toContain(person.userName)
    expect(stored).toContain('argon2id$')
    expect(stored).toContain('pgboss.job: ')
    expect(logged).toContain('"call":"POST /users/login"')
    expect(logged).toContain('a call failed')
    expect(secrets.size).toBeGreaterThan(20)
    expect(foundIn(stored)).toEqual([])
    expect(foundIn(logged)).toEqual([])
    expect(foundIn(JSON.stringify(answers))).toEqual([])
  })

  it('S6 the secret of the second factor is sealed with a key that is not in the database', async () => {
    const rows = await world.platform.db.selectFrom('two_factor').select('secret').execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.secret).toMatch(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(world.platform.secrets.open(rows[0]?.secret ?? '')).toBe(secrets.get('the secret of the second factor'))
  })
})
