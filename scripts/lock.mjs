// One process at a time, for scripts that change shared folders.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Runs `work` while holding a lock file; waits while another living process holds it.
 * @template T
 * @param {string} path @param {(line: string) => void} log @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(path, log, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let told = false; !tryTake(path); told = true) {
    const holder = holderOf(path)
    if (holder !== undefined && !isAlive(holder)) removeStale(path, holder)
    else if (!told && holder !== undefined) log(`Waiting for the set-up of process ${holder}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** A link is made whole or not at all, so that nobody ever reads a lock without its holder. */
function tryTake(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Of two processes that find the same stale lock, the slower one must not remove the new lock of the faster one. */
function removeStale(path, holder) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
    if (holderOf(aside) !== holder) linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}

function holderOf(path) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** A killed process whose parent never asks for it keeps its id; common in containers. */
function isZombie(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    // Ended in between, or a system without /proc.
    return false
  }
}
