import { readdirSync, readFileSync, statSync } from 'node:fs'
import { Writable } from 'node:stream'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/telemetry/log.ts'
import { until } from '../../work/imports/imports.fixtures.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'
import { closedPort, linkIn, type MailServer, startMailServer } from '../../test-support/mail-server.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { sendPasswordLink } from '../users/send-password-link.ts'
import { startMailWorkers, type MailWorkers } from './mail.jobs.ts'
import type { LinkOccasion } from '../users/password-link-mail.ts'
import { outboxFolder } from './outbox-mailer.ts'

let server: MailServer
let platform: TestPlatform
let workers: MailWorkers | null = null
let logged = ''
let person: TestUser

/** A platform whose log is read by the test, with the mail workers on it. */
async function open(smtpUrl: string | null, now?: () => Date): Promise<void> {
  const made = await createTestPlatform({ settings: { smtpUrl, publicUrl: 'https://import.example' }, now })
  logged = ''
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  platform = { ...made, log: createLog('trace', lines) }
  workers = await startMailWorkers(platform)
  person = await makeUser(platform.db)
}

beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => server.refuseWith(null))
afterEach(async () => {
  workers?.stop()
  await platform.close()
})

const send = (occasion: LinkOccasion, to = person) =>
  platform.db.transaction().execute((tx) => sendPasswordLink(platform, tx, to, occasion))
const waiting = () => platform.db.selectFrom('mails').selectAll().execute()
const lost = () => platform.db.selectFrom('lost_mails').select(['occasion', 'reason']).execute()
const name = (firstName: string, lastName: string) =>
  platform.db
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', person.userId)
    .execute()

