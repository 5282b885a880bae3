import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** How PostgreSQL programs are started, because PostgreSQL refuses to run as root. */
export interface RunAs {
  /** The command and arguments in front of the program. */
  prefix: string[]
  /** The user and group to switch to; undefined: stay who we are. */
  ids?: { uid: number; gid: number }
}

/** The ways for root, in the order in which they are tried; tests force one. */
export type RunWay = 'namespace' | 'user'

/**
 * Decides how to run PostgreSQL here. As root it runs inside a user namespace that maps root to an ordinary user: to
 * the outside it stays root and so can enter a folder closed to everybody else (a clone in /root). Where namespaces
 * are forbidden (most containers) it runs as an ordinary user, which needs a folder that this user can enter.
 * @param programs paths that the chosen user must be able to read
 * @param dataFolder the existing folder below which the database files lie; opened for passing through where needed
 * @throws StartError when neither is possible
 */
export function chooseRunAs(programs: string[], dataFolder: string, way?: RunWay): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const users = ordinaryUsers()
  if (way !== 'user') {
    const namespaced = tryNamespace(users)
    if (namespaced) return namespaced
  }
  const user = users.find((candidate) => candidate.name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (user && programs.every((path) => isAllowed(user, '-r', path)) && openFor(user, dataFolder)) {
    return { prefix: [], ids: { uid: user.uid, gid: user.gid } }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and here neither a user namespace (unshare) nor an ordinary user who can read this folder is available; start Millrace as an ordinary user or set DATABASE_URL.',
  )
}

/**
 * Starts a PostgreSQL program in this way. Its environment is bare: nothing of ours (PGDATA, PGPORT, a locale) may
 * change what it does. On Linux the kernel sends it a SIGINT (PostgreSQL's fast shutdown) or another signal should this
 * process die without a word, so that not even a killed server of ours leaves one behind.
 * @param bounds `maxMemoryMiB`: how much memory of its own each process may take, with those it starts
 */
export function spawnAs(
  runAs: RunAs,
  program: string,
  args: string[],
  options: SpawnOptions,
  { orphaned = 'INT', maxMemoryMiB }: { orphaned?: 'INT' | 'KILL'; maxMemoryMiB?: number } = {},
): ChildProcess {
  // setpriv comes after unshare, which would clear what it sets.
  const wrapped = [...runAs.prefix, ...dieWithParent(orphaned), ...boundMemory(maxMemoryMiB), program, ...args]
  const [command = program, ...rest] = wrapped
  const env = { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return spawn(command, rest, { ...options, ...runAs.ids, cwd: '/', env })
}

let hasSetpriv: boolean | undefined

function dieWithParent(signal: string): string[] {
  const command = ['--pdeathsig', signal, '--']
  const available = () => spawnSync('setpriv', [...command, 'true'], { stdio: 'ignore' }).status === 0
  hasSetpriv ??= process.platform === 'linux' && available()
  return hasSetpriv ? ['setpriv', ...command] : []
}

/**
 * The kernel's limit of private memory (RLIMIT_DATA), which each process of the server inherits; shared buffers do not
 * count. What asks for more gets 'out of memory', an ordinary fault of the one statement. A limit of a control group
 * would kill the process instead, and with it every connection of the server.
 */
function boundMemory(maxMiB: number | undefined): string[] {
  if (maxMiB === undefined || process.platform !== 'linux') return []
  return ['/bin/sh', '-c', `ulimit -d ${maxMiB * 1024}; exec "$0" "$@"`]
}

interface User {
  name: string
  uid: number
  gid: number
}

function ordinaryUsers(): User[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0)
}

function tryNamespace(users: User[]): RunAs | undefined {
  // initdb looks the user up by its id, so the mapped id must be one that the system knows.
  const mapped = users.find(({ uid }) => uid === 1000) ?? users[0]
  if (!mapped) return undefined
  const prefix = ['unshare', '-U', `--map-user=${mapped.uid}`, `--map-group=${mapped.gid}`]
  const probe = spawnSync(prefix[0] as string, [...prefix.slice(1), '--', 'true'], { stdio: 'ignore' })
  return probe.status === 0 ? { prefix: [...prefix, '--'] } : undefined
}

function isAllowed({ uid, gid }: User, test: '-r' | '-x', path: string): boolean {
  return spawnSync('test', [test, path], { uid, gid, stdio: 'ignore' }).status === 0
}

/** The data folder is made for its owner only; another user must be able to pass through it, though not to list it. */
function openFor(user: User, dataFolder: string): boolean {
  if (isAllowed(user, '-x', dataFolder)) return true
  const { mode } = statSync(dataFolder)
  chmodSync(dataFolder, mode | 0o111)
  if (isAllowed(user, '-x', dataFolder)) return true
  chmodSync(dataFolder, mode)
  return false
}

/**
 * Makes `folder` and all below it the property of whoever PostgreSQL runs as. Needed when a data folder first used in
 * a namespace (where files belong to root) is later used by an ordinary user, or the other way round.
 */
export function changeOwner(runAs: RunAs, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = runAs.ids ?? { uid: 0, gid: 0 }
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
  // The folder itself comes last: it is what the next start looks at, should this one be cut short.
  chownSync(folder, uid, gid)
}

/** The same for a single file that we have just written. */
export function changeFileOwner(runAs: RunAs, file: string): void {
  if (runAs.ids) chownSync(file, runAs.ids.uid, runAs.ids.gid)
}
