import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pickFreePort } from '../apps/server/src/platform/embedded/free-port.ts'
import { chooseRunAs, changeOwner, type RunAs, spawnAs } from '../apps/server/src/platform/embedded/run-as.ts'
import { findMariaDb } from './mariadb.mjs'

/** Speed instead of safety against crashes, and no file that belongs to the machine's own server. */
const settings = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--skip-log-bin',
  '--performance-schema=OFF',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=OFF',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=32M',
]

type Programs = { server: string; install: string }

/**
 * One MariaDB server for a whole test run, in a temporary folder and on a free loopback port, the address of an all-
 * powerful user in MILLRACE_TEST_MYSQL_URL. A server named beforehand is used as it is. Where MariaDB is missing or
 * does not start, the address stays unset and MILLRACE_TEST_MYSQL_PROBLEM says why: the tests that need it are skipped
 * with that reason (or fail, with CI=true), and all others run.
 * @returns how to end it
 */
export async function provideMariaDb(find = () => findMariaDb()): Promise<() => Promise<void>> {
  if (process.env.MILLRACE_TEST_MYSQL_URL) return async () => {}
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-test-mariadb-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const found = find()
  try {
    if (found.problem !== undefined) throw new Error(found.problem)
    const { url, stop } = await startMariaDb(found, folder)
    process.env.MILLRACE_TEST_MYSQL_URL = url
    return async () => {
      delete process.env.MILLRACE_TEST_MYSQL_URL
      await stop()
      remove()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The tests of MySQL and MariaDB cannot run: ${reason}`)
    process.env.MILLRACE_TEST_MYSQL_PROBLEM = reason.split('\n')[0]
    remove()
    return async () => void delete process.env.MILLRACE_TEST_MYSQL_PROBLEM
  }
}

async function startMariaDb(programs: Programs, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const runAs = chooseRunAs([programs.server, programs.install], folder)
  const home = join(folder, 'home')
  mkdirSync(home)
  const password = randomBytes(16).toString('hex')
  writeFileSync(
    join(home, 'init.sql'),
    `create user millrace@'127.0.0.1' identified by '${password}';
     grant all on *.* to millrace@'127.0.0.1' with grant option;
     drop user root@localhost;\n`,
  )
  changeOwner(runAs, home)
  await makeDataFolder(programs.install, runAs, home)
  const port = await pickFreePort(undefined)
  const log = join(home, 'error.log')
  const server = spawnAs(
    runAs,
    programs.server,
    [
      '--no-defaults',
      ...settings,
      `--datadir=${join(home, 'data')}`,
      `--port=${port}`,
      `--socket=${join(home, 'socket')}`,
      `--pid-file=${join(home, 'pid')}`,
      `--log-error=${log}`,
      `--tmpdir=${home}`,
      `--init-file=${join(home, 'init.sql')}`,
    ],
    { stdio: 'ignore' },
    { orphaned: 'KILL' },
  )
  await untilReady(server, log)
  return {
    url: `mysql://millrace:${password}@127.0.0.1:${port}/`,
    async stop() {
      const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null
      // Its files go with it: there is nothing to bring in order.
      server.kill('SIGKILL')
      await gone
    },
  }
}

/** Makes the folder `data` in `home`, with the tables that MariaDB itself needs. */
async function makeDataFolder(program: string, runAs: RunAs, home: string): Promise<void> {
  const install = spawnAs(
    runAs,
    program,
    [
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      `--datadir=${join(home, 'data')}`,
      // In the folder for everybody two set-ups at once take each other's temporary tables.
      `--tmpdir=${home}`,
      ...settings,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
    { orphaned: 'KILL' },
  )
  let output = ''
  for (const stream of [install.stdout, install.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(install, 'close')) as [number | null]
  if (code !== 0) throw new Error(`mariadb-install-db ended with ${code}:\n${output}`)
}

async function untilReady(server: ChildProcess, log: string): Promise<void> {
  const text = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const end = Date.now() + 60_000
  while (!text().includes('ready for connections')) {
    if (server.exitCode !== null || Date.now() > end) {
      server.kill('SIGKILL')
      throw new Error(`MariaDB does not start:\n${text()}`)
    }
    await sleep(50)
  }
}