describe('with a mail server', () => {
  beforeEach(() => open(server.url))

  it.each([
    ['welcome', 'Welcome to Millrace: choose your password', 'You have an account at Millrace now.'],
    ['forgotten', 'Millrace: choose a new password', 'Somebody, most likely you, asked for a new password'],
    ['reset', 'Millrace: your password was reset', 'The old password does not work any more'],
  ] as const)(
    'a mail of the occasion %s says what it is about, in text and in HTML',
    async (occasion, subject, words) => {
      await send(occasion)
      const received = await server.mailFor(person.email)
      const { mail, receivers, raw } = received
      expect(receivers).toEqual([person.email])
      expect(mail).toMatchObject({ subject, from: { name: 'Millrace', address: 'millrace@localhost' } })
      expect(mail.to).toEqual([{ name: `${person.firstName} ${person.lastName}`, address: person.email }])
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      for (const text of [mail.text, mail.html]) {
        expect(text).toContain(words)
        expect(text).toContain(person.userName)
        expect(text).toContain('https://import.example/create-password?t=')
      }
      expect(linkIn(received).searchParams.get('un')).toBe(person.userName)
    },
  )

  it('a mail of a transaction that fails is never sent; of one that commits it is gone from the database afterwards', async () => {
    const failing = platform.db.transaction().execute(async (tx) => {
      await sendPasswordLink(platform, tx, person, 'reset')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await send('welcome')
    const { mail } = await server.mailFor(person.email)
    expect(mail.subject).toContain('Welcome')
    await until('the mail is removed', async () => (await waiting()).length === 0)
    const { numDeletedRows } = await platform.db.deleteFrom('password_links').executeTakeFirst()
    expect(numDeletedRows).toBe(1n)
    expect(server.received.filter(({ receivers }) => receivers.includes(person.email))).toHaveLength(1)
  })

  it('names stay text: no header, no receiver, no markup comes of them', async () => {
    await name('Eve\r\nBcc: thief@example.org\r\n\r\n<script>', 'O"Hara, <thief@example.org> & Söhne')
    await send('welcome')
    const { mail, receivers, raw } = await server.mailFor(person.email)
    expect(receivers).toEqual([person.email])
    expect(mail.to?.map(({ address }) => address)).toEqual([person.email])
    expect(mail.bcc).toBeUndefined()
    expect(raw).not.toMatch(/^(bcc|cc):/im)
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.html).not.toContain('<script>')
    expect(mail.to?.[0]?.name).toContain('Söhne')
  })

  it('a server that has no time is asked again until it has; the link is in no line of the log', async () => {
    server.refuseWith(451)
    const before = server.refused()
    await send('reset')
    await until('two attempts', async () => server.refused() - before >= 2)
    server.refuseWith(null)
    const link = linkIn(await server.mailFor(person.email))
    await until('the mail is removed', async () => (await waiting()).length === 0)
    expect(logged).toContain('a mail could not be sent and is tried again')
    expect(logged).toContain('"responseCode":451')
    expect(logged).not.toContain(link.searchParams.get('t'))
  })

  it('a receiver that is refused for good is given up and told once', async () => {
    server.refuseWith(550)
    const before = server.refused()
    await send('reset')
    await until('the mail is removed', async () => server.refused() > before && (await waiting()).length === 0)
    expect(logged.match(/refused by the mail server and is given up/g)).toHaveLength(1)
    expect(server.refused() - before).toBe(1)
    const [given = null, ...others] = await lost()
    expect([given, others]).toEqual([{ occasion: 'reset', reason: expect.stringContaining('550') }, []])
    expect(given?.reason).not.toContain(person.email)
  })

  it('what waits is sealed: neither link, address nor name can be read in any table', async () => {
    server.refuseWith(451)
    await send('reset')
    const [row] = await waiting()
    expect(row?.content).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(person.email)
    server.refuseWith(null)
    await server.mailFor(person.email)
  })
})

describe('a mail server that cannot be reached', () => {
  it('is told at the start, and the mail goes out when it is back', async () => {
    const port = await closedPort()
    await open(`smtp://127.0.0.1:${port}`)
    await until('the warning', async () => logged.includes('mails cannot be sent at the moment; they wait'))
    await send('welcome')
    await until('an attempt', async () => logged.includes('a mail could not be sent and is tried again'))
    const back = await startMailServer({ port })
    try {
      expect((await back.mailFor(person.email)).mail.subject).toContain('Welcome')
    } finally {
      await back.close()
    }
  })

  it('takes user and password of the setting, which are in no line of the log', async () => {
    const user = { name: 'millrace@example.org', password: 'p@ss/word 1' }
    const strict = await startMailServer({ user })
    try {
      await open(strict.url)
      await send('welcome')
      await strict.mailFor(person.email)
      await platform.close()
      workers?.stop()
      await open(strict.url.replace(/:[^:@]+@/, ':other-secret@'))
      await send('welcome')
      await until('a failed attempt', async () => logged.includes('a mail could not be sent and is tried again'))
      expect(logged).not.toContain('other-secret')
    } finally {
      await strict.close()
    }
  })

  it('past the life of the link nothing is sent any more', async () => {
    let clock = Date.now()
    await open(`smtp://127.0.0.1:${await closedPort()}`, () => new Date(clock))
    await send('welcome')
    await until('an attempt', async () => logged.includes('a mail could not be sent and is tried again'))
    await until('the reason of the attempt', async () => (await waiting())[0]?.last_error)
    clock += 24 * 3_600_000
    await until('the mail is removed', async () => (await waiting()).length === 0)
    expect(logged).toContain('a mail could not be sent in time')
    expect(await lost()).toEqual([{ occasion: 'welcome', reason: expect.stringContaining('ECONNREFUSED') }])
  })
})

it('without a mail server mails are files for the operator alone, which mail programs read', async () => {
  await open(null)
  const folder = outboxFolder(platform.settings.dataFolder)
  await send('welcome')
  await until('the mail is removed', async () => (await waiting()).length === 0)
  const files = readdirSync(folder)
  expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]+\.eml$/)])
  const path = `${folder}/${files[0]}`
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const mail = await PostalMime.parse(readFileSync(path))
  expect(mail.subject).toBe('Welcome to Millrace: choose your password')
  const link = /create-password\?t=([\w-]+)/.exec(mail.text ?? '')
  expect(link).not.toBeNull()
  expect(logged).toContain('a mail was sent')
  expect(logged).not.toContain(link?.[1])
})
