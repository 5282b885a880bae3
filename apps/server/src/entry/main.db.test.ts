import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, postgresProcessesOf } from '../platform/embedded/processes.ts'
import { createEmptyDatabase } from '../test-support/database.ts'
import { copyPreparedCluster } from '../test-support/prepared-cluster.ts'
import { serverProgram } from '../test-support/programs.ts'

let folder: string
const running: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-main-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Started = {
  child: ChildProcess
  out: () => string
  errors: () => string
  ended: Promise<number | null>
  /** Waits for a line of the output. */
  says(pattern: RegExp): Promise<RegExpExecArray>
}

function start(command: string[], env: Record<string, string> = {}): Started {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(MILLRACE_|DATABASE_URL|PORT|HOST)/.test(name)),
  )
  const child = spawn(process.execPath, [serverProgram(), ...command], {
    env: { ...clean, PORT: '0', MILLRACE_DATA: join(folder, 'data'), MILLRACE_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    child,
    out: () => out,
    errors: () => errors,
    ended,
    async says(pattern) {
      const end = Date.now() + 100_000
      for (;;) {
        const found = pattern.exec(out)
        if (found) return found
        if (Date.now() > end || child.exitCode !== null) throw new Error(`not said: ${pattern}\n${out}${errors}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

describe('a start that cannot be', () => {
  const sentences: [string, string[], Record<string, string>, string | RegExp][] = [
    ['a bad setting', [], { PORT: 'http' }, "PORT is 'http', but it takes a whole number from 0 to 65535.\n"],
    ['an unknown command', ['dance'], {}, "There is no command 'dance'; it takes serve, api, worker, realtime.\n"],
    [
      'a part without DATABASE_URL',
      ['worker'],
      {},
      'millrace worker needs DATABASE_URL; on one machine millrace serve does everything.\n',
    ],
    [
      'an unreachable DATABASE_URL',
      ['serve'],
      { DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:9/wares' },
      'The database wares at 127.0.0.1:9 cannot be used (connect ECONNREFUSED 127.0.0.1:9); check DATABASE_URL.\n',
    ],
    [
      'an address of another machine',
      [],
      { HOST: '203.0.113.7', PORT: '3999' },
      "HOST is '203.0.113.7', but this machine has no such address.\n",
    ],
  ]
  for (const [what, command, env, sentence] of sentences) {
    it(`${what}: one sentence and exit code 1`, async () => {
      const server = start(command, env)
      expect(await server.ended).toBe(1)
      expect(server.errors()).toBe(sentence)
    })
  }

  it('a data folder that cannot be written: one sentence and exit code 1', async () => {
    writeFileSync(join(folder, 'file'), '')
    const server = start([], { MILLRACE_DATA: join(folder, 'file', 'data') })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toMatch(
      /^The data folder .*file\/data cannot be made \(ENOTDIR[^\n]*; set MILLRACE_DATA to a folder of yours\.\n$/,
    )
  })

  it('a port in use: one sentence, exit code 1, and nothing left running', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    const server = start([], { PORT: String(port) })
    expect(await server.ended).toBe(1)
    other.close()
    expect(server.errors()).toBe(`Port ${port} is in use by another program; set PORT to another one.\n`)
    expect(postgresProcessesOf(join(folder, 'data', 'postgres', '18'))).toEqual([])
  })
})

describe('a start on a database of one’s own', () => {
  it('without demo prints the first person’s link, answers, and a TERM ends it in order', async () => {
    const database = await createEmptyDatabase()
    const env = { DATABASE_URL: database.url, MILLRACE_DEMO: '0' }
    const server = start(['serve'], env)
    const [, port] = await server.says(/ready at http:\/\/localhost:(\d+)/)
    const [, token] = await server.says(/create-password\?t=([\w-]{40,})&un=super\.admin/)
    expect(token).toBeTruthy()
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ ok: true, problems: [] })
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.errors()).toBe('')
    const worker = start(['worker'], env)
    await worker.says(/Millrace worker is at work/)
    worker.child.kill('SIGINT')
    expect(await worker.ended).toBe(0)
    await database.drop()
  })
})

describe('api and worker as processes of their own', () => {
  it('share the database and the files: what one takes in the other validates', async () => {
    const database = await createEmptyDatabase()
    const env = { DATABASE_URL: database.url, MILLRACE_DEMO: '1', MILLRACE_FILES: join(folder, 'files') }
    const api = start(['api'], { ...env, MILLRACE_DATA: join(folder, 'one') })
    const [, port] = await api.says(/ready at http:\/\/localhost:(\d+)/)
    await api.says(/The demo pipelines write files only/)
    const call = async (method: string, path: string, token = '', body?: string | FormData) => {
      const headers = { 'x-token': token, ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
      const answer = await fetch(`http://127.0.0.1:${port}/api/importer/v1${path}`, { method, headers, body })
      return ((await answer.json()) as { data: never }).data
    }
    const signIn = JSON.stringify({ username: 'marc.manager', password: 'Try-this-1now' })
    const signed = await call('POST', '/users/login', '', signIn)
    const token = (signed as { token: { value: string } }).token.value
    const { pipelines } = (await call('GET', '/users/pipelines', token)) as {
      pipelines: { _id: string; dataSources: { dataSubKind: string; dataFromMaster: boolean }[] }[]
    }
    const pipeline = pipelines.find(({ dataSources }) =>
      dataSources.some((source) => source.dataSubKind === 'catalogue' && !source.dataFromMaster),
    )
    const form = new FormData()
    form.set('pipelineId', pipeline?._id ?? '')
    form.set('catalogue', new Blob(['a,b\n1,2\n']), 'wrong.csv')
    const [upload] = (await call('POST', '/uploads', token, form)) as { _id: string; status: string }[]
    expect(upload?.status).toBe('validating')
    const worker = start(['worker'], {
      ...env,
      MILLRACE_SECRET: 'not the one of the api process',
      MILLRACE_DATA: join(folder, 'two'),
    })
    let status = 'validating'
    for (const end = Date.now() + 40_000; status === 'validating' && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const [now] = (await call('GET', `/uploads/status?ids=${upload?._id}`, token)) as { status: string }[]
      status = now?.status ?? ''
    }
    expect(status).toBe('invalid')
    for (const server of [worker, api]) {
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    }
    await database.drop()
  })
})

describe('a start with nothing on the machine', () => {
  it('makes PostgreSQL and the demo; the second start finds both; Ctrl-C leaves nothing behind', async () => {
    const first = start([])
    await first.says(/WARNING: everybody knows this password/)
    for (const line of ['Starting PostgreSQL', 'Preparing the database', 'Making the demo workspace']) {
      expect(first.out()).toContain(line)
    }
    for (const name of ['dana.dealer', 'marc.manager', 'ada.admin', 'sam.super']) expect(first.out()).toContain(name)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(postgresProcessesOf(join(folder, 'data', 'postgres', '18'))).toEqual([])

    const second = start([])
    const [, port] = await second.says(/ready at http:\/\/localhost:(\d+)/)
    const answer = await fetch(`http://127.0.0.1:${port}/api/importer/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'marc.manager', password: 'Try-this-1now' }),
    })
    expect(await answer.json()).toMatchObject({ code: 20000 })
    await second.says(/WARNING: everybody knows this password/)
    expect(second.out()).not.toContain('Making the demo workspace')
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(postgresProcessesOf(join(folder, 'data', 'postgres', '18'))).toEqual([])
    expect(isAlive(second.child.pid ?? 0)).toBe(false)
  })

  it('a Ctrl-C during the start ends it too', async () => {
    copyPreparedCluster(join(folder, 'data'))
    const server = start([])
    await server.says(/Starting PostgreSQL/)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(postgresProcessesOf(join(folder, 'data', 'postgres', '18'))).toEqual([])
  })

  it('G6 PostgreSQL dies and cannot be started again: the process says so and ends with an error', async () => {
    copyPreparedCluster(join(folder, 'data'))
    const server = start([], { MILLRACE_DEMO: '0' })
    await server.says(/ready at http/)
    const cluster = join(folder, 'data', 'postgres', '18')
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    renameSync(join(cluster, 'global', 'pg_control'), join(folder, 'pg_control'))
    const killedAt = performance.now()
    process.kill(pid, 'SIGKILL')
    expect(await server.ended).toBe(1)
    const told = server
      .out()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(told.filter((line) => /could not be started again: .*pg_control/.test(line))).toHaveLength(6)
    expect(told.find((line) => /"level":60/.test(line))).toMatch(
      /PostgreSQL ended and cannot be kept running: .*pg_control/,
    )
    // The queue and what asks for uploads of listeners tell it once a second each, however many queues there are.
    expect(told.length).toBeLessThan(((performance.now() - killedAt) / 1000) * 2 + 10)
    expect(postgresProcessesOf(cluster)).toEqual([])
  })
})
