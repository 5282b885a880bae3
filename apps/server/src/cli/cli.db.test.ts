import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoFiles, refusedDemoFile } from '../demo/demo-files.ts'
import { ensureDemoWorkspace } from '../demo/ensure-demo-workspace.ts'
import { startTestApp, type TestApp } from '../test-support/app.ts'

const command = path.join(import.meta.dirname, '..', '..', 'bin', 'millrace.mjs')
const home = mkdtempSync(path.join(tmpdir(), 'millrace-cli-'))
const sessionFile = path.join(home, 'millrace', 'session.json')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await ensureDemoWorkspace(app.platform, app.services)
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true, force: true })
})

/** The real command in a process of its own, with a configuration folder of its own. */
function millrace(args: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, XDG_CONFIG_HOME: home } })
  let out = ''
  let err = ''
  child.stdout.on('data', (part) => (out += part))
  child.stderr.on('data', (part) => (err += part))
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}
const logIn = (password = 'Try-this-1now') =>
  millrace(['login', '--server', app.url, '--username', 'marc.manager'], `${password}\n`)

const fileFor = (pipeline: string) => {
  const found = demoFiles.find((file) => file.pipeline === pipeline)
  if (found === undefined) throw new Error(`no demo file for ${pipeline}`)
  return found
}

describe('millrace', () => {
  it('--help tells all commands', async () => {
    const { code, out } = await millrace(['--help'])
    expect(code).toBe(0)
    for (const name of ['login', 'logout', 'import', 'serve', 'api', 'worker', 'realtime']) expect(out).toContain(name)
  })

  it('refuses a wrong password with the server’s text and keeps no token', async () => {
    expect(await logIn('wrong-password')).toMatchObject({ code: 1, err: 'Wrong username or password.\n' })
    expect(statSync(sessionFile, { throwIfNoEntry: false })).toBeUndefined()
    expect(await millrace(['import', '--pipeline', 'Bikes catalogue'])).toMatchObject({
      code: 1,
      err: 'Not logged in: run millrace login first\n',
    })
  })

  it('keeps the token where its owner alone can read it', async () => {
    expect(await logIn()).toMatchObject({ code: 0, out: `Logged in at ${app.url} as marc.manager\n` })
    expect(statSync(sessionFile).mode & 0o777).toBe(0o600)
  })

  it('uploads, imports and follows to the end, exit code 0', async () => {
    await logIn()
    const master = fileFor('Bikes catalogue')
    const sent = await millrace(['import', '--pipeline', 'Bikes catalogue', '--source', `catalogue=${master.path}`])
    // The countries have no files yet: the upload is taken, the run is refused.
    expect(sent.out).toMatch(new RegExp(`${master.valid} valid`))
    const country = fileFor('Bikes catalogue fr-FR')
    const { code, out, err } = await millrace([
      'import',
      '--pipeline',
      'bikes CATALOGUE fr-fr',
      '--source',
      `local=${country.path}`,
      '--wait',
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Bikes catalogue fr-FR: completed, ${country.rejected} left out`)
    expect(out).toMatch(new RegExp(`sink catalogue_file: ${country.valid} read`))
    expect(out).toMatch(/Completed, \d+ left out/)
  })

  it('ends with 1 and names the file when it does not pass validation', async () => {
    await logIn()
    const { pipeline, dataSubKind, path: file } = refusedDemoFile
    const { code, out, err } = await millrace(['import', '--pipeline', pipeline, '--source', `${dataSubKind}=${file}`])
    expect(code).toBe(1)
    expect(err).toContain(`${path.basename(file)} (${dataSubKind}) did not pass validation`)
    expect(out).toMatch(/error/)
  })

  it('ends with 1 for an unknown pipeline, a missing file and a server that is gone', async () => {
    await logIn()
    expect(await millrace(['import', '--pipeline', 'Chairs'])).toMatchObject({
      code: 1,
      err: "There is no pipeline 'Chairs' that you may see\n",
    })
    const gone = path.join(home, 'gone.csv')
    const missing = await millrace(['import', '--pipeline', 'Bikes catalogue fr-FR', '--source', `local=${gone}`])
    expect(missing).toMatchObject({ code: 1, err: `There is no file ${gone}\n` })
    const session = {
      server: 'http://127.0.0.1:9',
      userName: 'x',
      token: { value: 'x', expireAt: '2999-01-01T00:00:00Z' },
    }
    writeFileSync(sessionFile, JSON.stringify({ ...session, refreshToken: 'x' }))
    const { code, err } = await millrace(['import', '--pipeline', 'x'])
    expect(code).toBe(1)
    expect(err).toMatch(/^The server http:\/\/127\.0\.0\.1:9 cannot be reached: /)
  })
})
