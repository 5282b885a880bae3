import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity } from './processes.ts'
import { StartError } from '../start-error.ts'

interface Holder {
  pid: number
  mark: string
}

/** Name of the lock file inside the data folder. */
export const LOCK_FILE = 'millrace.lock'

/**
 * Takes the data folder for this process and answers how to give it back. The folder is made when missing.
 * A lock left by a process that is gone is taken over. Node has no flock, so the lock is a file made by `link`, which
 * either makes the whole file or fails, and it names its holder by a mark that a reused process id does not match.
 * @throws StartError when another living process holds it (its id is named) or the folder cannot be written
 */
export function lockDataFolder(dataFolder: string): () => void {
  const lock = join(dataFolder, LOCK_FILE)
  const own = `${lock}.${process.pid}`
  const mine: Holder = { pid: process.pid, mark: processIdentity(process.pid) ?? String(process.pid) }
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(own, JSON.stringify(mine), { mode: 0o600 })
  } catch (error) {
    throw new StartError(
      `The data folder ${dataFolder} cannot be written (${(error as Error).message}); set MILLRACE_DATA to a folder of yours.`,
    )
  }
  try {
    while (!tryLink(own, lock)) takeAwayIfStale(lock, dataFolder)
  } finally {
    rmSync(own, { force: true })
  }
  return () => {
    if (readHolder(lock)?.mark === mine.mark) rmSync(lock, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function takeAwayIfStale(lock: string, dataFolder: string): void {
  refuseIfHeld(readHolder(lock), dataFolder)
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  // Two processes may find the same stale lock; the slower one must not throw away the lock of the faster one.
  const taken = readHolder(aside)
  if (taken && processIdentity(taken.pid) === taken.mark) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function refuseIfHeld(holder: Holder | undefined, dataFolder: string): void {
  if (!holder || processIdentity(holder.pid) !== holder.mark) return
  throw new StartError(
    `The data folder ${dataFolder} is in use by another Millrace server, process ${holder.pid}; stop that one first or set MILLRACE_DATA to another folder.`,
  )
}

function readHolder(lock: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(lock, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.mark === 'string' ? (holder as Holder) : undefined
  } catch (error) {
    // Gone in between, or cut short by a full disk: nobody holds it then.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
