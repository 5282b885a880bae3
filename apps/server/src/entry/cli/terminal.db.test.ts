import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandLineProgram } from '../../test-support/programs.ts'

// A server whose every text has what a terminal obeys: files, components and people wrote them, or it is a hostile one.

/** Clears the screen, sets the title, colours, goes back in the line, begins another, turns the direction. */
const hostile = 'x\u001b[2J\u001b]0;t\u0007\u009b31m\rover\nerror   forged\u202etxt'
const shown = 'x\\u001b[2J\\u001b]0;t\\u0007\\u009b31m\\rover\\nerror   forged\\u202etxt'
const at = '2026-11-20T16:10:00.000Z'
const pipeline = { _id: 'p1', name: hostile, path: hostile, isMaster: false, dataSources: [{ dataSubKind: 'rows' }] }
const upload = {
  _id: hostile,
  dataSubKind: hostile,
  originalFilename: hostile,
  from: 'destination',
  status: hostile,
  counts: { records: 1, valid: 0, rejected: 1 },
}
const job = {
  _id: hostile,
  kind: 'repeat',
  repeatPattern: hostile,
  pipeline,
  timeZone: 'UTC',
  nextImport: { scheduledAt: at },
  scheduledAt: at,
  lastExecuted: null,
  scheduledBy: { userName: hostile },
}
const log = { seq: 1, logDate: at, level: 'info', message: hostile, dataSubKind: hostile }
const answers: Record<string, unknown> = {
  'GET /pipelines': [pipeline, { ...pipeline, _id: 'p2', name: 'twin' }, { ...pipeline, _id: 'p3', name: 'twin' }],
  'GET /logs/jobs': [log],
  'GET /imports/listScheduled': { scheduled: [], repeatable: [job] },
  'GET /uploads/last-all': [upload],
  'POST /uploads/fetchRealTime': [upload],
  'GET /uploads/findings': { groups: [{ count: 1, message: hostile, first: [{ row: 1 }] }] },
  'POST /imports': { jobId: hostile, importId: hostile },
  'POST /imports/plan': { sentence: hostile, nextRuns: [at] },
  'GET /users/info': { timeZone: hostile },
}

let server: Server
let home: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/importer/v1', '').replace(/\?.*/, '')
    const data = answers[`${request.method} ${path}`]
    response.end(JSON.stringify(data === undefined ? { code: 40000, message: hostile } : { code: 20000, data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = mkdtempSync(join(tmpdir(), 'millrace-terminal-'))
  mkdirSync(join(home, 'millrace'))
  const session = {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userName: 'x.y',
    token: { value: 'token', expireAt: '2999-01-01T00:00:00.000Z' },
    refreshToken: 'refresh',
  }
  writeFileSync(join(home, 'millrace', 'session.json'), JSON.stringify(session))
})
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  server.closeAllConnections()
  server.close()
})

function millrace(args: string[]): Promise<{ out: string; err: string }> {
  const child = spawn(process.execPath, [commandLineProgram(), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: home,
      XDG_CONFIG_HOME: home,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  return new Promise((resolve) => child.on('close', () => resolve({ out, err })))
}

const obeyed = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e]/u

it.each([
  ['the log of an import, a line each', ['logs', 'i1'], 1],
  ['the log as JSON', ['logs', 'i1', '--json'], 1],
  ['plans', ['jobs'], 3],
  ['plans as JSON', ['jobs', '--json'], null],
  ['an upload and its findings', ['upload', '--pipeline', 'p1', '--fetch', 'rows'], 3],
  ['a zone that is none, in a plan that was made', ['import', '--pipeline', 'p1', '--every', 'daily 02:15'], null],
  ['the paths of pipelines of one name', ['import', '--pipeline', 'twin'], 3],
  ['names of what there is', ['rejected', '--pipeline', 'p1', '--source', 'none'], 1],
  ['a refusal', ['logs', '--upload', 'u1'], 1],
  ['a download that is refused', ['export', '--pipeline', 'p1'], 1],
])('S10 shows what a terminal would obey: %s', async (_what, args, lines) => {
  const { out, err } = await millrace(args)
  const said = out + err
  expect(said).not.toMatch(obeyed)
  if (args.includes('--json')) expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(hostile))
  else if (args[1] !== '--pipeline' || args[2] !== 'p1' || args[0] !== 'rejected') expect(said).toContain(shown)
  if (lines !== null) expect(said.trimEnd().split('\n')).toHaveLength(lines)
})

it('S10 says everything through the functions that escape it', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const direct = readdirSync(folder).filter(
    (name) =>
      !name.includes('.test.') &&
      /console\.|process\.std(?:out|err)\.write/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(direct).toEqual(['print-lines.ts', 'print.ts'])
})
