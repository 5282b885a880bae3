import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, type ImportWorld, makeImportWorld, makePipelines } from '../../work/imports/imports.fixtures.ts'
import { freshName, testPassword } from '../../test-support/factories.ts'

const command = fileURLToPath(new URL('../../../bin/millrace.mjs', import.meta.url))
let world: ImportWorld
let home: string
beforeAll(async () => {
  world = await makeImportWorld()
  home = mkdtempSync(join(tmpdir(), 'millrace-cli-'))
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await world.close()
})

type Ran = { code: number | null; out: string; err: string }
/** The real command, as a person types it, with a home folder of its own. */
function millrace(args: string[], input = '', user = 'marc'): Promise<Ran> {
  const config = join(home, user)
  mkdirSync(config, { recursive: true })
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: config,
      XDG_CONFIG_HOME: config,
      MILLRACE_SERVER: world.url,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}
const file = (name: string, content: string): string => {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}
const login = () => millrace(['login', '--username', world.people.manager.userName], `${testPassword}\n`)

describe('millrace', () => {
  it('--help tells every command', async () => {
    const { code, out } = await millrace(['--help'])
    expect(code).toBe(0)
    for (const word of ['login', 'logout', 'import', 'serve', 'api', 'worker', 'realtime', '--wait']) {
      expect(out).toContain(word)
    }
  })

  it('import without a login says what to do', async () => {
    const { code, err } = await millrace(['import', '--pipeline', 'x'], '', 'nobody')
    expect(code).toBe(1)
    expect(err).toMatch(/millrace login/)
  })

  it('login refuses a wrong password and keeps the token for its owner only', async () => {
    const wrong = await millrace(['login', '--username', world.people.manager.userName], 'wrong\n')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Wrong username or password.') })
    expect((await login()).code).toBe(0)
    const stored = join(home, 'marc', 'millrace', 'session.json')
    expect(statSync(stored).mode & 0o777).toBe(0o600)
  })

  it('import uploads, validates, runs and follows to the end', async () => {
    await login()
    const { country } = await makePipelines(world)
    const path = file('bikes.csv', csv(40))
    const ran = await millrace(['import', '--pipeline', country.name, '--source', `rows=${path}`, '--wait'])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toMatch(/40 records: 40 valid, 0 rejected/)
    expect(ran.out).toMatch(/success Completed/)
    expect(ran.out).toMatch(/sink out: 40 read, 40 written, 0 rejected/)
  })

  it('a file with findings is not imported: they are shown and the exit code is 1', async () => {
    await login()
    const { country } = await makePipelines(world)
    const path = file('bad.csv', 'key,name,price\nk1,a,dear\n')
    const ran = await millrace(['import', '--pipeline', country._id, '--source', `rows=${path}`, '--wait'])
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/Row 1.*price/)
    expect(ran.err).toMatch(/did not pass validation/)
  })

  it('a failing import ends with exit code 1 and its reason', async () => {
    await login()
    const { country } = await makePipelines(world, { component: { jsCode: 'throw new Error("out of order")' } })
    const path = file('good.csv', csv(1))
    const ran = await millrace(['import', '--pipeline', country.name, '--source', path, '--wait'])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('out of order')
    expect(ran.err).toMatch(/Not completed/)
  })

  it('an ambiguous name lists the paths', async () => {
    await login()
    const name = freshName('Twin')
    const sam = world.people['super-admin']
    const { folder: parent } = (await makePipelines(world)).country
    const folders = []
    for (let n = 0; n < 2; n++) {
      folders.push(await world.folders.create(sam, { name: freshName('Place'), kind: 'pipeline', parent }))
      await makePipelines(world, { country: { name, folder: folders[n]?.id } })
    }
    const ran = await millrace(['import', '--pipeline', name])
    expect(ran.code).toBe(1)
    for (const folder of folders) expect(ran.err).toContain(`${folder.name}/${name}`)
    // The path tells which; it has no valid upload yet.
    const chosen = await millrace(['import', '--pipeline', `${folders[1]?.name}/${name}`])
    expect(chosen.err).toBe('Not all data sources have a valid upload\n')
  })

  it('refusals of the server and unreachable servers are one sentence', async () => {
    await login()
    const { country } = await makePipelines(world)
    const ran = await millrace(['import', '--pipeline', country._id, '--wait'])
    expect(ran).toMatchObject({ code: 1, err: 'Not all data sources have a valid upload\n' })
    const off = await millrace(['login', '--server', 'http://127.0.0.1:9', '--username', 'x'], 'y\n')
    expect(off.code).toBe(1)
    expect(off.err.trim().split('\n')).toHaveLength(1)
  })
})
