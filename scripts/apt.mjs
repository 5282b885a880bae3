// Debian packages of servers that tests need, installed without starting them as services.
import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Installing is ours as root on a Debian only. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Waits for the network most of its time, so that other work may go on meanwhile.
 * @param {readonly string[]} names
 * @returns {Promise<string | undefined>} why they could not be installed; undefined when they were
 */
export async function installPackages(names) {
  const install = () => withoutServices(() => aptGet('install', '-y', '--no-install-recommends', ...names))
  const reason = await install()
  // Lists of packages that are old or were never fetched.
  if (reason !== undefined && (await aptGet('update')) === undefined) return install()
  return reason
}

/** Debian asks this program whether a package may start its service; 101 is no. */
const servicePolicy = '/usr/sbin/policy-rc.d'

async function withoutServices(work) {
  if (existsSync(servicePolicy)) return work()
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    rmSync(servicePolicy, { force: true })
  }
}

/** @returns {Promise<string | undefined>} why it failed; undefined when it did not */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('apt-get', ['-q', ...args], { env, timeout: 300_000, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : (said.trim().split('\n').at(-1) ?? '')))
  })
}
