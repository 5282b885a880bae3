// MariaDB for the tests of its table sink and connections: Debian's packages, which hold the programs without a service.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, mayInstall } from './apt.mjs'

/** What the tests start, and what mariadb-install-db calls in its turn, each with the package that holds it. */
const needed = [
  { program: 'mariadbd', from: 'mariadb-server-core' },
  { program: 'mariadb-install-db', from: 'mariadb-server-core' },
  { program: 'my_print_defaults', from: 'mariadb-client-core' },
]
const packageNames = [...new Set(needed.map(({ from }) => from))]
const usualFolders = ['/usr/sbin', '/usr/bin', '/usr/local/bin']

/**
 * The programs of the installed MariaDB, or one sentence that names what is missing and the packages that hold it.
 * @param {string[]} folders where to look
 * @returns {{ server: string, install: string, problem?: undefined } | { problem: string }}
 */
export function findMariaDb(folders = usualFolders) {
  const paths = needed.map(({ program }) => folders.map((at) => join(at, program)).find((path) => existsSync(path)))
  const missing = needed.filter((_, index) => paths[index] === undefined)
  const [server, install] = paths
  if (missing.length === 0 && server && install) return { server, install }
  const programs = missing.map(({ program }) => program).join(', ')
  const packages = [...new Set(missing.map(({ from }) => from))].join(' ')
  return { problem: `MariaDB lacks ${programs}: apt-get install ${packages}, or set MILLRACE_TEST_MYSQL_URL` }
}

/**
 * Installs MariaDB where it is missing and we may: as root on a Debian. Says so in one line, and why when it cannot;
 * the tests that need it are then counted as skipped, or fail with CI=true. Waits for the network most of its time, so
 * that other work may go on meanwhile.
 * @param {(line: string) => void} log
 * @returns {Promise<void>} when it is over, whatever came of it
 */
export async function installMariaDb(log = (line) => console.log(line)) {
  if (process.env.MILLRACE_TEST_MYSQL_URL) return
  const { problem } = findMariaDb()
  if (problem === undefined) return
  if (!mayInstall()) {
    log(`The tests of MySQL and MariaDB are skipped: ${problem}`)
    return
  }
  log(`Installing ${packageNames.join(' and ')} for the tests of MySQL and MariaDB`)
  const reason = await installPackages(packageNames)
  if (reason !== undefined) log(`MariaDB cannot be installed; its tests are skipped: ${reason}`)
}
