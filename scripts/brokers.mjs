// The message brokers that tests of listeners start: Debian's packages.
import { existsSync } from 'node:fs'
import brokers from '../apps/server/src/test-support/brokers.json' with { type: 'json' }
import { installPackages, mayInstall } from './apt.mjs'

/** Packages of brokers that are not installed. */
export const missingBrokers = (isThere = existsSync) =>
  Object.values(brokers).flatMap(({ program, from }) => (isThere(program) ? [] : [from]))

/**
 * Installs the brokers that are missing, where we may. Says so in one line, and why when it cannot; the tests that need
 * them are then counted as skipped, or fail with CI=true.
 * @param {(line: string) => void} log
 * @returns {Promise<void>} when it is over, whatever came of it
 */
export async function installBrokers(log = (line) => console.log(line)) {
  const missing = missingBrokers()
  if (missing.length === 0) return
  if (!mayInstall()) {
    log(`The tests of message brokers are skipped: apt-get install ${missing.join(' ')}`)
    return
  }
  log(`Installing ${missing.join(' and ')} for the tests of listeners`)
  const reason = await installPackages(missing)
  if (reason !== undefined) log(`Brokers cannot be installed; their tests are skipped: ${reason}`)
}
