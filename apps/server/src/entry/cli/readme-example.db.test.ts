import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureDemoWorkspace } from '../demo/ensure-demo-workspace.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'

const root = path.join(import.meta.dirname, '..', '..', '..', '..', '..')
const home = mkdtempSync(path.join(tmpdir(), 'millrace-readme-'))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await ensureDemoWorkspace(app.platform, app.services)
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true, force: true })
})

/** The lines of the README that begin with `npx millrace`, run as they stand but for npx itself. */
function run(line: string, input: string): Promise<{ code: number | null; out: string }> {
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map((match) => match[1] ?? match[0]).slice(2)
  const child = spawn(process.execPath, [path.join('apps', 'server', 'bin', 'millrace.mjs'), ...words], {
    cwd: root,
    env: { ...process.env, XDG_CONFIG_HOME: home, MILLRACE_SERVER: app.url },
  })
  let out = ''
  child.stdout.on('data', (part) => (out += part))
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

it('the example of the README imports the demo file, three records left out', async () => {
  const lines = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n')
  const commands = lines.filter((line) => line.startsWith('npx millrace '))
  expect(commands).toHaveLength(2)
  let last = { code: null as number | null, out: '' }
  for (const command of commands) last = await run(command, 'Try-this-1now\n')
  expect(last.code).toBe(0)
  expect(last.out).toContain('Best Buy stores en-US: completed, 3 left out')
})
