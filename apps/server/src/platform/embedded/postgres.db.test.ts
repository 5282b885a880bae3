import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPostgresBinaries } from './binaries.ts'
import { LOCK_FILE } from './folder-lock.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './postgres.ts'
import { StartError } from '../start-error.ts'
import { isAlive, isProcessIdInUse, postgresProcessesOf, waitUntil } from './processes.ts'
import { copyPreparedCluster } from '../../test-support/prepared-cluster.ts'

const asRoot = process.getuid?.() === 0
/** In a clone that only root can enter no other user can run the programs; the namespace is the only way there. */
const othersMayRead =
  spawnSync('test', ['-r', findPostgresBinaries().postgres], asRoot ? { uid: 65_534, gid: 65_534 } : {}).status === 0

let folder: string
let dataFolder: string
let cluster: string
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-embedded-'))
  dataFolder = join(folder, 'data')
  cluster = join(dataFolder, 'postgres', '18')
})

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  expect(postgresProcessesOf(cluster)).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server on database files that are there, unless its test is about making them. */
async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  copyPreparedCluster(dataFolder)
  return startFromNothing(options)
}

async function startFromNothing(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway', ...options })
  running.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>({ text: sql })
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

describe('starting', () => {
  it('makes a PostgreSQL 18 that keeps what is committed, on a loopback port that is not 5432', async () => {
    const server = await startFromNothing({ durability: 'durable' })
    expect(await ask(server.url(), 'show server_version')).toMatch(/^18\./)
    expect(await ask(server.url(), 'show fsync')).toBe('on')
    expect(await ask(server.url(), 'show listen_addresses')).toBe('127.0.0.1')
    const { hostname, port, pathname } = new URL(server.url())
    expect(hostname).toBe('127.0.0.1')
    expect(port).not.toBe('5432')
    expect(pathname).toBe('/millrace')
    expect(isAlive(server.pid)).toBe(true)
  })

  it('refuses a wrong password and keeps its own where only the owner reads it', async () => {
    const server = await start()
    const wrong = new URL(server.url())
    wrong.password = 'postgres'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    const access = join(cluster, 'millrace-access.json')
    expect(statSync(access).mode & 0o777).toBe(0o600)
    expect(readFileSync(access, 'utf8')).toContain(new URL(server.url()).password)
    expect(existsSync(join(dataFolder, 'postgres', '18.new.password'))).toBe(false)
  })

  it('keeps data and address from one start to the next', async () => {
    const first = await start()
    await ask(first.url(), 'create table kept as select 42 as n')
    const address = first.url()
    await first.stop()
    const second = await start()
    expect(second.url()).toBe(address)
    expect(await ask(second.url(), 'select n from kept')).toBe(42)
  })

  it('works in a folder that only its owner can enter', async () => {
    chmodSync(folder, 0o700)
    const server = await start()
    expect(await ask(server.url(), 'select 1')).toBe(1)
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
  })

  it.runIf(asRoot && othersMayRead)('as root runs under an ordinary user where namespaces are forbidden', async () => {
    chmodSync(folder, 0o755)
    const asUser = await start({ runWay: 'user' })
    await ask(asUser.url(), 'create table kept as select 42 as n')
    expect(statSync(`/proc/${asUser.pid}`).uid).not.toBe(0)
    await asUser.stop()
    const inNamespace = await start({ runWay: 'namespace' })
    expect(await ask(inNamespace.url(), 'select n from kept')).toBe(42)
  })

  it.runIf(asRoot)('as root says in one sentence when neither way works', async () => {
    chmodSync(folder, 0o700)
    const refusal = start({ runWay: 'user' })
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(/^PostgreSQL does not run as root[^.]*\.$/)
  })
})

describe('one server per data folder', () => {
  it('refuses a second start with one sentence that names the process', async () => {
    await start()
    const second = start()
    await expect(second).rejects.toThrow(StartError)
    await expect(second).rejects.toThrow(new RegExp(`in use by another Millrace server, process ${process.pid};`))
  })

  it('takes over the lock of a process that is gone or whose id was given to another', async () => {
    mkdirSync(dataFolder)
    writeFileSync(join(dataFolder, LOCK_FILE), JSON.stringify({ pid: 1, mark: 'another boot/1/1' }))
    const server = await start()
    expect(await ask(server.url(), 'select 1')).toBe(1)
    await server.stop()
    expect(readdirSync(dataFolder)).toEqual(['postgres'])
  })

  it('says in one sentence that the data folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    const refusal = startEmbeddedPostgres({ dataFolder: join(folder, 'file', 'data') })
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(/cannot be written .*; set MILLRACE_DATA to a folder of yours\.$/)
  })
})

describe('stopping and restarting', () => {
  it('stops at once although connections are open, and leaves no process and no lock', async () => {
    const server = await start()
    const client = new pg.Client({ connectionString: server.url() })
    // The server closes the connection under it, which the client reports as an error event.
    const closed = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    const began = performance.now()
    await server.stop()
    expect(performance.now() - began).toBeLessThan(10_000)
    await closed
    expect(isAlive(server.pid)).toBe(false)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
    expect(existsSync(join(dataFolder, LOCK_FILE))).toBe(false)
    await server.stop()
  })
})

