import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pickFreePort } from '../apps/server/src/platform/embedded/free-port.ts'
import { chooseRunAs, giveTo, spawnAs } from '../apps/server/src/platform/embedded/run-as.ts'
import { mariaDbPrograms } from './mariadb.mjs'

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

/**
 * One MariaDB server for a whole test run, in a temporary folder and on a free loopback port, the address of an all-
 * powerful user in MILLRACE_TEST_MYSQL_URL. A server named beforehand is used as it is; where no MariaDB is installed
 * the variable stays unset, and the tests that need it say so.
 * @returns how to end it; vitest calls that after the last test file
 */
export async function setup(): Promise<() => Promise<void>> {
  const programs = mariaDbPrograms()
  if (process.env.MILLRACE_TEST_MYSQL_URL || programs === null) return async () => {}
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-test-mariadb-')))
  const runAs = chooseRunAs([programs.server, programs.install], folder)
  const home = join(folder, 'home')
  mkdirSync(home)
  const data = join(home, 'data')
  const password = randomBytes(16).toString('hex')
  writeFileSync(
    join(home, 'init.sql'),
    `create user millrace@'127.0.0.1' identified by '${password}';
     grant all on *.* to millrace@'127.0.0.1' with grant option;
     drop user root@localhost;\n`,
  )
  giveTo(runAs, home)
  const install = spawnAs(
    runAs,
    programs.install,
    ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', `--datadir=${data}`, ...settings],
    { stdio: ['ignore', 'pipe', 'pipe'] },
    'KILL',
  )
  let output = ''
  for (const stream of [install.stdout, install.stderr]) stream?.on('data', (piece) => (output += String(piece)))
  const [code] = (await once(install, 'close')) as [number | null]
  if (code !== 0) throw new Error(`mariadb-install-db ended with ${code}:\n${output}`)
  const port = await pickFreePort(undefined)
  const log = join(home, 'error.log')
  const server = spawnAs(
    runAs,
    programs.server,
    [
      '--no-defaults',
      ...settings,
      `--datadir=${data}`,
      `--port=${port}`,
      `--socket=${join(home, 'socket')}`,
      `--pid-file=${join(home, 'pid')}`,
      `--log-error=${log}`,
      `--tmpdir=${home}`,
      `--init-file=${join(home, 'init.sql')}`,
    ],
    { stdio: 'ignore' },
    'KILL',
  )
  const text = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const end = Date.now() + 60_000
  while (!text().includes('ready for connections')) {
    if (server.exitCode !== null || Date.now() > end) {
      server.kill('SIGKILL')
      throw new Error(`MariaDB does not start:\n${text()}`)
    }
    await sleep(50)
  }
  process.env.MILLRACE_TEST_MYSQL_URL = `mysql://millrace:${password}@127.0.0.1:${port}/`
  return async () => {
    delete process.env.MILLRACE_TEST_MYSQL_URL
    const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null
    // Its files go with it: there is nothing to bring in order.
    server.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}
