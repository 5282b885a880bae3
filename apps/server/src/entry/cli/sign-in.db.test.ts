import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, testPassword, type TestUser } from '../../test-support/factories.ts'
import { platformSecret } from '../../test-support/platform.ts'
import { startProcess } from '../../test-support/product-process.ts'
import { commandLineProgram } from '../../test-support/programs.ts'

const embeddedMs = 240_000
let app: TestApp
let home: string
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = mkdtempSync(join(tmpdir(), 'millrace-cli-'))
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await app.close()
})

type Ran = { code: number | null; out: string; err: string }
/** The command, as a person types it; standard input stays open, as that of a waiting script does. */
function millrace(args: string[], lines: string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [commandLineProgram(), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: home,
      XDG_CONFIG_HOME: home,
      MILLRACE_SERVER: app.url,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: home,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  for (const line of lines) child.stdin.write(`${line}\n`)
  return new Promise((resolve) =>
    child.on('close', (code) => {
      child.stdin.destroy()
      resolve({ code, out, err })
    }),
  )
}

const settings = () => ({
  DATABASE_URL: app.platform.databaseUrl,
  MILLRACE_DATA: dirname(app.platform.settings.filesFolder),
  MILLRACE_SECRET: platformSecret,
})
const logIn = ({ userName }: TestUser) =>
  app.call('POST /users/login', { body: { username: userName, password: testPassword } })

/** A person who signs in with a second factor, and their recovery codes. */
async function makeEnrolled() {
  const person = await makeUser(app.db, { role: 'super-admin' })
  await app.db.updateTable('users').set({ tfa: 'required' }).where('id', '=', person.userId).execute()
  const required = await millrace(['login', '--username', person.userName], [testPassword])
  const { data } = await logIn(person)
  if (!('tfa' in data)) throw new Error('no challenge')
  const { _id, secret = '' } = data.tfa
  const signed = await app.call('POST /users/tfa', { body: { _id, code: generateSync({ secret }) } })
  return { person, secret, recoveryCodes: signed.data.recoveryCodes ?? [], required }
}

describe('millrace login with two-factor verification', () => {
  it('SES-011/api asks for a code and takes a recovery code', async () => {
    const { person, recoveryCodes, required } = await makeEnrolled()
    expect(required).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/in a browser once\n$/) })
    const args = ['login', '--username', person.userName]
    expect(await millrace(args, [testPassword, ''])).toMatchObject({
      code: 1,
      err: 'This account asks for a code, and none was given\n',
    })
    expect(await millrace(args, [testPassword, 'abcdefgh', ''])).toMatchObject({ code: 1, err: 'Wrong code.\n' })
    const ran = await millrace(args, [testPassword, 'abcdefgh', recoveryCodes[0] ?? ''])
    expect(ran).toMatchObject({ code: 0, err: '', out: `Logged in at ${app.url} as ${person.userName}\n` })
    expect((await millrace(['jobs'])).code).toBe(0)
  })
})

describe('the commands of the operator', () => {
  it('reset-tfa lets in who lost the phone: the next login enrols again', async () => {
    const { person } = await makeEnrolled()
    const ran = await millrace(['reset-tfa', person.userName.toUpperCase()], [], settings())
    expect(ran).toEqual({
      code: 0,
      out: `The two-factor verification of ${person.userName} is wiped; the next login enrols again.\n`,
      err: '',
    })
    expect((await logIn(person)).data).toMatchObject({ tfa: { secret: expect.any(String) } })
    const rows = await app.db.selectFrom('audit').selectAll().where('object_id', '=', person.userId).execute()
    expect(rows).toContainEqual(expect.objectContaining({ action: 'reset two-factor', user_name: 'millrace' }))
    expect((await millrace(['reset-tfa', person.userName], [], settings())).out).toMatch(/nothing to wipe/)
  })

  it('password-link prints a link that works', async () => {
    const person = await makeUser(app.db)
    const ran = await millrace(['password-link', person.userName], [], settings())
    expect(ran).toMatchObject({ code: 0, err: '' })
    const token = new URL(/http\S+/.exec(ran.out)?.[0] ?? '').searchParams.get('t') ?? ''
    expect((await logIn(person)).code).toBe(20000)
    const body = { token, password: 'Fresh-start-2' }
    expect((await app.call('POST /users/create-password', { body })).code).toBe(20000)
    expect((await logIn(person)).code).toBe(40100)
  })

  it.each([
    ['an unknown person', {}, 'There is no person with the username nobody.here'],
    ['no key of the server', { MILLRACE_SECRET: '' }, 'The key of the server is neither in MILLRACE_SECRET nor in'],
    ['no database', { DATABASE_URL: '' }, 'There is no database in'],
    ['a database that is away', { DATABASE_URL: 'postgresql://a:hidden@127.0.0.1:1/x' }, 'The database x at'],
  ])('%s is told in one sentence', async (_what, env, sentence) => {
    const data = join(home, 'empty')
    const ran = await millrace(['password-link', 'nobody.here'], [], { ...settings(), MILLRACE_DATA: data, ...env })
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
    expect(ran.err.trim().split('\n')).toHaveLength(1)
    expect(ran.err).not.toContain('hidden')
  })

  it(
    'work on the embedded database, whether the server runs or not',
    async () => {
      const dataFolder = join(home, 'data')
      const server = await startProcess('serve', { dataFolder }, { MILLRACE_DEMO: '0' })
      const env = { MILLRACE_DATA: dataFolder, MILLRACE_PUBLIC_URL: 'http://import.example' }
      const running = await millrace(['password-link', 'super.admin'], [], env)
      await server.terminate()
      const stopped = await millrace(['password-link', 'super.admin'], [], env)
      for (const ran of [running, stopped]) {
        expect(ran).toMatchObject({ code: 0, err: '', out: expect.stringContaining('http://import.example/create-') })
      }
      expect(running.out).not.toBe(stopped.out)
    },
    embeddedMs,
  )
})