describe('recovering', () => {
  it('G6 starts PostgreSQL again by itself when it was killed, at the same address, with everything committed', async () => {
    const said: string[] = []
    const server = await start({ durability: 'durable', warn: (line) => said.push(line) })
    await ask(server.url(), 'create table kept as select 42 as n')
    const before = server.pid
    for (const name of ['SIGKILL', 'SIGQUIT'] as const) {
      const [killed, killedAt] = [server.pid, performance.now()]
      process.kill(killed, name)
      await expect.poll(() => server.pid, { timeout: 60_000 }).not.toBe(killed)
      expect(await ask(server.url(), 'select n from kept')).toBe(42)
      console.log(`PostgreSQL ran again ${Math.round(performance.now() - killedAt)} ms after ${name}`)
    }
    expect(server.pid).not.toBe(before)
    expect(said).toEqual([
      'PostgreSQL ended by itself (SIGKILL) and is started again',
      expect.stringMatching(/^PostgreSQL runs again after \d+ ms$/),
      expect.stringMatching(/^PostgreSQL ended by itself \(exit code \d\) and is started again$/),
      expect.stringMatching(/^PostgreSQL runs again after \d+ ms$/),
    ])
    await server.stop()
    expect(postgresProcessesOf(cluster)).toEqual([])
  })

  it('G6 stops in order also while it starts PostgreSQL again', async () => {
    const server = await start()
    process.kill(server.pid, 'SIGKILL')
    await waitUntil(() => !isAlive(server.pid), 30_000)
    await server.stop()
    expect(postgresProcessesOf(cluster)).toEqual([])
    expect(existsSync(join(dataFolder, LOCK_FILE))).toBe(false)
  })

  it('a server that was stopped leaves alone the one that has its folder by now', async () => {
    const first = await start()
    await first.stop()
    const second = await start()
    const { pid } = second
    await first.stop()
    expect(isAlive(pid)).toBe(true)
    expect(existsSync(join(dataFolder, LOCK_FILE))).toBe(true)
    expect(await ask(second.url(), 'select 1')).toBe(1)
  })

  it('starts although postmaster.pid names a process id that now belongs to something else', async () => {
    const first = await start()
    await first.stop()
    const other = spawn('sleep', ['60'])
    try {
      writeFileSync(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n1\n15999\n\n127.0.0.1\n\n\n`)
      const second = await start()
      expect(await ask(second.url(), 'select 1')).toBe(1)
      expect(isAlive(other.pid as number)).toBe(true)
    } finally {
      other.kill()
    }
  })

  it('starts although the server that postmaster.pid names has ended and nobody asked for it yet', async () => {
    const first = await start()
    await first.stop()
    // The shell leaves its child to a program that never asks for it. Until then the shell itself might.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [said] = (await once(parent.stdout, 'data')) as [Buffer]
      const dead = Number(said.toString())
      expect(await waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', 30_000)).toBe(true)
      process.kill(dead, 'SIGKILL')
      expect(await waitUntil(() => isProcessIdInUse(dead) && !isAlive(dead), 30_000)).toBe(true)
      writeFileSync(join(cluster, 'postmaster.pid'), `${dead}\n${cluster}\n1\n15999\n\n127.0.0.1\n\n\n`)
      const second = await start()
      expect(await ask(second.url(), 'select 1')).toBe(1)
    } finally {
      parent.kill()
    }
  })

  it('starts after our own process was killed, and ends the PostgreSQL that it had started', async () => {
    const orphan = await killedServer(dataFolder)
    const said: string[] = []
    const server = await start({ log: (line) => said.push(line) })
    expect(isAlive(orphan.pid)).toBe(false)
    expect(server.pid).not.toBe(orphan.pid)
    expect(await ask(server.url(), 'select n from kept')).toBe(42)
  })

  it('removes a half-made data folder and makes it anew', async () => {
    const half = join(dataFolder, 'postgres', '18.new')
    mkdirSync(join(half, 'base'), { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18\n')
    writeFileSync(join(dataFolder, 'postgres', '18.new.password'), 'old\n')
    const server = await start()
    expect(await ask(server.url(), 'select 1')).toBe(1)
    expect(readdirSync(join(dataFolder, 'postgres')).sort()).toEqual(['18', 'server.log'])
  })

  it('refuses database files of another version and folders that are no database, in a sentence', async () => {
    mkdirSync(cluster, { recursive: true, mode: 0o700 })
    await expect(start()).rejects.toThrow(/holds no PostgreSQL database files/)
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/are of PostgreSQL 17, this Millrace brings 18\./)
    expect(existsSync(join(dataFolder, LOCK_FILE))).toBe(false)
  })
})

it('makes a database on demand, also when two ask at once', async () => {
  const url = process.env.MILLRACE_TEST_DATABASE_URL as string
  const name = `Embedded "quoted" ${process.pid}`
  try {
    await Promise.all([ensureDatabase(url, name), ensureDatabase(url, name)])
    await ensureDatabase(url, name)
    expect(await ask(url, `select count(*)::int from pg_database where datname = '${name}'`)).toBe(1)
  } finally {
    await ask(url, `drop database ${pg.escapeIdentifier(name)}`)
  }
})

/** Starts the server in a process of its own, puts a table into it and kills that process. */
async function killedServer(data: string): Promise<{ pid: number }> {
  copyPreparedCluster(data)
  const script = `
    import pg from 'pg'
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    const server = await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(data)} })
    const client = new pg.Client({ connectionString: server.url() })
    await client.connect()
    await client.query('create table kept as select 42 as n')
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk)))
    child.once('exit', () => reject(new Error('The server process ended by itself')))
  })
  child.removeAllListeners('exit')
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
  return { pid }
}
