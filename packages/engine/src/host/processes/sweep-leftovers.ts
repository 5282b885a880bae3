import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Scratch folders are named `{prefix}{pid of the owner}-…`; the name is in each runner's command line. */
export const scratchPrefix = 'millrace-runner-'
const inCommand = new RegExp(`${scratchPrefix}(\\d+)-[^/\\0]+/runner\\.cjs`)

/**
 * Ends runners whose owner died and removes scratch folders of dead owners. A runner normally ends with its owner's
 * pipe, but not while its main thread hangs.
 * @returns how many processes were ended
 */
export function sweepLeftovers(): number {
  let ended = 0
  for (const pid of processIds()) {
    const owner = ownerOf(pid)
    if (owner === null || parentOf(pid) === owner || isOfContainer(pid)) continue
    try {
      process.kill(pid, 'SIGKILL')
      ended++
    } catch (problem) {
      // The process has ended by itself, or belongs to another user.
      if (!isGone(problem)) continue
    }
  }
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${scratchPrefix}(\\d+)-`).exec(name)?.[1] ?? 0)
    if (owner === 0 || owner === process.pid || isAlive(owner)) continue
    const folder = path.join(tmpdir(), name)
    try {
      if (statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
    } catch (problem) {
      if (!isGone(problem)) throw problem
    }
  }
  return ended
}

const isGone = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && ['ENOENT', 'ESRCH', 'EPERM'].includes(String(problem.code))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    return problem instanceof Error && 'code' in problem && problem.code === 'EPERM'
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    // No /proc on this system: nothing can be found.
    return []
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // The process ended between listing and reading.
    return ''
  }
}

const ownerOf = (pid: number): number | null => {
  const found = inCommand.exec(textOf(`/proc/${pid}/cmdline`))
  return found === null ? null : Number(found[1])
}

/** A container on this machine numbers its processes by itself, so that the owner named in the command is none of ours. */
const isOfContainer = (pid: number): boolean => /^NSpid:\t\d+\t\d/m.test(textOf(`/proc/${pid}/status`))

const parentOf = (pid: number): number => {
  const stat = textOf(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}
