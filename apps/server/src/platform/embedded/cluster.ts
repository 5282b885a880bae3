import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { changeFileOwner, changeOwner, type RunAs, spawnAs } from './run-as.ts'
import { StartError } from '../start-error.ts'

/** The major version whose files we make; its number is the name of the cluster's folder. */
export const POSTGRES_MAJOR = '18'
/** The one role of the embedded server, and the name of its first database. */
export const POSTGRES_USER = 'millrace'

const ACCESS_FILE = 'millrace-access.json'

/** What is needed to talk to the embedded server; kept inside the cluster's folder, readable by its owner only. */
export interface PostgresAccess {
  password: string
  /** The loopback port of the last start, taken again when free so that saved connections keep working. */
  port?: number
}

/**
 * Makes the cluster in `{home}/18` unless it is there. It is made under another name and renamed when complete, so
 * that a start cut short leaves nothing that looks like a cluster; such leftovers are removed.
 * @returns the folder of the cluster
 * @throws StartError when initdb fails, with what it said
 */
export async function ensureCluster(
  home: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  log: (line: string) => void,
): Promise<string> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  changeOwner(runAs, home)
  const cluster = join(home, POSTGRES_MAJOR)
  for (const name of readdirSync(home)) {
    if (name.startsWith(`${POSTGRES_MAJOR}.new`)) rmSync(join(home, name), { recursive: true, force: true })
  }
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    refuseOtherVersion(cluster)
    return cluster
  }
  if (existsSync(cluster)) throw new StartError(notACluster(cluster))
  log('Making the PostgreSQL database files (once)')
  const fresh = join(home, `${POSTGRES_MAJOR}.new`)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${fresh}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  changeFileOwner(runAs, passwordFile)
  await runInitdb(binaries.initdb, fresh, passwordFile, runAs)
  rmSync(passwordFile)
  writeAccess(fresh, { password }, runAs)
  renameSync(fresh, cluster)
  return cluster
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === POSTGRES_MAJOR) return
  throw new StartError(
    `The database files in ${cluster} are of PostgreSQL ${version}, this Millrace brings ${POSTGRES_MAJOR}.`,
  )
}

function notACluster(cluster: string): string {
  return `${cluster} holds no PostgreSQL database files (PG_VERSION is missing); restore it from a backup or move it away to start empty.`
}

function runInitdb(initdb: string, folder: string, passwordFile: string, runAs: RunAs): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${POSTGRES_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts alike on every machine and needs no locale installed, unlike libc and ICU.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]
  return new Promise((resolve, reject) => {
    let said = ''
    const child = spawnAs(runAs, initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (said += chunk))
    child.on('error', (error) => reject(new StartError(`PostgreSQL's initdb cannot be run: ${error.message}.`)))
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const reason = said.split('\n').find((line) => /error|could not|denied/i.test(line)) ?? said.trim().slice(-300)
      reject(new StartError(`PostgreSQL's initdb could not make ${folder}: ${reason.trim()}`))
    })
  })
}

/**
 * Reads the password and last port of a cluster.
 * @throws StartError when the file is missing or damaged
 */
export function readAccess(cluster: string): PostgresAccess {
  const path = join(cluster, ACCESS_FILE)
  try {
    const access = JSON.parse(readFileSync(path, 'utf8')) as PostgresAccess
    if (typeof access.password === 'string') return access
  } catch (error) {
    throw new StartError(`The database password in ${path} cannot be read (${(error as Error).message}).`)
  }
  throw new StartError(`${path} holds no database password; restore it from a backup.`)
}

/** Writes password and port, whole or not at all. */
export function writeAccess(cluster: string, access: PostgresAccess, runAs: RunAs): void {
  const path = join(cluster, ACCESS_FILE)
  writeFileSync(`${path}.new`, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  changeFileOwner(runAs, `${path}.new`)
  renameSync(`${path}.new`, path)
}
