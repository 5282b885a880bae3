import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** True while a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  // A killed process whose parent never asks for it (common in containers) keeps its id and does nothing any more.
  return isProcessIdInUse(pid) && statOf(pid)?.[0] !== 'Z'
}

/** True while the id belongs to a process, also to one that has ended and was not asked for yet. */
export function isProcessIdInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The fields of /proc/{pid}/stat from the state on; undefined where there is none. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces and brackets itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // Ended in between, or a system without /proc.
    return undefined
  }
}

/**
 * A text that tells one run of a process id from a later one: ids are handed out again, above all after a restart of
 * the machine or of a container, where a server is likely to get the very id that it had before.
 * Undefined when the process is gone; the bare id where the system has no /proc.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  const startedAt = statOf(pid)?.[19]
  if (startedAt === undefined) return String(pid)
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${pid}/${startedAt}`
}

/**
 * Ids of the PostgreSQL processes working on the cluster in `folder` (a real path). Each of them, the postmaster
 * included, has the cluster as its working folder, which a reused process id has not.
 */
export function postgresProcessesOf(folder: string): number[] {
  if (process.platform !== 'linux') return processesByArguments(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => workingFolder(name) === folder)
    .map(Number)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Ended in between, or not ours to look at; in both cases not a process that we started.
    return undefined
  }
}

function processesByArguments(folder: string): number[] {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(folder))
    .map((line) => Number.parseInt(line, 10))
}

/** Waits until `done` answers true; false when `milliseconds` have passed before. */
export async function waitUntil(done: () => boolean, milliseconds: number, every = 25): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (!done()) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, every))
  }
  return true
}
