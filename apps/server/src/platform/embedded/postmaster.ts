import type { SpawnOptions } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Postmaster } from './keep-running.ts'
import { isProcessIdInUse, postgresProcessesOf, waitUntil } from './processes.ts'
import { type RunAs, spawnAs } from './run-as.ts'
import { StartError } from '../start-error.ts'

const READY_MS = 60_000
const FAST_STOP_MS = 30_000
const ORPHANS_MS = 1000
const LOG_LIMIT = 4 * 1024 * 1024

/** What one start of the PostgreSQL server needs. */
export interface PostmasterOptions {
  program: string
  cluster: string
  port: number
  logFile: string
  settings: Record<string, string>
  runAs: RunAs
  /** How much memory of its own each process of the server may take, shared buffers apart. */
  maxMemoryMiB: number
}

/** A port that was free a moment ago and is taken now; the caller picks another. */
export class PortTakenError extends Error {}

/**
 * Starts the PostgreSQL server and waits until it takes connections (recovery after a crash included).
 * @throws PortTakenError, or StartError with the last words of its log
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, runAs } = options
  const from = beginLog(options.logFile)
  const output = openSync(options.logFile, 'a', 0o600)
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', cluster, '-p', String(options.port), ...settings]
  // A process group of its own: Ctrl-C in the terminal must reach our server only, which then stops PostgreSQL in order.
  const stdio: SpawnOptions = { stdio: ['ignore', output, output], detached: true }
  const child = spawnAs(runAs, options.program, args, stdio, { maxMemoryMiB: options.maxMemoryMiB })
  closeSync(output)
  child.unref()
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, name) => resolve(name ?? `exit code ${code}`))
  })
  const ended = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null
  const ready = () => child.pid !== undefined && isReady(cluster, child.pid)
  await waitUntil(() => ended() || ready(), READY_MS)
  if (failure) throw new StartError(`PostgreSQL cannot be run: ${failure.message}.`)
  const over = ended()
  if (!over && ready()) return { pid: child.pid as number, ended: exited }
  await endPostmaster(cluster)
  const said = readFileSync(options.logFile, 'utf8').slice(from)
  if (/could not bind|Address already in use/.test(said)) throw new PortTakenError(`Port ${options.port} is taken`)
  // Some faults of the files are told before the log begins: plainly, on the last lines.
  const lastWords = over
    ? said.trim().split('\n').slice(-3).join(' ') || 'it ended at once'
    : 'it was not ready in time'
  const reason = said.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? lastWords
  throw new StartError(`PostgreSQL did not start: ${reason} (its log is ${options.logFile}).`)
}

/** Keeps the log small: past 4 MiB it is put aside, replacing the one put aside before. Answers where new text begins. */
function beginLog(file: string): number {
  if (!existsSync(file)) return 0
  if (statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`)
  return existsSync(file) ? readFileSync(file, 'utf8').length : 0
}

/** The server writes its state into the eighth line of postmaster.pid, which is also what pg_ctl waits for. */
function isReady(cluster: string, pid: number): boolean {
  const lines = readPidFile(cluster)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Ends every PostgreSQL process of the cluster: by a fast shutdown (connections are closed, everything is written),
 * and only when that takes longer than 30 s by an immediate one, after which the next start recovers from the log.
 * Does nothing when none runs. Also serves servers left running by a killed process of ours.
 */
export async function endPostmaster(cluster: string): Promise<void> {
  const postmaster = Number(readPidFile(cluster)[0])
  const gone = () => postgresProcessesOf(cluster).length === 0
  if (gone()) return
  if (Number.isInteger(postmaster) && postgresProcessesOf(cluster).includes(postmaster)) {
    signal(postmaster, 'SIGINT')
    if (await waitUntil(gone, FAST_STOP_MS)) return
    signal(postmaster, 'SIGQUIT')
    if (await waitUntil(gone, 5_000)) return
  } else if (await waitUntil(gone, ORPHANS_MS)) {
    // Without a postmaster its children notice and end by themselves, unless one is busy with a statement.
    return
  }
  for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGKILL')
  if (!(await waitUntil(gone, 5_000))) throw new StartError(`PostgreSQL processes of ${cluster} cannot be ended.`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Prepares the cluster after a process of ours was killed: a server that still runs is stopped, and a postmaster.pid
 * whose process id now belongs to something else, or still to the dead one, is removed (PostgreSQL would take it for a
 * server at work and refuse to start; with an id that nobody has it recovers alone). Call only while holding the lock on the data folder.
 */
export async function recoverCluster(cluster: string, log: (line: string) => void): Promise<void> {
  if (postgresProcessesOf(cluster).length > 0) {
    log('Stopping the PostgreSQL server that a killed Millrace left running')
    await endPostmaster(cluster)
  }
  const left = Number(readPidFile(cluster)[0])
  if (Number.isInteger(left) && left > 0 && isProcessIdInUse(left))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
