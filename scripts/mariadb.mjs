// MariaDB for the tests of its table sink and connections: Debian's package, which holds the programs without a service.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const packageName = 'mariadb-server-core'

/**
 * The programs of the installed MariaDB, or null.
 * @returns {{ server: string, install: string } | null}
 */
export function mariaDbPrograms() {
  const find = (name) => ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((at) => `${at}/${name}`).find(existsSync)
  const server = find('mariadbd')
  const install = find('mariadb-install-db')
  return server === undefined || install === undefined ? null : { server, install }
}

/**
 * Installs MariaDB where it is missing and we may: as root on a Debian. Says so in one line, and why when it cannot;
 * the tests that need it are then counted as skipped, or fail with CI=true.
 * @param {(line: string) => void} log
 */
export function installMariaDb(log = (line) => console.log(line)) {
  if (process.env.MILLRACE_TEST_MYSQL_URL || mariaDbPrograms() !== null) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    log(`MariaDB is missing; its tests are skipped (apt-get install ${packageName}, or set MILLRACE_TEST_MYSQL_URL)`)
    return
  }
  log(`Installing ${packageName} for the tests of MySQL and MariaDB`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8', timeout: 300_000 })
  const install = () => apt('install', '-y', '--no-install-recommends', packageName)
  let done = install()
  // Lists of packages that are old or were never fetched.
  if (done.status !== 0 && apt('update').status === 0) done = install()
  if (done.status !== 0) log(`MariaDB cannot be installed; its tests are skipped: ${lastLine(done)}`)
}

const lastLine = ({ stderr, error }) =>
  String(error?.message ?? stderr)
    .trim()
    .split('\n')
    .at(-1)
